import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary, TurnActivity } from '../../../shared/chat'
import { formatElapsed } from '../../format/time'
import { modelFailureText } from '../../i18n/failure-text'
import { stopTurn } from '../../state/chat-actions'
import { useNow } from '../../state/clock'
import { Button } from '../../ui/Button'
import { Elapsed } from '../../ui/Elapsed'
import { Icon } from '../../ui/Icon'
import { Spinner } from '../../ui/Spinner'

type TurnLineProps = {
  chat: ChatSummary
  /** Text of the answer is already to be seen. */
  answering: boolean
  /** When the last thing that is to be seen happened. */
  since: number
}

/** What the turn does while nothing of it is to be seen: thinking, or waiting to try again. */
export function TurnLine({ chat, answering, since }: TurnLineProps) {
  const { t } = useTranslation('chat')
  const { turn } = chat
  if (turn.kind !== 'running') return null
  if (turn.activity.kind === 'retrying') return <Retrying chat={chat} activity={turn.activity} />
  if (turn.activity.kind === 'tools' || answering) return null
  return (
    <div className="sys flush turn-line" role="status">
      <Spinner size={14} className="c-accent" />
      <span>{t(turn.activity.kind === 'compacting' ? 'turn.compacting' : 'turn.thinking')}</span>
      <Elapsed since={Math.max(turn.since, since)} className="c-3" />
    </div>
  )
}

function Retrying(props: { chat: ChatSummary; activity: Extract<TurnActivity, { kind: 'retrying' }> }) {
  const { t } = useTranslation(['chat', 'common'])
  const { attempt, of, until, failure } = props.activity
  const now = useNow()
  // Rounded up: it must not say 0:00 while it still waits.
  const left = Math.ceil(Math.max(0, until - now) / 1000) * 1000
  return (
    <div className="sys flush turn-line">
      <Icon icon={RotateCcw} size={14} className="c-warn" />
      <span>
        {modelFailureText(failure).what}{' '}
        {left === 0
          ? t('turn.retrying.now', { attempt, of })
          : t('turn.retrying', { attempt, of, time: formatElapsed(left) })}
      </span>
      <Button small aria-label={t('turn.stop')} onClick={() => void stopTurn(props.chat.id)}>
        {t('common:stop')}
      </Button>
    </div>
  )
}
