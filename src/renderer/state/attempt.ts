import { RequestError } from '../api'
import type { ActionName } from './ui'
import { dismissFailure, reportFailure, useUi } from './ui'

/**
 * Runs an action of the person and shows its failure under the header. Resolves with undefined when it failed.
 * A later success of the same action takes its failure away.
 */
export async function attempt<T>(
  action: ActionName,
  run: () => Promise<T>,
  retry: (() => void) | null = null,
): Promise<T | undefined> {
  try {
    const value = await run()
    if (useUi.getState().failure?.action === action) dismissFailure()
    return value
  } catch (error) {
    const code = error instanceof RequestError ? error.code : 'internal'
    const message = error instanceof Error ? error.message : String(error)
    reportFailure({ action, code, message, retry })
    return undefined
  }
}
