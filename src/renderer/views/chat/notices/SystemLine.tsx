import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../i18n/use-format'
import { Icon } from '../../../ui/Icon'

/** A line that neither the person nor the model wrote. */
export function SystemLine(props: { icon: LucideIcon; tone?: 'warn'; at: number; children: ReactNode }) {
  return (
    <div className="sys">
      <Icon icon={props.icon} size={14} className={props.tone === 'warn' ? 'c-warn' : 'c-off'} />
      <span className="sys-text">{props.children}</span>
      <Clock at={props.at} />
    </div>
  )
}

/** When it was. */
export function Clock({ at }: { at: number }) {
  const format = useFormat()
  return (
    <time dateTime={new Date(at).toISOString()} title={format.moment(at)}>
      {format.clock(at)}
    </time>
  )
}
