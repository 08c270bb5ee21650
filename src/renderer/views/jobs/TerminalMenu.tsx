import { Square, SquareTerminal } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import { useNow } from '../../state/clock'
import { stopCommands } from '../../state/command-actions'
import { liveJobs, recentJobs, withoutFlashes } from '../../state/jobs'
import { showCommand } from '../../state/session'
import { useCommands } from '../../state/stores'
import { Icon } from '../../ui/Icon'
import { Popover } from '../../ui/Popover'
import { TerminalMenuRow } from './TerminalMenuRow'

const MENU_WIDTH_PX = 364

/** The commands of one chat: what runs, since when, its last line, and Stop for each and for all. */
export function TerminalMenu(props: { chat: ChatSummary }) {
  const { chat } = props
  const { t } = useTranslation('shell')
  const commands = useCommands()
  const now = useNow()
  const [open, setOpen] = useState(false)
  const { live, recent } = useMemo(
    () => ({
      live: liveJobs(commands, chat.id).filter((card) => card.chatId === chat.id),
      recent: recentJobs(commands, chat.id),
    }),
    [commands, chat.id],
  )
  const running = withoutFlashes(live, now)
  const show = (id: (typeof live)[number]['id']): void => {
    setOpen(false)
    showCommand(chat.id, id)
  }
  return (
    <Popover
      label={t('terminals.title')}
      width={MENU_WIDTH_PX}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={`termbtn${running.length === 0 ? ' none' : ''}`}
          aria-label={t('terminals.count', { count: running.length })}
        >
          <Icon icon={SquareTerminal} />
          {running.length === 0 ? null : running.length}
        </button>
      }
    >
      <h2 className="menu-label">{t('terminals.title')}</h2>
      {running.length + recent.length === 0 ? <p className="menu-note">{t('terminals.empty')}</p> : null}
      <ul>
        {[...running, ...recent].map((card) => (
          <TerminalMenuRow key={card.id} card={card} onShow={() => show(card.id)} />
        ))}
      </ul>
      {running.length > 0 ? (
        <>
          <div className="menu-sep" />
          <button
            type="button"
            className="menu-item"
            onClick={() => void stopCommands(running.map((card) => card.id))}
          >
            <Icon icon={Square} size={12} filled className="menu-icon-12" />
            {t('terminals.stop-all')}
          </button>
        </>
      ) : null}
    </Popover>
  )
}
