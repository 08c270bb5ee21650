import { ChevronDown, ChevronRight } from 'lucide-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { EntryId } from '../../../../shared/ids'
import { IconButton } from '../../../ui/IconButton'

/** The frame that the cards of calls have in common: one row, and below it whatever the card opens to or asks. */
export function CallFrame(props: {
  id: EntryId
  /** What the card is and how far, for who cannot see it. */
  label: string
  state?: string
  sign: ReactNode
  title: ReactNode
  titleClass?: string
  /** Between the title and the chevron. */
  meta?: ReactNode
  /** Null where there is nothing to open; the place of the chevron stays. */
  details: { isOpen: boolean; label: string; onToggle: (isOpen: boolean) => void } | null
  article?: RefObject<HTMLElement | null>
  /** Keys that act on the card while it has the focus. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children?: ReactNode
}) {
  const { id, label, state, sign, title, titleClass = 'trunc', meta, details, article, onKeyDown } = props
  return (
    <article
      ref={article}
      className="tool"
      data-state={state}
      data-card={id}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: cards are reached one by one, and keys act on the one with the focus
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className="tool-head">
        <span className="st">{sign}</span>
        <span className={`tx ${titleClass}`}>{title}</span>
        <span className="meta">
          {meta}
          {details ? (
            <IconButton
              icon={details.isOpen ? ChevronDown : ChevronRight}
              label={details.label}
              aria-expanded={details.isOpen}
              onClick={() => details.onToggle(!details.isOpen)}
            />
          ) : (
            <span className="slot" />
          )}
        </span>
      </div>
      {props.children}
    </article>
  )
}
