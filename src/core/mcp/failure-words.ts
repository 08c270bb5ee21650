import { EngineError } from '../../shared/errors'

/** Longest words of a server that are passed on, in UTF-16 units. */
const WORDS_MAX_CHARS = 500

/** Why a server cannot be used, in words for a person; `lastLine` is what it said last on stderr. */
export function connectWords(error: unknown, lastLine: string): string {
  if (error instanceof EngineError) return error.message
  const words = errorWords(error)
  return lastLine === '' ? words : `${words.replace(/[.:]$/, '')}: ${lastLine.slice(0, WORDS_MAX_CHARS)}`
}

/** What went wrong with a call, in the server's own words as far as it has some. */
export function errorWords(error: unknown): string {
  const { status, message } = errorParts(error)
  if (status === 401 || status === 403) return `The server refused the access (HTTP ${status}).`
  if (status !== null) return `The server answered with HTTP ${status}.`
  return message === 'Connection closed' ? 'It ended.' : message.slice(0, WORDS_MAX_CHARS)
}

/** True when the server does not know its session any more, as after its restart. */
export function isSessionLost(error: unknown): boolean {
  return errorParts(error).status === 404
}

function errorParts(error: unknown): { status: number | null; message: string } {
  if (!(error instanceof Error)) return { status: null, message: String(error) }
  const { code } = error as { code?: unknown }
  // The library's error for HTTP carries the status as its code; those of the protocol are negative.
  const status = typeof code === 'number' && code >= 300 && code <= 599 ? code : null
  const { cause } = error
  const because = cause instanceof Error && error.message === 'fetch failed' ? cause.message : error.message
  return { status, message: because.replace(/^MCP error -?\d+: /, '') }
}
