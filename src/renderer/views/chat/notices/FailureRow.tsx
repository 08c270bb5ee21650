import { CircleAlert, RotateCcw, SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatId } from '../../../../shared/ids'
import type { ModelFailure } from '../../../../shared/models'
import { modelFailureText } from '../../../i18n/failure-text'
import { retryTurn } from '../../../state/chat-actions'
import { showSettings } from '../../../state/ui'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/Icon'

/** Failures that a setting mends. */
const NEEDS_SETTINGS: readonly ModelFailure['code'][] = [
  'no-model',
  'unreachable',
  'auth',
  'model-missing',
  'window-too-small',
  'invalid-request',
  'protocol',
]

/** Why the model did not answer, what mends it, and what is not affected. */
export function FailureRow(props: { failure: ModelFailure; chatId: ChatId; canRetry: boolean }) {
  const { failure, chatId, canRetry } = props
  const { t } = useTranslation(['errors', 'common', 'chat'])
  const text = modelFailureText(failure)
  return (
    <div className="errrow">
      <Icon icon={CircleAlert} />
      <div className="err-text">
        {text.what}
        <small>
          {text.fix} {failure.code === 'app-ended' ? null : t('errors:failure.kept')}
        </small>
        {text.detail === '' ? null : <small className="err-detail">{text.detail}</small>}
      </div>
      {canRetry ? (
        <div className="err-actions">
          {NEEDS_SETTINGS.includes(failure.code) ? (
            <Button small kind="ghost" onClick={() => showSettings('models')}>
              <Icon icon={SlidersHorizontal} size={14} />
              {t('chat:failure.settings')}
            </Button>
          ) : null}
          <Button small onClick={() => void retryTurn(chatId)}>
            <Icon icon={RotateCcw} size={14} />
            {t('common:retry')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
