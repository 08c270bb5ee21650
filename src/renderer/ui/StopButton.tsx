import { Square } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton'

/** Stops one thing: always the filled square, named with its object. */
export function StopButton(props: { name: string } & Omit<ComponentPropsWithRef<'button'>, 'name'>) {
  const { name, ...rest } = props
  const { t } = useTranslation()
  return <IconButton {...rest} icon={Square} filled stop size={12} label={t('stop.name', { name })} />
}
