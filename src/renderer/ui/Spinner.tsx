import { LoaderCircle } from 'lucide-react'
import type { IconSize } from './Icon'
import { Icon } from './Icon'

/** Turns while something is under way; stands still when motion is reduced. Decorative: put the word next to it. */
export function Spinner(props: { size?: IconSize; className?: string }) {
  return <Icon icon={LoaderCircle} size={props.size ?? 16} className={`spin ${props.className ?? ''}`} />
}
