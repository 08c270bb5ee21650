import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { NamedFailure } from './failures'

/** The part of `fetch` the provider packages use. */
export type Fetch = typeof globalThis.fetch

/** Longest body of an error answer that is read: web pages of proxies are long and say little. */
const ERROR_BODY_MAX_BYTES = 256 * 1024
/** Longest line of an event stream; a longer one is no event but a server gone wrong, and would fill memory. */
export const STREAM_LINE_MAX_BYTES = 16 * 1024 * 1024

/**
 * `fetch` over `node:http`, for the provider packages. Node's own `fetch` gives up after five minutes of silence and
 * cannot be told otherwise, but a slow local model is no error; here there is no timeout at all. Each request has
 * its own connection, which an abort or a cancelled body destroys at once. Redirects are not followed, so a key
 * never travels to an address that nobody entered.
 * @param onActivity called for every arrival of bytes, so that silence can be measured
 */
export function createHttpFetch(onActivity: () => void = () => {}): Fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const body = init?.body ?? null
    if (body !== null && typeof body !== 'string') throw new TypeError('Only text bodies are sent')
    const answer = await send(url, init?.method ?? 'GET', headersOf(init), body, init?.signal ?? null)
    onActivity()
    const status = answer.statusCode ?? 0
    if (status >= 300 && status < 400 && status !== 304) {
      answer.destroy()
      const target = redactedTarget(answer.headers.location, url)
      throw new NamedFailure(
        'protocol',
        `The server redirects to ${target}. Enter that address.`,
        false,
        status,
      )
    }
    if (status < 200 || status > 599) {
      answer.destroy()
      throw new NamedFailure('protocol', `The server answered with status ${status}.`, false, null)
    }
    return new Response(hasBody(status) ? bodyOf(answer, status, onActivity) : null, {
      status,
      statusText: latin1(answer.statusMessage ?? ''),
      headers: responseHeaders(answer),
    })
  }
}

function send(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body: string | null,
  signal: AbortSignal | null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal))
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest
    const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    // `localhost` may resolve to ::1 first while the server listens on 127.0.0.1: both are tried.
    const options = {
      method,
      headers: { ...headers, ...length },
      agent: false as const,
      autoSelectFamily: true,
    }
    const request: ClientRequest = start(url, options)
    const onAbort = () => request.destroy(signal ? abortError(signal) : undefined)
    signal?.addEventListener('abort', onAbort, { once: true })
    request.on('close', () => signal?.removeEventListener('abort', onAbort))
    request.on('error', (error: NodeJS.ErrnoException) => reject(withReset(error)))
    request.on('response', resolve)
    request.end(body ?? undefined)
  })
}

/** The body as a web stream that is read no faster than it is consumed. */
function bodyOf(answer: IncomingMessage, status: number, onActivity: () => void): ReadableStream<Uint8Array> {
  let total = 0
  let line = 0
  let over = false
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const finish = (end: () => void) => {
          if (over) return
          over = true
          end()
        }
        answer.on('data', (chunk: Buffer) => {
          if (over) return
          onActivity()
          total += chunk.length
          const lineEnd = Math.max(chunk.lastIndexOf(LF), chunk.lastIndexOf(CR))
          line = lineEnd < 0 ? line + chunk.length : chunk.length - lineEnd
          controller.enqueue(new Uint8Array(chunk))
          if (status >= 400 && total > ERROR_BODY_MAX_BYTES) {
            finish(() => controller.close())
            answer.destroy()
          } else if (line > STREAM_LINE_MAX_BYTES) {
            finish(() =>
              controller.error(new NamedFailure('protocol', 'One line of the answer is too long.', false)),
            )
            answer.destroy()
          } else if ((controller.desiredSize ?? 0) <= 0) answer.pause()
        })
        answer.on('end', () => finish(() => controller.close()))
        answer.on('error', (error) => finish(() => controller.error(withReset(error))))
        // A destroyed connection may end in `close` alone.
        answer.on('close', () =>
          finish(() => controller.error(withReset(new Error('The connection was closed')))),
        )
        answer.pause()
      },
      pull() {
        answer.resume()
      },
      cancel() {
        over = true
        answer.destroy()
      },
    },
    { highWaterMark: 1 },
  )
}

const LF = 10
const CR = 13

function headersOf(init: RequestInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(init?.headers))
}

function responseHeaders(answer: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  return headers
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}

/** `Response` refuses a status text outside Latin-1. */
function latin1(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
}

/** Node reports an early end of a connection in several ways; all of them mean a reset. */
function withReset(error: NodeJS.ErrnoException): Error {
  if (error.name === 'AbortError' || error instanceof NamedFailure) return error
  return error.code === undefined ? Object.assign(error, { code: 'ECONNRESET' }) : error
}

/** The provider packages know an abort by its name. */
function abortError(signal: AbortSignal): Error {
  const error = new Error('The request was aborted', { cause: signal.reason })
  error.name = 'AbortError'
  return error
}

/** The target of a redirect without anything that could be a secret. */
function redactedTarget(location: string | undefined, from: URL): string {
  if (!location) return 'another address'
  try {
    const target = new URL(location, from)
    return `${target.origin}${target.pathname}`
  } catch {
    // A redirect to something that is no address is reported without it.
    return 'another address'
  }
}
