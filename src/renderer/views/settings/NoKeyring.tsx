import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { KeyStorage } from '../../../shared/models'
import { Icon } from '../../ui/Icon'

type KeyProblem = Extract<KeyStorage, { available: false }>['code']

/** Says honestly that keys cannot be stored here, and what to do instead. */
export function NoKeyring(props: { code: KeyProblem; variable: string }) {
  const { t } = useTranslation('shell')
  return (
    <div className="no-keyring">
      <Icon icon={TriangleAlert} size={14} className="c-warn" />
      <div>
        <p>{t(`key.${props.code}`)}</p>
        <p className="c-2">{t('key.use-env', { name: props.variable })}</p>
      </div>
    </div>
  )
}
