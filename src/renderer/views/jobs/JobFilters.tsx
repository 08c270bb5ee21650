import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatId } from '../../../shared/ids'
import type { JobFilter, JobKind } from '../../state/jobs'
import { isJob, startOf } from '../../state/jobs'
import { useChats, useCommands } from '../../state/stores'
import { Icon } from '../../ui/Icon'
import { Segmented } from '../../ui/Segmented'
import { Select } from '../../ui/Select'
import { useJobFilter } from './job-filter'

/** Select needs a value for "all of them", which no id is. */
const ALL = 'all'
const KINDS: readonly JobKind[] = ['command', 'server', 'left-behind']

/** What the list of jobs is narrowed to. */
export function JobFilters(props: {
  field: Ref<HTMLInputElement>
  /** Down in the field: into the table. */
  onDown: () => void
}) {
  const { t } = useTranslation('shell')
  const filter = useJobFilter()
  const commands = useCommands((state) => state.byId)
  const { byId: chats, workspaces } = useChats()
  const { running, recent, chatIds } = useMemo(() => {
    const all = Object.values(commands).filter((card) => startOf(card.state) !== null)
    return {
      running: all.filter(isJob).length,
      recent: all.filter((card) => card.isRecent).length,
      chatIds: [...new Set(all.map((card) => card.chatId))],
    }
  }, [commands])
  const set = (part: Partial<JobFilter>): void => useJobFilter.setState(part)
  return (
    <div className="filters">
      <Segmented
        label={t('jobs.show')}
        value={filter.show}
        onChange={(show) => set({ show })}
        options={[
          { value: 'running', label: t('jobs.show.running', { count: running }) },
          { value: 'recent', label: t('jobs.show.recent', { count: recent }) },
          { value: 'all', label: t('jobs.show.all') },
        ]}
      />
      <Select
        label={t('jobs.kind')}
        value={filter.kind}
        onChange={(kind) => set({ kind: KINDS.find((one) => one === kind) ?? ALL })}
        groups={[
          {
            label: null,
            options: [
              { value: ALL, label: t('jobs.kind.all') },
              ...KINDS.map((kind) => ({ value: kind, label: t(`jobs.kind.${kind}`) })),
            ],
          },
        ]}
      />
      <Select
        label={t('jobs.col.chat')}
        value={filter.chatId ?? ALL}
        onChange={(id) => set({ chatId: id === ALL ? null : (id as ChatId) })}
        groups={[
          {
            label: null,
            options: [
              { value: ALL, label: t('jobs.chat.all') },
              ...chatIds.map((id) => ({ value: id, label: chats[id]?.title || t('untitled') })),
            ],
          },
        ]}
      />
      {workspaces.length > 1 ? (
        <Select
          label={t('jobs.folder')}
          value={filter.workspaceId ?? ALL}
          onChange={(id) => set({ workspaceId: workspaces.find((one) => one.id === id)?.id ?? null })}
          groups={[
            {
              label: null,
              options: [
                { value: ALL, label: t('jobs.folder.all') },
                ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
              ],
            },
          ]}
        />
      ) : null}
      <label className="input jobs-search">
        <Icon icon={Search} size={14} className="c-3" />
        <input
          ref={props.field}
          type="search"
          aria-label={t('jobs.filter')}
          placeholder={t('jobs.filter')}
          value={filter.text}
          onChange={(event) => set({ text: event.target.value })}
          onKeyDown={(event) => {
            const isDown = event.key === 'ArrowDown'
            if (!isDown && (event.key !== 'Escape' || filter.text === '')) return
            event.preventDefault()
            if (isDown) props.onDown()
            else set({ text: '' })
          }}
        />
      </label>
    </div>
  )
}
