import { formatElapsed } from '../format/time'
import { useNow } from '../state/clock'

/**
 * Time since `since`, ticking once a second as m:ss or h:mm:ss. Tabular digits and a minimum width keep the row
 * still. Never announced; a screen reader reads it when it gets there.
 */
export function Elapsed(props: { since: number; className?: string }) {
  const now = useNow()
  return (
    <span className={props.className ?? 'el'} role="timer" aria-live="off">
      {formatElapsed(now - props.since)}
    </span>
  )
}
