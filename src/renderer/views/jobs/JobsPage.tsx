import { Square, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { loadJobs, stopCommands } from '../../state/command-actions'
import { filteredJobs, isJob, NO_FILTER } from '../../state/jobs'
import { useCommands } from '../../state/stores'
import { showChatView } from '../../state/ui'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { Banners } from '../layout/Banners'
import { SidebarToggle } from '../layout/SidebarToggle'
import { JobFilters } from './JobFilters'
import { JobTable } from './JobTable'
import { useJobFilter } from './job-filter'

/** All jobs of all chats in the main area, with filters (ui.md 4). Esc goes back to the chat. */
export function JobsPage() {
  const { t } = useTranslation('shell')
  const commands = useCommands()
  const filter = useJobFilter()
  const jobs = useMemo(() => filteredJobs(commands, filter), [commands, filter])
  const running = jobs.filter(isJob)
  const chats = new Set(jobs.map((card) => card.chatId)).size
  useEffect(() => void loadJobs(), [])
  useEscape()
  return (
    <div className="jobs-page">
      <header className="page-head">
        <SidebarToggle />
        <h1>{t('background-jobs')}</h1>
        <span className="c-3">
          {t('jobs.count', { count: jobs.length })} {t('jobs.in-chats', { count: chats })}
        </span>
        <span className="grow" />
        {running.length > 0 ? (
          <Button kind="danger-quiet" small onClick={() => void stopCommands(running.map((card) => card.id))}>
            <Icon icon={Square} size={12} filled />
            {t('jobs.stop-all')}
          </Button>
        ) : null}
        <IconButton icon={X} size={16} large label={t('jobs.close')} onClick={showChatView} />
      </header>
      <Banners />
      <JobFilters />
      {jobs.length > 0 ? (
        <div className="jobs-scroll">
          <JobTable jobs={jobs} />
        </div>
      ) : (
        <Nothing />
      )}
    </div>
  )
}

/** Esc goes back to the chat, also when the focus was lost with the row or the button that had it. */
function useEscape(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) showChatView()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Why the list is empty, and the way out where it was narrowed. */
function Nothing() {
  const { t } = useTranslation('shell')
  const { text, ...filter } = useJobFilter()
  const isNarrowed =
    text !== '' || filter.kind !== 'all' || filter.chatId !== null || filter.show === 'recent'
  return (
    <div className="jobs-none">
      <p>
        {text !== ''
          ? t('jobs.no-match', { query: text })
          : isNarrowed
            ? t('jobs.none-filtered')
            : t(filter.show === 'running' ? 'jobs.none-running' : 'jobs.empty')}
      </p>
      {isNarrowed ? (
        <Button small onClick={() => useJobFilter.setState(NO_FILTER)}>
          {t('jobs.clear')}
        </Button>
      ) : null}
    </div>
  )
}
