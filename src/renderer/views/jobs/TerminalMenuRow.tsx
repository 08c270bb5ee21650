import { Copy, Ellipsis, ScrollText, SendToBack } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../shared/command'
import { exitCodeOf, isAlive } from '../../../shared/command'
import { shortName } from '../../../shared/short-name'
import { useFormat } from '../../i18n/use-format'
import { copyText, moveToBackground, stopCommand } from '../../state/command-actions'
import { isJob, jobSign, ranFor, startOf } from '../../state/jobs'
import { Elapsed } from '../../ui/Elapsed'
import { IconButton } from '../../ui/IconButton'
import { Menu, MenuItem } from '../../ui/Menu'
import { ServerLink } from '../../ui/ServerLink'
import { StateIcon } from '../../ui/StateIcon'
import { StopButton } from '../../ui/StopButton'
import { cardView } from '../chat/card/card-view'

/**
 * One command in the terminal menu: state, command, terminal id, elapsed, last line or address, Stop, and the rest of
 * what can be done with it. The row shows its card.
 */
export function TerminalMenuRow(props: { card: CommandCard; onShow: () => void; onOutput: () => void }) {
  const { card } = props
  const { t } = useTranslation(['shell', 'common', 'chat'])
  const format = useFormat()
  const view = cardView(card)
  const sign = jobSign(card)
  const name = shortName(card.command)
  const since = startOf(card.state)
  const ran = ranFor(card.state)
  return (
    <li className="tm-row">
      <span className="st">
        <StateIcon state={sign} />
      </span>
      <span className="tm-name">
        <button type="button" className="tm-open" onClick={props.onShow}>
          <code className="trunc">{card.command}</code>
        </button>
        {view.terminalId === null ? null : (
          <span className="tag mono tid" title={t('chat:card.terminal', { id: view.terminalId })}>
            {view.terminalId}
          </span>
        )}
      </span>
      {isAlive(card.state) && since !== null ? (
        <Elapsed since={since} />
      ) : (
        <span className="el">{ran === null ? null : format.duration(ran)}</span>
      )}
      <LastLine card={card} />
      <span className="go">
        {isJob(card) && sign !== 'stopping' ? (
          <StopButton name={name} onClick={() => void stopCommand(card.id)} />
        ) : null}
        <Menu
          label={t('shell:terminals.more', { name })}
          trigger={<IconButton icon={Ellipsis} label={t('shell:terminals.more', { name })} />}
        >
          <MenuItem icon={ScrollText} onSelect={props.onOutput}>
            {t('shell:terminals.output')}
          </MenuItem>
          {view.canMoveToBackground ? (
            <MenuItem icon={SendToBack} onSelect={() => void moveToBackground(card.id)}>
              {t('chat:card.background')}
            </MenuItem>
          ) : null}
          <MenuItem icon={Copy} onSelect={() => void copyText(card.command)}>
            {t('shell:terminals.copy-command')}
          </MenuItem>
          {view.terminalId === null ? null : (
            <MenuItem icon={Copy} onSelect={() => void copyText(card.terminalId)}>
              {t('shell:terminals.copy-id', { id: view.terminalId })}
            </MenuItem>
          )}
        </Menu>
      </span>
    </li>
  )
}

/** The second line: where a server is, what was left behind, or how it ended and what was printed last. */
function LastLine({ card }: { card: CommandCard }) {
  const { t } = useTranslation(['shell', 'common'])
  const sign = jobSign(card)
  if (sign === 'server' && card.server?.address)
    return <ServerLink className="last addr" address={card.server.address} />
  if (sign === 'left-behind')
    return <span className="last trunc">{t('shell:jobs.left', { count: card.leftovers })}</span>
  const code = exitCodeOf(card.state)
  const exit = code === null ? '' : t('common:exit', { code })
  const parts = [exit, card.output.lastLine.trim()].filter((part) => part !== '')
  return <span className="last trunc">{parts.join(': ')}</span>
}
