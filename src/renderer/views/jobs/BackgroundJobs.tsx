import type { RefObject } from 'react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../state/clock'
import { liveJobs, withoutFlashes } from '../../state/jobs'
import { useCommands } from '../../state/stores'
import { useUi } from '../../state/ui'
import { useListKeys } from '../../ui/use-list-keys'
import { JobRow } from './JobRow'

/** Running commands of all chats, those of the open chat first (S-150, ui.md 4). */
export function BackgroundJobs() {
  const { t } = useTranslation('shell')
  const headingId = useId()
  const commands = useCommands()
  const openChat = useUi((ui) => ui.chatId)
  const [focused, setFocused] = useState<string | null>(null)
  const now = useNow()
  const onKeyDown = useListKeys()
  const live = useMemo(() => liveJobs(commands, openChat), [commands, openChat])
  const jobs = withoutFlashes(live, now)
  const section = useKeptFocus(jobs)
  const tabStop = jobs.find((card) => card.id === focused)?.id ?? jobs[0]?.id
  return (
    <section ref={section} className="sb-jobs" aria-labelledby={headingId} data-region="jobs">
      <div className="sb-label">
        <h2 id={headingId}>{t('background-jobs')}</h2>
        {jobs.length > 0 ? <span className="count">{jobs.length}</span> : null}
      </div>
      {jobs.length === 0 ? (
        // A tab stop, so that F6 has somewhere to go in an empty region.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <p className="sb-empty" tabIndex={0}>
          {t('jobs.empty')}
        </p>
      ) : (
        <ul className="scroll" aria-labelledby={headingId} onKeyDown={onKeyDown}>
          {jobs.map((card) => (
            <JobRow
              key={card.id}
              card={card}
              inOpenChat={card.chatId === openChat}
              tabStop={card.id === tabStop}
              onFocus={() => setFocused(card.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** When the focused row goes away with its command, the focus moves to the first row that is left. */
function useKeptFocus(jobs: readonly unknown[]): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null)
  const focusedHere = useRef(false)
  useEffect(() => {
    const note = (event: FocusEvent): void => {
      focusedHere.current = section.current?.contains(event.target as Node) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  const count = jobs.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed count is what may have taken the focus away
  useEffect(() => {
    if (!focusedHere.current || document.activeElement !== document.body) return
    section.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [count])
  return section
}
