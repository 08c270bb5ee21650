import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolResultSchema,
  ListToolsResultSchema,
  type Tool,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import { type Disposable, DisposableStore } from '../disposable'
import { Emitter } from '../events'
import { CallTimeout, type McpConnection } from './connection'

/** Most pages of tools that are asked for: a server that always has another one would never end. */
const PAGES_MAX = 20
/** The library counts on the machine's clock; here limits are counted on ours. */
const NO_LIMIT_MS: Millis = 2_147_483_647

/**
 * Speaks with a server for the first time and asks for its tools. Rejects with the server's error, and with the signal's
 * reason after an abort.
 */
export async function connectServer(
  transport: Transport,
  version: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<McpConnection> {
  const client = new Client({ name: 'vigil', version })
  const owned = new DisposableStore()
  const changes = owned.add(new Emitter<readonly Tool[]>())
  const closed = new Promise<void>((resolve) => {
    client.onclose = () => {
      owned.dispose()
      resolve()
    }
  })
  const listTools = async () => {
    const options = { signal, timeout: NO_LIMIT_MS }
    const tools: Tool[] = []
    if (!client.getServerCapabilities()?.tools) return tools
    let cursor: string | undefined
    for (let page = 0; page < PAGES_MAX; page++) {
      const params = cursor === undefined ? {} : { cursor }
      const part = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, options)
      tools.push(...part.tools)
      cursor = part.nextCursor
      if (cursor === undefined) break
    }
    return tools
  }
  let tools: readonly Tool[]
  try {
    await client.connect(transport, { signal, timeout: NO_LIMIT_MS })
    tools = await listTools()
  } catch (error) {
    await client.close()
    throw signal.aborted ? signal.reason : error
  }
  client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
    tools = await listTools()
    changes.fire(tools)
  })
  return {
    get tools() {
      return tools
    },
    onTools: changes.event,
    closed,
    async call(name, input, { signal: stop, limitMs, onProgress }) {
      const limit = callLimit(clock, stop, limitMs)
      try {
        return await client.request(
          { method: 'tools/call', params: { name, arguments: input } },
          CallToolResultSchema,
          {
            signal: limit.signal,
            timeout: NO_LIMIT_MS,
            onprogress: ({ progress, total, message }) => {
              limit.heard()
              onProgress({ done: progress, total: total ?? null, message: message ?? null })
            },
          },
        )
      } catch (error) {
        throw limit.signal.aborted ? limit.signal.reason : error
      } finally {
        limit.dispose()
      }
    },
    close: () => client.close(),
  }
}

/** A signal that is aborted with the given one, or when nothing was heard for the limit. */
function callLimit(
  clock: Clock,
  stop: AbortSignal,
  limitMs: Millis,
): Disposable & { signal: AbortSignal; heard(): void } {
  const own = new AbortController()
  const onStop = () => own.abort(stop.reason)
  const start = () => clock.setTimer(limitMs, () => own.abort(new CallTimeout()))
  if (stop.aborted) onStop()
  else stop.addEventListener('abort', onStop, { once: true })
  let timer = start()
  return {
    signal: own.signal,
    heard() {
      timer.dispose()
      timer = start()
    },
    dispose() {
      timer.dispose()
      stop.removeEventListener('abort', onStop)
    },
  }
}
