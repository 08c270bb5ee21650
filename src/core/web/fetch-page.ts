import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import { decodePage } from './decode-page'
import { type ResolveHost, WebError, webRequest } from './web-request'

/** Largest page that is read, in bytes after decompression: more is no page for reading. */
export const PAGE_MAX_BYTES = 5 * 1024 * 1024
/** How long one page may take in all, redirects included. */
export const PAGE_LIMIT_MS: Millis = 30_000
/** Redirects in a row that are followed; the usual ones need one or two. */
export const REDIRECTS_MAX = 5

/** A fetched page as text. */
export type Page = {
  /** Where it really came from, after redirects. */
  url: string
  status: number
  type: string
  bytes: number
  title: string
  text: string
}

export type FetchPageDeps = {
  resolve: ResolveHost
  /** Whether an address may be connected to; asked for every connection. */
  mayReach(address: string): boolean
  clock: Clock
}

/**
 * Fetches a page and makes it readable. Every address on the way is checked, also those of redirects.
 *
 * @throws WebError in words for the agent; the reason of the signal after an abort
 */
export async function fetchPage(
  address: string,
  signal: AbortSignal,
  { resolve, mayReach, clock }: FetchPageDeps,
): Promise<Page> {
  const limit = new AbortController()
  const onAbort = () => limit.abort(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  const timer = clock.setTimer(PAGE_LIMIT_MS, () =>
    limit.abort(new WebError(`The page took longer than ${PAGE_LIMIT_MS / 1000} s.`)),
  )
  try {
    return await follow(webUrl(address), { resolve, mayReach, signal: limit.signal })
  } finally {
    timer.dispose()
    signal.removeEventListener('abort', onAbort)
  }
}

/** The address of a page. @throws WebError for anything but http and https, and for one that carries a password */
export function webUrl(address: string, base?: URL): URL {
  let url: URL
  try {
    url = new URL(address, base)
  } catch {
    throw new WebError(`${address} is no address of a page.`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new WebError(`Only http: and https: addresses can be fetched, not ${url.protocol}`)
  if (url.username !== '' || url.password !== '')
    throw new WebError('An address with a user name or a password is not fetched.')
  url.hash = ''
  return url
}

async function follow(first: URL, options: Parameters<typeof webRequest>[1]): Promise<Page> {
  let url = first
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const answer = await webRequest(url, options)
    const { statusCode: status = 0, headers } = answer
    if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined)
      return await readPage(url, status, answer, options.signal)
    answer.destroy()
    url = webUrl(headers.location, url)
  }
  throw new WebError(`More than ${REDIRECTS_MAX} redirects; the last one leads to ${url.href}.`)
}

async function readPage(
  url: URL,
  status: number,
  answer: IncomingMessage,
  signal: AbortSignal,
): Promise<Page> {
  const [type = '', ...parts] = (answer.headers['content-type'] ?? '').split(';').map((part) => part.trim())
  if (!isTextType(type)) {
    answer.destroy()
    throw new WebError(`${url.href} is no text but ${type}.`)
  }
  const body = await readBody(url, answer, signal)
  const charset = parts.map((part) => /^charset="?([^"]+)"?$/i.exec(part)?.[1]).find(Boolean) ?? null
  const decoded = decodePage(body, charset)
  if (decoded === null) throw new WebError(`${url.href} is no text (${body.length} bytes).`)
  const facts = { url: url.href, status, type, bytes: body.length }
  if (!isHtml(type, decoded)) return { ...facts, title: '', text: decoded }
  // Loaded with the first page: the app starts without it.
  const { htmlText } = await import('./page-text')
  return { ...facts, ...htmlText(decoded) }
}

/** Text, or not said: then the bytes decide. */
function isTextType(type: string): boolean {
  return /^(?:$|text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|javascript|ecmascript|yaml|toml|x-\w+script|x-yaml|x-sh|x-ndjson|graphql|sql)$)/i.test(
    type,
  )
}

function isHtml(type: string, text: string): boolean {
  return /html/i.test(type) || (type === '' && /^\s*<(?:!doctype html|html)\b/i.test(text))
}

/** The whole body, decompressed. The limit counts what comes out, so that a small answer cannot fill the memory. */
async function readBody(url: URL, answer: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const stream = decompressed(answer)
  const onAbort = () => stream.destroy(signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > PAGE_MAX_BYTES)
        throw new WebError(`${url.href} is larger than ${PAGE_MAX_BYTES / 1024 / 1024} MB.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw error instanceof WebError ? error : new WebError(`${url.href} broke off before its end.`)
  } finally {
    signal.removeEventListener('abort', onAbort)
    answer.destroy()
  }
  return Buffer.concat(chunks)
}

function decompressed(answer: IncomingMessage): Readable {
  const by = decompressorOf(answer.headers['content-encoding'] ?? '')
  if (!by) return answer
  // `pipe` leaves the end of a broken connection to us.
  answer.on('error', (error) => by.destroy(error))
  answer.on('aborted', () => by.destroy(new Error('aborted')))
  return answer.pipe(by)
}

function decompressorOf(encoding: string) {
  switch (encoding.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return null
  }
}
