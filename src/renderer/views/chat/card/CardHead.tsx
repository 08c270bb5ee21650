import { ChevronRight, SendToBack } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../../shared/command'
import { useFormat } from '../../../i18n/use-format'
import { moveToBackground, stopCommand } from '../../../state/command-actions'
import { signOf } from '../../../state/command-sign'
import { Elapsed } from '../../../ui/Elapsed'
import { Icon } from '../../../ui/Icon'
import { IconButton } from '../../../ui/IconButton'
import { ServerLink } from '../../../ui/ServerLink'
import { StateIcon } from '../../../ui/StateIcon'
import { StopButton } from '../../../ui/StopButton'
import { CommandText } from './CommandText'
import type { CardTime, CardView } from './card-view'

type HeadProps = {
  card: CommandCard
  view: CardView
  name: string
  statusText: string
  chevron: { ref: RefObject<HTMLButtonElement | null>; onClick: () => void } | null
}

/** The status word before a decision is the same in every language (S-008, part 1 appendix A); the icon says it in words. */
const PENDING = 'pending'

const TONE_CLASS: Record<CardView['tone'], string> = {
  plain: '',
  quiet: ' c-3',
  warn: ' c-warn',
  err: ' c-err',
}

/** The one row every state has. Columns count from the right and keep their places, so numbers align (ui.md 4). */
export function CardHead({ card, view, name, statusText, chevron }: HeadProps) {
  const { t } = useTranslation('chat')
  const sign = signOf(card)
  // A state without time and without actions has only its word, at the edge.
  const columns = view.time.kind !== 'none' || view.canStop || view.hasOutput
  return (
    <div className="tool-head">
      <span className="st">
        <StateIcon state={sign} />
      </span>
      <CommandText card={card} />
      <span className="meta">
        {view.canMoveToBackground ? (
          <button
            type="button"
            className="btn sm ghost to-back"
            aria-label={t('card.background.name', { name })}
            onClick={() => void moveToBackground(card.id)}
          >
            <Icon icon={SendToBack} size={14} />
            <span>{t('card.background')}</span>
          </button>
        ) : null}
        <span className={`st-label${sign === 'blocked' ? ' c-err' : TONE_CLASS[view.tone]}`}>
          {view.status === 'pending' ? PENDING : statusText}
        </span>
        {view.server?.address ? <ServerLink address={view.server.address} className="srv" /> : null}
        {view.terminalId === null ? null : (
          <span className="tag mono tid" title={t('card.terminal', { id: view.terminalId })}>
            {view.terminalId}
          </span>
        )}
        {view.time.kind === 'none' ? null : <Time time={view.time} />}
        {view.canStop ? (
          <StopButton name={name} onClick={() => void stopCommand(card.id)} />
        ) : columns ? (
          <span className="slot" />
        ) : null}
        {chevron ? (
          <IconButton
            ref={chevron.ref}
            icon={ChevronRight}
            label={t('output')}
            aria-expanded={false}
            onClick={chevron.onClick}
          />
        ) : columns ? (
          <span className="slot" />
        ) : null}
      </span>
    </div>
  )
}

function Time({ time }: { time: Exclude<CardTime, { kind: 'none' }> }) {
  const format = useFormat()
  if (time.kind === 'ticking') return <Elapsed since={time.since} />
  return <span className="el">{format.duration(time.ms)}</span>
}
