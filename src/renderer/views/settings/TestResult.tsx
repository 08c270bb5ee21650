import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ConnectionTest } from '../../../shared/models'
import { useFormat } from '../../i18n/use-format'
import { Icon } from '../../ui/Icon'
import { ConnectionFailureRow } from './ConnectionFailureRow'

/** What came of trying a connection: its models and how long it took, or what is wrong and how to mend it. */
export function TestResult({ result, onRetry }: { result: ConnectionTest; onRetry: () => void }) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const { reach, tookMs } = result
  if (reach.kind === 'failed') return <ConnectionFailureRow failure={reach.failure} onRetry={onRetry} />
  return (
    <p className="reach test-result" role="status">
      <Icon icon={CircleCheck} size={14} className="c-ok" />
      {t('connection.test.ok', { count: reach.models, time: format.number(tookMs) })}
    </p>
  )
}
