import { isRecord } from '../../shared/is-record'

/** Longest text of a provider a failure carries, in UTF-16 units: enough for a sentence, too short for a page. */
export const FAILURE_DETAIL_MAX_CHARS = 500

/** What an error body or error event says of itself. */
export type ProviderWords = { message: string; type: string; code: string }

/**
 * Reads the words of a provider out of an error in any of the shapes met in the field: OpenAI and Anthropic
 * `{error:{message,type,code}}`, Ollama `{error:"…"}`, FastAPI `{detail:"…"}`, a bare `{message}`, or plain text.
 */
export function providerWords(body: unknown): ProviderWords {
  const value = typeof body === 'string' ? parseOrText(body) : body
  if (typeof value === 'string') return { message: value, type: '', code: '' }
  if (!isRecord(value)) return { message: '', type: '', code: '' }
  if (isRecord(value.error) || typeof value.error === 'string') return providerWords(value.error)
  return {
    message: firstText(value.message, value.detail, value.error_description),
    type: text(value.type),
    code: typeof value.code === 'number' ? String(value.code) : text(value.code),
  }
}

/**
 * Makes a provider's words fit to show and to log: one paragraph, bounded, markup of web pages removed, and nothing in
 * it that is or looks like a key. Providers do repeat the key they reject.
 */
export function safeDetail(words: string, secrets: readonly string[]): string {
  let safe = words
  for (const secret of secrets) if (secret.length >= MIN_SECRET_CHARS) safe = safe.split(secret).join(HIDDEN)
  for (const pattern of KEY_PATTERNS) safe = safe.replace(pattern, HIDDEN)
  if (/<html|<!doctype/i.test(safe))
    safe = safe.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
  safe = safe.replace(/\s+/g, ' ').trim()
  return safe.length > FAILURE_DETAIL_MAX_CHARS ? `${safe.slice(0, FAILURE_DETAIL_MAX_CHARS - 1)}…` : safe
}

const HIDDEN = '[hidden]'
/** Shorter "keys" are placeholders such as `ollama`; hiding them would tear ordinary words apart. */
const MIN_SECRET_CHARS = 8
// Keys as the large providers write them, whole or with their middle starred out, and authorization headers.
const KEY_PATTERNS = [
  /\b(?:sk|pk|rk|xai|gsk|hf|or|key)[-_][\w*.-]{8,}/gi,
  /\bAIza[\w-]{20,}/g,
  /\bBearer\s+[\w.~+/=*-]{8,}/gi,
]

function parseOrText(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // Not JSON: proxies and local servers answer in plain text or HTML.
    return body
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function firstText(...values: unknown[]): string {
  return values.map(text).find((value) => value !== '') ?? ''
}
