import { LayoutList } from 'lucide-react'
import type { RefObject } from 'react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../state/clock'
import { liveJobs, recentJobs, withoutFlashes } from '../../state/jobs'
import { liveSubagents, plannedWakeUps } from '../../state/other-jobs'
import { useChats, useCommands, useSettings, useSubagents } from '../../state/stores'
import { showJobs, useUi } from '../../state/ui'
import { IconButton } from '../../ui/IconButton'
import { Kbd } from '../../ui/Kbd'
import { useListKeys } from '../../ui/use-list-keys'
import { keyText } from '../layout/keys'
import { JobRow } from './JobRow'
import { PlannedRow, SubagentJobRow } from './OtherJobRow'
import { RecentJobs } from './RecentJobs'

/**
 * What runs in all chats: commands, those of the open chat first, subagents, and what is planned; then recent ones
 * (S-150, S-213, ui.md 4).
 */
export function BackgroundJobs() {
  const { t } = useTranslation('shell')
  const headingId = useId()
  const commands = useCommands()
  const openChat = useUi((ui) => ui.chatId)
  const [focused, setFocused] = useState<string | null>(null)
  const platform = useSettings((data) => data.app.platform)
  const now = useNow()
  const onKeyDown = useListKeys()
  const live = useMemo(() => liveJobs(commands, openChat), [commands, openChat])
  const jobs = withoutFlashes(live, now)
  const subagents = useSubagents()
  const chats = useChats()
  const agents = useMemo(() => liveSubagents(subagents, openChat), [subagents, openChat])
  const planned = useMemo(() => plannedWakeUps(chats), [chats])
  const ids = [
    ...jobs.map(({ id }): string => id),
    ...agents.map(({ id }) => id),
    ...planned.map(({ id }) => id),
  ]
  const recent = useMemo(() => recentJobs(commands, null), [commands])
  const section = useKeptFocus(ids.length + recent.length)
  const tabStop = ids.find((id) => id === focused) ?? ids[0]
  return (
    <section ref={section} className="sb-jobs" aria-labelledby={headingId} data-region="jobs">
      <div className="sb-label">
        <h2 id={headingId}>{t('background-jobs')}</h2>
        {ids.length > 0 ? <span className="count">{ids.length}</span> : null}
        <span className="grow" />
        <IconButton
          icon={LayoutList}
          label={t('jobs.dashboard')}
          hint={<Kbd>{keyText('J', platform)}</Kbd>}
          onClick={showJobs}
        />
      </div>
      <div className="scroll">
        {ids.length === 0 ? (
          // A tab stop, so that F6 has somewhere to go in an empty region.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          <p className="sb-empty" tabIndex={0}>
            {t(recent.length === 0 ? 'jobs.empty' : 'jobs.none-running')}
          </p>
        ) : (
          <ul aria-labelledby={headingId} onKeyDown={onKeyDown}>
            {jobs.map((card) => (
              <JobRow
                key={card.id}
                card={card}
                inOpenChat={card.chatId === openChat}
                tabStop={card.id === tabStop}
                onFocus={setFocused}
              />
            ))}
            {agents.map((card) => (
              <SubagentJobRow
                key={card.id}
                card={card}
                inOpenChat={card.chatId === openChat}
                tabStop={card.id === tabStop}
                onFocus={setFocused}
              />
            ))}
            {planned.map((one) => (
              <PlannedRow
                key={one.id}
                planned={one}
                inOpenChat={one.chat.id === openChat}
                tabStop={one.id === tabStop}
                onFocus={setFocused}
              />
            ))}
          </ul>
        )}
        {recent.length > 0 ? <RecentJobs jobs={recent} /> : null}
      </div>
    </section>
  )
}

/** When the focused row goes away with its command, the focus moves to the first row that is left. */
function useKeptFocus(count: number): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null)
  const focusedHere = useRef(false)
  useEffect(() => {
    const note = (event: FocusEvent): void => {
      focusedHere.current = section.current?.contains(event.target as Node) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed count is what may have taken the focus away
  useEffect(() => {
    if (!focusedHere.current || document.activeElement !== document.body) return
    section.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [count])
  return section
}
