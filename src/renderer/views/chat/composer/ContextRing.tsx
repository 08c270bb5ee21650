import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../../shared/chat'
import { costOf } from '../../../../shared/cost'
import { useFormat } from '../../../i18n/use-format'
import { useSettings } from '../../../state/stores'
import { Tooltip } from '../../../ui/Tooltip'
import { contextLevel } from './composer-action'

/** Circumference of the ring in its own units. */
const ROUND = 2 * Math.PI * 8

/** How much of the model's window the conversation takes. */
export function ContextRing({ context, usage }: Pick<ChatSummary, 'context' | 'usage'>) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const connections = useSettings((data) => data.settings.connections)
  const level = contextLevel(context)
  if (!context || !level || context.window === null) return null
  const { percent, tone } = level
  const tokens = { used: format.tokens(context.used), window: format.tokens(context.window) }
  const { usd } = costOf(usage, connections)
  const text = t('composer.context.tokens', tokens)
  const cost = usd === null ? '' : `, ${t('composer.context.cost', { cost: format.money(usd) })}`
  return (
    <Tooltip text={`${text}${cost}`} side="top">
      <span
        className={`ring${tone === 'plain' ? '' : ` ${tone}`}`}
        role="img"
        aria-label={t('composer.context', { percent })}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <circle className="bg" cx="10" cy="10" r="8" />
          <circle
            className="v"
            cx="10"
            cy="10"
            r="8"
            strokeDasharray={`${(percent / 100) * ROUND} ${ROUND}`}
          />
        </svg>
        {percent}%
      </span>
    </Tooltip>
  )
}
