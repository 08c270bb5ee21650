import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ModelFailure } from '../../../shared/models'
import { modelFailureText } from '../../i18n/failure-text'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'

/** Why a server's models could not be listed, what to change, and Retry beside it. */
export function ConnectionFailureRow(props: { failure: ModelFailure; onRetry: () => void }) {
  const { t } = useTranslation()
  const { what, fix, detail } = modelFailureText(props.failure)
  return (
    <div className="errrow" role="status">
      <Icon icon={CircleAlert} />
      <div className="grow">
        {what} {fix}
        {detail === '' ? null : <small>{detail}</small>}
      </div>
      <Button small onClick={props.onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}
