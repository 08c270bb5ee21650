import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../shared/command'
import { exitCodeOf, isAlive } from '../../../shared/command'
import { shortName } from '../../../shared/short-name'
import { useFormat } from '../../i18n/use-format'
import { stopCommand } from '../../state/command-actions'
import { signOf } from '../../state/command-sign'
import { startOf } from '../../state/jobs'
import { Elapsed } from '../../ui/Elapsed'
import { StateIcon } from '../../ui/StateIcon'
import { StopButton } from '../../ui/StopButton'

/** One command in the terminal menu: state, command, elapsed, last line, Stop. The row shows its card. */
export function TerminalMenuRow(props: { card: CommandCard; onShow: () => void }) {
  const { card } = props
  const { t } = useTranslation()
  const format = useFormat()
  const sign = signOf(card)
  const since = startOf(card.state)
  const code = exitCodeOf(card.state)
  const exit = code === null ? null : t('exit', { code })
  const last = [exit, card.output.lastLine.trim()].filter((part) => part !== null && part !== '').join(': ')
  return (
    <li className="tm-row">
      <span className="st">
        <StateIcon state={sign} />
      </span>
      <button type="button" className="tm-open" onClick={props.onShow}>
        <code className="trunc">{card.command}</code>
      </button>
      {isAlive(card.state) && since !== null ? (
        <Elapsed since={since} />
      ) : (
        <span className="el">
          {card.state.kind === 'ended' ? format.duration(card.state.endedAt - card.state.startedAt) : null}
        </span>
      )}
      <span className="last trunc">{last}</span>
      <span className="go">
        {isAlive(card.state) && sign !== 'stopping' ? (
          <StopButton name={shortName(card.command)} onClick={() => void stopCommand(card.id)} />
        ) : null}
      </span>
    </li>
  )
}
