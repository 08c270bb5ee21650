import { useId, useMemo, useState } from 'react'
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
  const tabStop = jobs.find((card) => card.id === focused)?.id ?? jobs[0]?.id
  return (
    <section className="sb-jobs" aria-labelledby={headingId} data-region="jobs">
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
