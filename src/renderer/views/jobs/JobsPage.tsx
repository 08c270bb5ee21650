import { Square, X } from 'lucide-react'
import type { RefObject } from 'react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loadJobs, stopCommands } from '../../state/command-actions'
import { filteredJobs, isJob, NO_FILTER } from '../../state/jobs'
import { useChats, useCommands } from '../../state/stores'
import { showChatView } from '../../state/ui'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { Banners } from '../layout/Banners'
import { SidebarToggle } from '../layout/SidebarToggle'
import { focusComposerSoon } from '../layout/start-chat'
import { JobFilters } from './JobFilters'
import { JobTable } from './JobTable'
import { useJobFilter } from './job-filter'

/** All jobs of all chats in the main area, with filters (ui.md 4). Ctrl+F goes to the filter, Esc back to the chat. */
export function JobsPage() {
  const { t } = useTranslation('shell')
  const commands = useCommands()
  const known = useChats()
  const filter = useJobFilter()
  const jobs = useMemo(() => filteredJobs(commands, known, filter), [commands, known, filter])
  const running = jobs.filter(isJob)
  const isPart = running.length < Object.values(commands.byId).filter(isJob).length
  const page = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const chats = new Set(jobs.map((card) => card.chatId)).size
  useEffect(() => void loadJobs(), [])
  usePageKeys(field)
  return (
    <div ref={page} className="jobs-page">
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
            {isPart ? t('jobs.stop-shown', { count: running.length }) : t('jobs.stop-all')}
          </Button>
        ) : null}
        <IconButton icon={X} size={16} large label={t('jobs.close')} onClick={leave} />
      </header>
      <Banners />
      <JobFilters
        field={field}
        onDown={() => page.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()}
      />
      {jobs.length > 0 ? <JobTable jobs={jobs} /> : <Nothing />}
    </div>
  )
}

function leave(): void {
  showChatView()
  focusComposerSoon()
}

/** The keys of the page, also when the focus was lost with the row or the button that had it. */
function usePageKeys(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      const { code, ctrlKey, metaKey, altKey, shiftKey } = event
      if (event.key === 'Escape') leave()
      else if (code === 'KeyF' && (ctrlKey || metaKey) && !altKey && !shiftKey) field.current?.select()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [field])
}

/** Why the list is empty, and the way out where it was narrowed. */
function Nothing() {
  const { t } = useTranslation('shell')
  const { text, ...filter } = useJobFilter()
  const isNarrowed =
    text !== '' ||
    filter.kind !== 'all' ||
    filter.chatId !== null ||
    filter.workspaceId !== null ||
    filter.show === 'recent'
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
