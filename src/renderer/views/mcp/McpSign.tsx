import { CircleCheck, CircleDashed, CircleMinus, CircleX, ShieldQuestion } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { McpState } from '../../../shared/mcp'
import { useNow } from '../../state/clock'
import { Icon } from '../../ui/Icon'
import { Spinner } from '../../ui/Spinner'

/** How a server does, as a sign and a word. */
export function McpSign({ state }: { state: McpState }) {
  const { t } = useTranslation('mcp')
  switch (state.kind) {
    case 'ready':
      return (
        <span className="reach">
          <Icon icon={CircleCheck} size={14} className="c-ok" />
          {t('state.ready', { count: state.tools.length })}
        </span>
      )
    case 'starting':
      return (
        <span className="reach">
          <Spinner size={14} className="c-accent" />
          {t('state.starting')}
        </span>
      )
    case 'failed':
      return (
        <span className="reach">
          <Icon icon={CircleX} size={14} className="c-err" />
          {state.retryAt === null ? t('state.failed') : <RetryIn at={state.retryAt} />}
        </span>
      )
    case 'untrusted':
      return (
        <span className="reach">
          <Icon icon={ShieldQuestion} size={14} className="c-warn" />
          {t('state.untrusted')}
        </span>
      )
    case 'idle':
    case 'off':
      return (
        <span className="reach c-3">
          <Icon icon={state.kind === 'idle' ? CircleDashed : CircleMinus} size={14} />
          {t(`state.${state.kind}`)}
        </span>
      )
  }
}

function RetryIn({ at }: { at: number }) {
  const { t } = useTranslation('mcp')
  const now = useNow()
  return t('state.retry', { count: Math.max(1, Math.ceil((at - now) / 1000)) })
}
