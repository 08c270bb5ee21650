import { ChevronDown, ChevronRight, ListFilter, X } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import { archivedChats, sortedChats } from '../../state/selection'
import { useChats } from '../../state/stores'
import { useUi } from '../../state/ui'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { useListKeys } from '../../ui/use-list-keys'
import { ChatRow } from './ChatRow'

/** The chats of the shown workspace, newest first, with a filter by title. */
export function ChatList(props: { height: number | null }) {
  const { t } = useTranslation('shell')
  const headingId = useId()
  const chats = useChats()
  const workspaceId = useUi((ui) => ui.workspaceId)
  const openId = useUi((ui) => (ui.view.kind === 'chat' ? ui.chatId : null))
  const [filter, setFilter] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  const onKeyDown = useListKeys()

  const all = useMemo(() => sortedChats(chats, workspaceId), [chats, workspaceId])
  const query = (filter ?? '').trim().toLocaleLowerCase()
  const fits = (chat: ChatSummary) => query === '' || chat.title.toLocaleLowerCase().includes(query)
  const rows = all.filter(fits)
  const archive = useMemo(() => archivedChats(chats, workspaceId), [chats, workspaceId]).filter(fits)
  const [isArchiveOpen, setArchiveOpen] = useState(false)
  // What was searched for, and what is open, is not hidden.
  const shown = isArchiveOpen || query !== '' || archive.some(({ id }) => id === openId) ? archive : []
  const listed = [...rows, ...shown]
  const tabStop = (
    listed.find(({ id }) => id === focused) ??
    listed.find(({ id }) => id === openId) ??
    listed[0]
  )?.id

  const row = (chat: ChatSummary) => (
    <ChatRow
      key={chat.id}
      chat={chat}
      open={chat.id === openId}
      tabStop={chat.id === tabStop}
      onFocus={() => setFocused(chat.id)}
    />
  )
  const closeFilter = (): void => {
    setFilter(null)
    filterButton.current?.focus()
  }
  return (
    <>
      <div className="sb-label">
        <h2 id={headingId}>{t('chats')}</h2>
        <IconButton
          ref={filterButton}
          icon={ListFilter}
          label={t('filter-chats')}
          pressed={filter !== null}
          onClick={() => setFilter(filter === null ? '' : null)}
        />
      </div>
      {filter === null ? null : (
        <div className="sb-filter">
          <input
            className="input"
            type="text"
            // The field appears because the person asked for it.
            // biome-ignore lint/a11y/noAutofocus: see above
            autoFocus
            aria-label={t('filter-chats')}
            placeholder={t('filter-chats')}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') closeFilter()
            }}
          />
          <IconButton icon={X} size={12} label={t('filter-chats.clear')} onClick={closeFilter} />
        </div>
      )}
      {rows.length + archive.length === 0 ? (
        <p className="sb-empty">{query === '' ? t('chats.empty') : t('chats.no-match', { query: filter })}</p>
      ) : (
        <ul
          className="sb-chats"
          aria-labelledby={headingId}
          onKeyDown={onKeyDown}
          style={props.height === null ? undefined : { height: props.height, maxHeight: 'none' }}
        >
          {rows.map(row)}
          {archive.length === 0 ? null : (
            <li>
              <button
                type="button"
                className="fold"
                aria-expanded={shown.length > 0}
                onClick={() => setArchiveOpen(shown.length === 0)}
              >
                <Icon icon={shown.length > 0 ? ChevronDown : ChevronRight} size={14} />
                {t('archived')}
                <span className="count">{archive.length}</span>
              </button>
            </li>
          )}
          {shown.map(row)}
        </ul>
      )}
    </>
  )
}
