import { lookup as systemLookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

/** Why a page could not be fetched, in words for the agent. */
export class WebError extends Error {}

/** The addresses of a host. Rejects when there are none. */
export type ResolveHost = (host: string) => Promise<{ address: string; family: number }[]>

export type WebRequestOptions = {
  resolve: ResolveHost
  /** Whether an address may be connected to. */
  mayReach(address: string): boolean
  signal: AbortSignal
}

/** Asks the system, which also knows the hosts file. */
export const resolveBySystem: ResolveHost = (host) => systemLookup(host, { all: true, verbatim: true })

const HEADERS = {
  'user-agent': 'Vigil (desktop app; fetches a page for its user)',
  accept:
    'text/html, text/plain, text/markdown, application/json, application/xml;q=0.9, text/*;q=0.9, */*;q=0.1',
  'accept-encoding': 'gzip, deflate, br',
}

/**
 * One GET without cookies or keys. The addresses are checked where the connection is made, so a name that answers
 * differently the second time gains nothing (DNS rebinding). Redirects are answers.
 *
 * @throws WebError in words for the agent; the reason of the signal after an abort
 */
export function webRequest(url: URL, options: WebRequestOptions): Promise<IncomingMessage> {
  const { signal, mayReach } = options
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !mayReach(host)) return Promise.reject(notPublic(url))
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest
    const settings = {
      // A connection of its own, so that none is reused that was made under other rules.
      agent: false as const,
      autoSelectFamily: true,
      headers: HEADERS,
      lookup: checkedLookup(url, options),
    }
    const request = start(url, settings)
    const onAbort = () => request.destroy(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    request.on('close', () => signal.removeEventListener('abort', onAbort))
    request.on('error', (error) =>
      reject(signal.aborted ? signal.reason : error instanceof WebError ? error : unreachable(url, error)),
    )
    request.on('response', resolve)
    request.end()
  })
}

/** A lookup for one connection that leaves out what may not be reached, and fails when nothing is left. */
function checkedLookup(url: URL, { resolve, mayReach }: WebRequestOptions): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host).then(
      (found) => {
        const allowed = found.filter(({ address }) => mayReach(address))
        const [first] = allowed
        if (!first) return callback(found.length > 0 ? notPublic(url) : unreachable(url), '', 0)
        if (all) callback(null, allowed)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(unreachable(url, error), '', 0),
    )
  }
}

function notPublic(url: URL): WebError {
  return new WebError(
    `${url.host} is this machine or part of a private network, which may not be reached with this tool. A local server can be asked with a shell command.`,
  )
}

function unreachable(url: URL, error?: NodeJS.ErrnoException): WebError {
  const code = error?.code ?? 'no address'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'no address')
    return new WebError(`There is no address for ${url.hostname}, or no network.`)
  return new WebError(`${url.host} cannot be reached (${code}).`)
}
