import { z } from 'zod'

/**
 * Every reason for which the engine refuses a request. Hosts translate the code; the message is English. Marked as pure,
 * so that programs that only throw the errors need no zod.
 */
export const errorCodeSchema = /* @__PURE__ */ z.enum([
  'bad-input',
  'unknown-chat',
  'unknown-command',
  'unknown-connection',
  'unknown-workspace',
  'unknown-profile',
  'not-pending',
  'not-confirmed',
  'snapshot-failed',
  'no-snapshot',
  'not-running',
  'turn-running',
  'commands-running',
  'no-model',
  'output-unavailable',
  'output-read-failed',
  'spawn-failed',
  'workdir-missing',
  'secrets-unavailable',
  'storage-failed',
  'aborted',
  'forbidden',
  'internal',
])
export type ErrorCode = z.infer<typeof errorCodeSchema>

/** A refused request. An outcome (exit 1, rejected, stopped) is a value, never this error. */
export class EngineError extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'EngineError'
    this.code = code
  }
}

/** An `EngineError` as it crosses a process boundary. */
export type ErrorData = { code: ErrorCode; message: string }

/** Turns anything thrown into data for the other side of a boundary; unknown errors become `internal`. */
export function toErrorData(error: unknown): ErrorData {
  if (error instanceof EngineError) return { code: error.code, message: error.message }
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) }
}
