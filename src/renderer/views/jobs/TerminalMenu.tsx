import { LayoutList, Square, SquareTerminal } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatId, CommandId } from '../../../shared/ids'
import { useNow } from '../../state/clock'
import { stopCommands } from '../../state/command-actions'
import { inHeldOrder, jobsOfChat, RECENT_IN_MENU, recentJobs, withoutFlashes } from '../../state/jobs'
import { showCommand } from '../../state/session'
import { useCommands, useSettings } from '../../state/stores'
import { showJobs, showOutput } from '../../state/ui'
import { Icon } from '../../ui/Icon'
import { Kbd } from '../../ui/Kbd'
import { Popover } from '../../ui/Popover'
import { keyText } from '../layout/keys'
import { TerminalMenuRow } from './TerminalMenuRow'

const MENU_WIDTH_PX = 364

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'type' | 'aria-label' | 'children'>

/**
 * The button with the number of what runs in one chat, and its menu: each command with its state, time and last line, and
 * what can be done with it (S-212…S-215). On a chat's row it is only there while something runs.
 */
export function TerminalMenu(props: {
  chatId: ChatId
  place: 'header' | 'row'
  open: boolean
  onOpenChange: (open: boolean) => void
  button?: ButtonProps
}) {
  const { chatId, place, open, onOpenChange } = props
  const { t } = useTranslation('shell')
  const commands = useCommands()
  const platform = useSettings((data) => data.app.platform)
  const now = useNow()
  const live = useMemo(() => jobsOfChat(commands, chatId), [commands, chatId])
  const running = withoutFlashes(live, now)
  const order = useRef<readonly CommandId[]>([])
  if (place === 'row' && running.length === 0 && !open) return null
  const toStop = running.filter((card) => card.state.kind !== 'stopping')
  const recent = open ? recentJobs(commands, chatId, RECENT_IN_MENU) : []
  const shown = inHeldOrder(order.current, [...running, ...recent])
  order.current = open ? shown.map((card) => card.id) : []
  const leaveTo = (show: () => void) => () => {
    onOpenChange(false)
    show()
  }
  return (
    <Popover
      label={t('terminals.title')}
      width={MENU_WIDTH_PX}
      align={place === 'row' ? 'start' : 'end'}
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <button
          {...props.button}
          type="button"
          className={`termbtn${running.length === 0 ? ' none' : ''}${place === 'row' ? ' row-terms' : ''}`}
          aria-label={t(place === 'row' ? 'terminals.count.chat' : 'terminals.count', {
            count: running.length,
          })}
        >
          <Icon icon={SquareTerminal} size={place === 'row' ? 14 : 16} />
          {running.length === 0 ? null : running.length}
        </button>
      }
    >
      <h2 className="menu-label">{t('terminals.title')}</h2>
      {shown.length === 0 ? <p className="menu-note">{t('terminals.empty')}</p> : null}
      <ul className="tm-list">
        {shown.map((card) => (
          <TerminalMenuRow
            key={card.id}
            card={card}
            onShow={leaveTo(() => showCommand(chatId, card.id))}
            onOutput={leaveTo(() => showOutput(card.id))}
          />
        ))}
      </ul>
      <div className="menu-sep" />
      {toStop.length > 0 ? (
        <button
          type="button"
          className="menu-item"
          onClick={() => void stopCommands(toStop.map((card) => card.id))}
        >
          <Icon icon={Square} size={12} filled className="menu-icon-12" />
          {t('terminals.stop-all')}
        </button>
      ) : null}
      <button type="button" className="menu-item" onClick={leaveTo(showJobs)}>
        <Icon icon={LayoutList} />
        <span className="grow">{t('jobs.dashboard')}</span>
        <Kbd>{keyText('J', platform)}</Kbd>
      </button>
    </Popover>
  )
}
