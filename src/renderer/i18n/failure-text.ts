import type { ErrorCode } from '../../shared/errors'
import { errorCodeSchema } from '../../shared/errors'
import type { ModelFailure } from '../../shared/models'
import { RequestError } from '../api'
import type { ActionFailure } from '../state/ui'
import { i18n } from './i18n'

/** A model failure in plain words: what happened, and the setting or action that mends it. */
export function modelFailureText(failure: ModelFailure): { what: string; fix: string; detail: string } {
  const server = failure.server
  const status = failure.status === null ? '' : i18n.t('errors:failure.status', { status: failure.status })
  return {
    what: i18n.t(`errors:failure.${failure.code}`, { server }),
    fix: i18n.t(`errors:failure.${failure.code}.fix`, { server }),
    detail: [status, failure.detail].filter((part) => part !== '').join(': '),
  }
}

/** A refused request in plain words: what did not happen, and why. */
export function actionFailureText(failure: ActionFailure): { what: string; why: string } {
  const known = errorCodeSchema.safeParse(failure.code)
  return {
    what: i18n.t(`errors:action.${failure.action}`),
    why: errorCodeText(known.success ? known.data : 'internal', failure.message),
  }
}

/** Why the engine refused, in plain words. */
export function errorCodeText(code: ErrorCode, message: string): string {
  return i18n.t(`errors:code.${code}`, { message })
}

/** What a refused request says to the person. */
export function requestErrorText(error: unknown): string {
  return error instanceof RequestError ? errorCodeText(error.code, error.message) : String(error)
}
