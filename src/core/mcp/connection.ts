import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { Millis } from '../../shared/ids'
import type { Event } from '../events'

/** How far a call is, as its server tells; `total` where it knows. */
export type CallProgress = { done: number; total: number | null; message: string | null }

export type CallOptions = {
  signal: AbortSignal
  /** Without an answer or progress for this long the call is given up. */
  limitMs: Millis
  onProgress(progress: CallProgress): void
}

/** A server that was spoken with successfully. */
export type McpConnection = {
  readonly tools: readonly Tool[]
  /** The server's tools are others now. */
  readonly onTools: Event<readonly Tool[]>
  /** Settles when the connection is over, by whoever. */
  readonly closed: Promise<void>
  /**
   * Calls a tool; an abort and a passed limit are told to the server (`notifications/cancelled`). Rejects with the
   * server's error, with {@link CallTimeout}, or with the signal's reason.
   */
  call(tool: string, input: Record<string, unknown>, options: CallOptions): Promise<CallToolResult>
  close(): Promise<void>
}

/** Nothing was heard of a call for as long as it may take. */
export class CallTimeout extends Error {
  override readonly message = 'No answer and no progress for too long.'
}
