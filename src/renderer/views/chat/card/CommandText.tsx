import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../../shared/command'
import { toggleFullCommand, useFullCommands } from './card-ui'
import { MarkedCommand } from './MarkedCommand'

/** More than three lines can ever show, in UTF-16 units; a here-document may be megabytes. */
const CLAMPED_CHARS = 2000
/** Fits into three lines of the narrowest card, in UTF-16 units: most commands need not be measured. */
const SURE_TO_FIT_CHARS = 80

const NO_PLACES: readonly never[] = []

/** Exactly what the agent wrote, three lines of it until asked for more (S-036). */
export function CommandText({ card }: { card: CommandCard }) {
  const { t } = useTranslation('chat')
  const full = useFullCommands((state) => state.ids.has(card.id))
  const [code, clamps] = useClamps(card.command, full)
  const places = card.state.kind === 'pending' ? card.state.question.reasons : NO_PLACES
  const shown = full ? card.command : card.command.slice(0, CLAMPED_CHARS)
  return (
    <span className="cmd-text">
      <code ref={code} className={`cmd${full ? ' full' : ''}`}>
        {places.length === 0 ? shown : <MarkedCommand text={shown} places={places} />}
      </code>
      {clamps || full ? (
        <button
          type="button"
          className="more-link"
          aria-expanded={full}
          onClick={() => toggleFullCommand(card.id)}
        >
          {t(full ? 'card.short' : 'card.full')}
        </button>
      ) : null}
    </span>
  )
}

/** Whether the clamp hides a part of the command at the width the card has now. */
function useClamps(command: string, full: boolean) {
  const code = useRef<HTMLElement>(null)
  const [clamps, setClamps] = useState(command.length > CLAMPED_CHARS)
  useLayoutEffect(() => {
    const element = code.current
    if (!element || full || (command.length <= SURE_TO_FIT_CHARS && !command.includes('\n'))) return undefined
    const measure = () => setClamps(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [command, full])
  return [code, clamps] as const
}
