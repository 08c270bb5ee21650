import type { Millis } from '../../shared/ids'
import type { ModelFailure } from '../../shared/models'
import { type ProviderWords, providerWords, safeDetail } from './failure-words'

/** A failed request: what to tell the person, and whether the same request may be sent again (A-162, A-164). */
export type RequestFailure = { failure: ModelFailure; retryable: boolean; retryAfterMs: Millis | null }

export type FailureContext = {
  /** The connection's label, for the sentence. */
  server: string
  /** Values that must not appear in any text (A-160). */
  secrets: readonly string[]
  /** The moment of the failure: `Retry-After` may be a date. */
  now: Millis
  /** True once the server had answered with a success status: a broken connection is then a cut answer (A-080). */
  responded: boolean
}

/** A failure that our own code found and can name; `detail` is for a person. */
export class NamedFailure extends Error {
  constructor(
    readonly code: ModelFailure['code'],
    detail: string,
    readonly retryable: boolean,
    readonly status: number | null = null,
  ) {
    super(detail)
    this.name = 'NamedFailure'
  }
}

/** Turns any error of a request to a model server into a failure a person can act on (A-159, A-160, A-162, A-164). */
export function describeFailure(error: unknown, context: FailureContext): RequestFailure {
  const chain = causes(error)
  const named = chain.find((link): link is NamedFailure => link instanceof NamedFailure)
  if (named) return result(context, named.code, named.message, named.retryable, named.status)

  const answer = chain.find(isHttpFailure)
  const network = chain.map(networkCode).find((code) => code !== null) ?? null
  // A broken connection inside a successful answer carries the answer's status 200 next to the network error.
  if (answer && (answer.statusCode ?? 0) >= 400)
    return context.responded ? ofEarlyStreamError(answer, context) : ofStatus(answer, context)
  if (network) return ofNetwork(network, chain, context)
  return ofStream(error, chain, context)
}

// ── HTTP answers ────────────────────────────────────────────────────────────────────────────────────────────

type HttpFailure = {
  statusCode?: number
  responseBody?: string
  responseHeaders?: Record<string, string>
  message: string
}

function isHttpFailure(link: unknown): link is HttpFailure {
  return typeof link === 'object' && link !== null && 'statusCode' in link && 'responseBody' in link
}

function ofStatus(answer: HttpFailure, context: FailureContext): RequestFailure {
  const words = providerWords(answer.responseBody || answer.message)
  const status = answer.statusCode ?? null
  const verdict = judge(status ?? 0, words)
  const detail = words.message || answer.message
  const wait = retryAfter(answer.responseHeaders ?? {}, context.now)
  return { ...result(context, verdict.code, detail, verdict.retryable, status), retryAfterMs: wait }
}

type Verdict = { code: ModelFailure['code']; retryable: boolean }

/** Decides by the words first where servers disagree about the status, then by the status. */
function judge(status: number, words: ProviderWords): Verdict {
  const said = `${words.type} ${words.code} ${words.message}`
  if (WINDOW_TOO_SMALL.test(said)) return { code: 'window-too-small', retryable: false }
  if (MODEL_MISSING.test(said)) return { code: 'model-missing', retryable: false }
  if (/insufficient_quota|billing|credit balance/i.test(said)) return { code: 'rate-limit', retryable: false }
  if (/rate_limit/i.test(words.type)) return { code: 'rate-limit', retryable: true }
  if (/overloaded/i.test(words.type)) return { code: 'overloaded', retryable: true }
  if (/authentication_error|permission_error|invalid_api_key/i.test(said))
    return { code: 'auth', retryable: false }
  if (/not_found_error/i.test(words.type)) return { code: 'model-missing', retryable: false }
  if (/invalid_request_error/i.test(words.type) && (status === 0 || status >= 500))
    return { code: 'invalid-request', retryable: false }
  if (status === 401 || status === 403) return { code: 'auth', retryable: false }
  // The path itself is unknown: the address or the kind of the connection is wrong, not the model.
  if (status === 404 || status === 405) return { code: 'protocol', retryable: false }
  if (status === 429) return { code: 'rate-limit', retryable: true }
  if (status === 408 || status === 409 || status === 425) return { code: 'overloaded', retryable: true }
  if (status >= 500 && status !== 501 && status !== 505) return { code: 'overloaded', retryable: true }
  if (status >= 400) return { code: 'invalid-request', retryable: false }
  return { code: 'unknown', retryable: false }
}

const WINDOW_TOO_SMALL =
  /context_length_exceeded|exceed_context_size|context.?length|context (?:window|size)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens|request_too_large|n_ctx/i
const MODEL_MISSING =
  /model_not_found|model [^\n]{0,160}(?:not found|does not exist|not loaded|is not available)|no models? (?:is |are )?loaded|not found, try pulling|invalid model|unknown model|model_not_loaded/i

/** How long the server asks to wait: milliseconds, seconds, or a date. */
function retryAfter(headers: Record<string, string>, now: Millis): Millis | null {
  const exact = Number(headers['retry-after-ms'])
  if (headers['retry-after-ms'] && Number.isFinite(exact) && exact >= 0) return Math.round(exact)
  const value = headers['retry-after']
  if (!value) return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return seconds >= 0 ? Math.round(seconds * 1000) : null
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

// ── The network ─────────────────────────────────────────────────────────────────────────────────────────────

const NETWORK_WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  ECONNABORTED: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENETDOWN: 'the network is down',
  EAI_AGAIN: 'the host name cannot be looked up now',
  ENOTFOUND: 'the host name is unknown',
}

/** The system's code of a network, certificate or HTTP-syntax error; null for anything else. */
function networkCode(link: unknown): string | null {
  const code = typeof link === 'object' && link !== null && 'code' in link ? link.code : null
  if (typeof code !== 'string') return null
  return code in NETWORK_WORDS || isCertificate(code) || code.startsWith('HPE_') ? code : null
}

function isCertificate(code: string): boolean {
  return /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED|ERR_TLS_|ERR_SSL_|EPROTO$)/.test(code)
}

function ofNetwork(code: string, chain: readonly unknown[], context: FailureContext): RequestFailure {
  if (code.startsWith('HPE_'))
    return result(context, 'protocol', 'The address does not answer in HTTP.', false, null)
  if (isCertificate(code))
    return result(context, 'unreachable', `The secure connection failed: ${code}`, false, null)
  const where = chain.map(address).find((found) => found !== '') ?? ''
  const what = `${NETWORK_WORDS[code] ?? code}${where === '' ? '' : ` (${where})`}`
  return context.responded
    ? result(context, 'interrupted', what, true, null)
    : result(context, 'unreachable', what, true, null)
}

function address(link: unknown): string {
  if (typeof link !== 'object' || link === null) return ''
  if ('address' in link && typeof link.address === 'string') {
    const port = 'port' in link && typeof link.port === 'number' ? `:${link.port}` : ''
    return link.address.includes(':') ? `[${link.address}]${port}` : `${link.address}${port}`
  }
  return 'hostname' in link && typeof link.hostname === 'string' ? link.hostname : ''
}

// ── Inside a stream ─────────────────────────────────────────────────────────────────────────────────────────

/** The SDK dresses an error that is the first event of a stream as an HTTP answer with a status of its own making. */
function ofEarlyStreamError(answer: HttpFailure, context: FailureContext): RequestFailure {
  const body: unknown = parsed(answer.responseBody ?? '')
  return PROTOCOL_ERRORS.has(nameOf(body))
    ? ofStream(body, [body], context)
    : ofWords(providerWords(body), context)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // Kept as text: the words of the error are all that is known of it.
    return body
  }
}

/** An error object in the middle of a stream, an event that is no JSON or of no known shape, or an unknown error. */
function ofStream(error: unknown, chain: readonly unknown[], context: FailureContext): RequestFailure {
  const name = chain.map(nameOf).find((found) => PROTOCOL_ERRORS.has(found))
  if (name) {
    // A server may send its error in a shape the SDK does not know; the value is then kept in the error.
    const said = providerWords(chain.map(invalidValueOf).find((value) => value !== undefined))
    if (said.message !== '' && name === 'AI_TypeValidationError') return ofWords(said, context)
    const text = chain.map(invalidTextOf).find((found) => found !== '') ?? ''
    const what = text === '' ? messageOf(error) : `not valid JSON in the stream: ${text.slice(0, 120)}`
    return result(context, 'protocol', what, false, null)
  }
  if (chain.some(isHttpFailure) || error instanceof Error) {
    const message = messageOf(error)
    return result(context, context.responded ? 'interrupted' : 'unknown', message, context.responded, null)
  }
  return ofWords(providerWords(error), context)
}

function ofWords(words: ProviderWords, context: FailureContext): RequestFailure {
  const status = /^[45]\d\d$/.test(words.code) ? Number(words.code) : 0
  const verdict = judge(status, words)
  const busy =
    verdict.code === 'unknown' && /server_error|api_error|internal|timeout|unavailable/i.test(words.type)
  return busy
    ? result(context, 'overloaded', words.message, true, null)
    : result(context, verdict.code, words.message || words.type, verdict.retryable, status || null)
}

const PROTOCOL_ERRORS = new Set([
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
  'AI_EmptyResponseBodyError',
])

function nameOf(link: unknown): string {
  return typeof link === 'object' && link !== null && 'name' in link && typeof link.name === 'string'
    ? link.name
    : ''
}
function invalidTextOf(link: unknown): string {
  return nameOf(link) === 'AI_JSONParseError' && typeof link === 'object' && link !== null && 'text' in link
    ? String(link.text)
    : ''
}
function invalidValueOf(link: unknown): unknown {
  return nameOf(link) === 'AI_TypeValidationError' &&
    typeof link === 'object' &&
    link !== null &&
    'value' in link
    ? link.value
    : undefined
}
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// ── Shared ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Most links of an error's causes that are looked at; a chain may be a ring. */
const MAX_CAUSES = 10

/** The error, its causes and what it aggregates, outermost first. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = []
  const queue: unknown[] = [error]
  while (queue.length > 0 && found.length < MAX_CAUSES) {
    const link = queue.shift()
    if (link === undefined || link === null || found.includes(link)) continue
    found.push(link)
    if (typeof link !== 'object') continue
    // Node tries several addresses of a name and reports all refusals in one.
    if ('errors' in link && Array.isArray(link.errors)) queue.push(...link.errors)
    if ('cause' in link) queue.push(link.cause)
  }
  return found
}

function result(
  context: FailureContext,
  code: ModelFailure['code'],
  detail: string,
  retryable: boolean,
  status: number | null,
): RequestFailure {
  const safe = safeDetail(detail, context.secrets)
  return { failure: { code, server: context.server, detail: safe, status }, retryable, retryAfterMs: null }
}
