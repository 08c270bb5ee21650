import { EngineError } from '../../shared/errors'
import { type ConnectionId, connectionIdSchema } from '../../shared/ids'
import type { RequestInput } from '../../shared/ipc'
import type { Connection, ConnectionStatus, ConnectionTest, LocalServer } from '../../shared/models'
import type { Clock } from '../clock'
import type { Disposable } from '../disposable'
import { Emitter, type Event } from '../events'
import type { Ids } from '../ports'
import { type CatalogDeps, findKey, needsKey, secretName } from './catalog'
import { describeFailure } from './failures'
import type { Fetch } from './http-fetch'
import { BUILT_IN_CONNECTIONS } from './known-models'
import { listModels } from './list-models'
import { probeLocalServers } from './probe'

/** Places models come from: their settings, their keys, and whether they answer (A-153…A-160). */
export type ConnectionService = Disposable & {
  readonly onChange: Event<ConnectionStatus>
  /** The live side of every connection in the settings, in their order. */
  statuses(): ConnectionStatus[]
  /** Adds a connection and begins to ask it for its models; adding the same address again gives the known one. */
  add(input: RequestInput<'connections.add'>): Promise<ConnectionStatus>
  update(input: RequestInput<'connections.update'>): Promise<ConnectionStatus>
  /** Forgets a connection and its key. OpenAI and Anthropic are set back and stay in the list. */
  remove(id: ConnectionId): Promise<void>
  /** Lists the server's models and stores them; what is wrong is part of the status. */
  refresh(id: ConnectionId): Promise<ConnectionStatus>
  /** Tries a connection as it is being edited: nothing is stored, and another try ends this one. */
  test(input: RequestInput<'connections.test'>): Promise<ConnectionTest>
  /** Stores a key and tries it. */
  setKey(id: ConnectionId, key: string): Promise<ConnectionStatus>
  clearKey(id: ConnectionId): Promise<ConnectionStatus>
  /** Looks for servers on this machine. */
  probe(): Promise<LocalServer[]>
}

export type ConnectionDeps = CatalogDeps & {
  clock: Clock
  ids: Ids
  fetch: Fetch
  /** For tests; the usual ports otherwise. */
  probedPorts?: readonly number[]
}

type Live = Pick<ConnectionStatus, 'key' | 'reach'>

/**
 * Creates the service. It makes no network request by itself: only adding, changing, refreshing, a new key and probing
 * do, and each only to the address it is about.
 */
export function createConnectionService(deps: ConnectionDeps): ConnectionService {
  const { settings, secrets, clock, ids } = deps
  const changes = new Emitter<ConnectionStatus>()
  const ended = new AbortController()
  const live = new Map<ConnectionId, Live>()
  /** The latest refresh of each connection; an older one that comes back later is out of date. */
  const refreshes = new Map<ConnectionId, AbortController>()

  /** The try under way; a dialog has one. */
  let trying: AbortController | null = null

  const all = () => settings.get().connections
  const find = (id: ConnectionId): Connection => {
    const found = all().find((connection) => connection.id === id)
    if (!found) throw new EngineError('unknown-connection', 'This connection no longer exists.')
    return found
  }
  const put = (connection: Connection) => {
    const known = all().some((one) => one.id === connection.id)
    const connections = known
      ? all().map((one) => (one.id === connection.id ? connection : one))
      : [...all(), connection]
    settings.update({ connections })
  }
  const status = (connection: Connection): ConnectionStatus => {
    const known = live.get(connection.id) ?? { key: firstGuess(connection, deps), reach: { kind: 'unknown' } }
    return { id: connection.id, ...known }
  }
  const set = (connection: Connection, change: Partial<Live>): ConnectionStatus => {
    const { id, ...before } = status(connection)
    live.set(id, { ...before, ...change })
    const now = status(connection)
    changes.fire(now)
    return now
  }
  const checkKey = async (connection: Connection) => {
    const { status: key } = await findKey(connection, deps)
    if (ended.signal.aborted || key === status(connection).key) return
    set(connection, { key })
  }

  const refresh = async (id: ConnectionId): Promise<ConnectionStatus> => {
    const connection = find(id)
    refreshes.get(id)?.abort(new EngineError('aborted', 'Asked again.'))
    const own = new AbortController()
    refreshes.set(id, own)
    set(connection, { reach: { kind: 'checking' } })
    const key = await findKey(connection, deps)
    const reach = await ask(connection, key.status === 'missing' ? null : key.value, own.signal)
    const current = all().find((one) => one.id === id)
    if (refreshes.get(id) !== own || !current) return status(current ?? connection)
    refreshes.delete(id)
    if (reach.models) put({ ...current, ...reach.models })
    return set(current, { key: key.status, reach: reach.reach })
  }

  const ask = async (connection: Connection, apiKey: string | null, signal: AbortSignal) => {
    if (apiKey === null && needsKey(connection)) {
      const failure = {
        code: 'auth' as const,
        server: connection.label,
        detail: 'No API key is set.',
        status: null,
      }
      return { reach: { kind: 'failed' as const, failure }, models: null }
    }
    try {
      const models = await listModels(connection, apiKey, deps, signal)
      return { reach: { kind: 'ok' as const, models: models.models.length }, models }
    } catch (error) {
      const hidden = [apiKey ?? '', ...Object.values(connection.headers)]
      const context = { server: connection.label, secrets: hidden, now: clock.now(), responded: false }
      return {
        reach: { kind: 'failed' as const, failure: describeFailure(error, context).failure },
        models: null,
      }
    }
  }

  /** For changes whose caller does not wait for the server. */
  const refreshLater = (id: ConnectionId): ConnectionStatus => {
    void refresh(id).catch(() => {
      // The connection was removed meanwhile; there is nobody to tell.
    })
    return status(find(id))
  }

  const store = async (write: () => Promise<void>) => {
    const availability = secrets.availability()
    if (!availability.available) throw new EngineError('secrets-unavailable', availability.reason)
    await write()
  }

  const missing = BUILT_IN_CONNECTIONS.filter((one) => !all().some((known) => known.id === one.id))
  if (missing.length > 0) settings.update({ connections: [...all(), ...missing] })
  for (const connection of all()) void checkKey(connection)

  return {
    onChange: changes.event,
    statuses: () => all().map(status),

    async add(input) {
      const clean = checked(input)
      const same = all().find((one) => one.kind === clean.kind && one.baseUrl === clean.baseUrl)
      // The same server twice would only make two rows for one thing.
      if (same) {
        put({
          ...same,
          ...clean,
          headers: { ...same.headers, ...clean.headers },
          keyEnv: clean.keyEnv ?? same.keyEnv,
        })
        return refreshLater(same.id)
      }
      const id = connectionIdSchema.parse(ids.next('connection'))
      put({ id, ...clean, models: [] })
      return refreshLater(id)
    },

    async update({ connectionId, models, ...input }) {
      const before = find(connectionId)
      const clean = checked(input)
      if (clean.baseUrl !== before.baseUrl) await forgetKeyOfOtherServer(before, clean.baseUrl)
      put({ ...before, ...clean, models: models ?? before.models })
      const moved =
        clean.baseUrl !== before.baseUrl || clean.keyEnv !== before.keyEnv || clean.kind !== before.kind
      if (moved) return refreshLater(connectionId)
      await checkKey(find(connectionId))
      return status(find(connectionId))
    },

    async remove(id) {
      const connection = find(id)
      refreshes.get(id)?.abort(new EngineError('aborted', 'The connection was removed.'))
      refreshes.delete(id)
      if (secrets.availability().available) await secrets.delete(secretName(id))
      live.delete(id)
      const original = BUILT_IN_CONNECTIONS.find((one) => one.id === id)
      if (original) {
        put(original)
        await checkKey(original)
        changes.fire(status(original))
      } else settings.update({ connections: all().filter((one) => one.id !== connection.id) })
    },

    refresh,

    async test({ connectionId, key, ...input }) {
      trying?.abort(new EngineError('aborted', 'Tried again.'))
      const own = new AbortController()
      trying = own
      const clean = checked(input)
      const known = connectionId === null ? null : find(connectionId)
      const isOwnKey = known !== null && isSameServer(known.baseUrl, clean.baseUrl)
      const id = isOwnKey ? known.id : connectionIdSchema.parse(ids.next('connection'))
      const tried: Connection = { id, ...clean, models: [] }
      const startedAt = clock.now()
      const found = key ?? (await findKey(tried, deps)).value
      const { reach } = await ask(tried, found, own.signal)
      return { reach, tookMs: clock.now() - startedAt }
    },

    async setKey(id, key) {
      find(id)
      await store(() => secrets.set(secretName(id), key))
      return refresh(id)
    },

    async clearKey(id) {
      const connection = find(id)
      await store(() => secrets.delete(secretName(id)))
      const { status: key } = await findKey(connection, deps)
      return set(connection, { key, reach: { kind: 'unknown' } })
    },

    probe: () => probeLocalServers(deps, ended.signal, deps.probedPorts),

    dispose() {
      ended.abort(new EngineError('aborted', 'Vigil is ending.'))
      trying?.abort(ended.signal.reason)
      for (const own of refreshes.values()) own.abort(ended.signal.reason)
      refreshes.clear()
      changes.dispose()
    },
  }

  async function forgetKeyOfOtherServer(before: Connection, baseUrl: string): Promise<void> {
    if (isSameServer(before.baseUrl, baseUrl)) return
    if (secrets.availability().available) await secrets.delete(secretName(before.id))
  }
}

/** A key belongs to the server it was entered for and must not be sent to another one. */
function isSameServer(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}

/** Before the keyring was asked; corrected by an event as soon as it was. */
function firstGuess(connection: Connection, { facts }: CatalogDeps): ConnectionStatus['key'] {
  if (connection.keyEnv !== null && facts.env[connection.keyEnv]?.trim()) return 'environment'
  return needsKey(connection) ? 'missing' : 'not-needed'
}

/** What a person entered, made safe to send: no password in the address, no line breaks in headers. */
function checked<T extends RequestInput<'connections.add'>>(input: T): T {
  const url = new URL(input.baseUrl)
  if (url.username !== '' || url.password !== '')
    throw new EngineError(
      'bad-input',
      'The address must not contain a user name or password. Use the key field.',
    )
  for (const [name, value] of Object.entries(input.headers))
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new EngineError('bad-input', `The header ${name.slice(0, 80)} cannot be sent.`)
  url.hash = ''
  return { ...input, baseUrl: url.toString().replace(/\/+$/, '') }
}
