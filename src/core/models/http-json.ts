import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import { NamedFailure } from './failures'
import type { Fetch } from './http-fetch'

/** Longest list of models that is read; the largest known one has about 1 MB. */
const JSON_MAX_BYTES = 8 * 1024 * 1024

export type HttpDeps = { fetch: Fetch; clock: Clock }

/** An answer that is no success, in the shape `describeFailure` reads. */
export class HttpAnswerError extends Error {
  readonly responseHeaders: Record<string, string>
  constructor(
    readonly statusCode: number,
    readonly responseBody: string,
    headers: Headers,
  ) {
    super(`The server answered with status ${statusCode}`)
    this.name = 'HttpAnswerError'
    this.responseHeaders = Object.fromEntries(headers)
  }
}

/**
 * Fetches a JSON document within a time limit and a size limit; with `body` it is asked for by POST.
 * @throws HttpAnswerError for another status than success, NamedFailure for silence or something else than JSON
 */
export async function getJson(
  { fetch, clock }: HttpDeps,
  url: string,
  headers: Record<string, string>,
  limitMs: Millis,
  signal: AbortSignal,
  body?: unknown,
): Promise<unknown> {
  if (signal.aborted) throw signal.reason
  const connection = new AbortController()
  const onAbort = () => connection.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = clock.setTimer(limitMs, () =>
    connection.abort(new NamedFailure('silent', `No answer within ${limitMs / 1000} s.`, true)),
  )
  try {
    const sent =
      body === undefined
        ? { headers: { accept: 'application/json', ...headers } }
        : {
            method: 'POST',
            headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
            body: JSON.stringify(body),
          }
    const init = { ...sent, signal: connection.signal }
    const response = await fetch(url, init)
    const text = await bodyText(response)
    if (!response.ok) throw new HttpAnswerError(response.status, text, response.headers)
    return parse(text)
  } catch (error) {
    throw connection.signal.aborted ? connection.signal.reason : error
  } finally {
    timer.dispose()
    signal.removeEventListener('abort', onAbort)
    connection.abort(new Error('The answer was read'))
  }
}

async function bodyText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > JSON_MAX_BYTES)
      throw new NamedFailure('protocol', 'The answer is too long for a list of models.', false)
    text += decoder.decode(value, { stream: true })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NamedFailure('protocol', 'The address does not answer with JSON.', false)
  }
}
