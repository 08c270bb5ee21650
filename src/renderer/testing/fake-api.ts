import type { FoundText } from '../../shared/chat'
import type { ErrorCode } from '../../shared/errors'
import { imageIdSchema } from '../../shared/image'
import type {
  EngineEvent,
  Reply,
  RequestInput,
  RequestName,
  RequestOutput,
  WindowApi,
  WindowEvents,
} from '../../shared/ipc'
import type { ConnectionStatus, LocalServer } from '../../shared/models'
import { SLASH_COMMANDS } from '../../shared/slash-commands'
import { fakeApprovals } from './fake-approvals'
import { fakeMcp } from './fake-mcp'
import { fakeMemory } from './fake-memory'
import { fakeOutput } from './fake-output'
import { chatId, connectionId, makeChat } from './make'
import type { Story } from './story-main'

type Handlers = {
  [K in RequestName]: (input: RequestInput<K>) => RequestOutput<K> | Promise<RequestOutput<K>>
}

/** A picture of one grey pixel. */
const GREY_DOT = 'R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='

/** A refusal a fake handler throws. */
export class FakeRefusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message)
  }
}

export type FakeApi = WindowApi & {
  emit: (event: EngineEvent) => void
  /** Every request so far, for assertions. */
  calls: { name: RequestName; input: unknown }[]
  /** Replaces single answers, for example with a refusal. */
  override: (handlers: Partial<Handlers>) => void
}

/** A window API over story data: requests change the data and emit the events an engine would. Never shipped. */
export function createFakeApi(story: Story, servers: LocalServer[] = []): FakeApi {
  const listeners = new Map<keyof WindowEvents, Set<(payload: never) => void>>()
  const emit = (event: EngineEvent): void => {
    for (const listener of listeners.get(event.name) ?? []) listener(event.payload as never)
  }
  const calls: FakeApi['calls'] = []
  const handlers = makeHandlers(story, servers, emit)
  return {
    emit,
    calls,
    override: (changed) => Object.assign(handlers, changed),
    async request<K extends RequestName>(name: K, input: RequestInput<K>): Promise<Reply<RequestOutput<K>>> {
      calls.push({ name, input })
      try {
        return { ok: true, value: await (handlers[name] as Handlers[K])(input) }
      } catch (error) {
        const code = error instanceof FakeRefusal ? error.code : 'internal'
        return { ok: false, error: { code, message: error instanceof Error ? error.message : String(error) } }
      }
    },
    on<K extends keyof WindowEvents>(name: K, listener: (payload: WindowEvents[K]) => void) {
      const set = listeners.get(name) ?? new Set()
      set.add(listener as (payload: never) => void)
      listeners.set(name, set)
      return () => set.delete(listener as (payload: never) => void)
    },
  }
}

function makeHandlers(story: Story, servers: LocalServer[], emit: (event: EngineEvent) => void): Handlers {
  const { snapshot } = story
  const findChat = (id: string) => {
    const chat = snapshot.chats.find((one) => one.id === id)
    if (!chat) throw new FakeRefusal('unknown-chat', `no chat ${id}`)
    return chat
  }
  const changeChat = (id: string, over: object): void => {
    const chat = Object.assign(findChat(id), over)
    emit({ name: 'chat.changed', payload: { chat: { ...chat } } })
  }
  const changeCard = (id: string, over: object): void => {
    const card = story.cards.find((one) => one.id === id)
    if (!card) throw new FakeRefusal('unknown-command', `no command ${id}`)
    Object.assign(card, over)
    emit({ name: 'command.changed', payload: { card: { ...card } } })
  }
  const changeSettings = (over: object) => {
    snapshot.settings = { ...snapshot.settings, ...over }
    emit({ name: 'settings.changed', payload: { settings: snapshot.settings } })
    return snapshot.settings
  }
  const putStatus = (status: ConnectionStatus): ConnectionStatus => {
    snapshot.connections = [...snapshot.connections.filter((one) => one.id !== status.id), status]
    emit({ name: 'connection.changed', payload: { status } })
    return status
  }
  const statusOf = (id: string): ConnectionStatus => {
    const status = snapshot.connections.find((one) => one.id === id)
    if (!status) throw new FakeRefusal('unknown-connection', `no connection ${id}`)
    return status
  }
  const setProfiles = (over: object) => {
    snapshot.profiles = { ...snapshot.profiles, ...over }
    return snapshot.profiles
  }
  let created = 0
  const outputs = fakeOutput(story.outputs)
  return {
    'app.snapshot': () => structuredClone(snapshot),
    'app.dismissBanner': ({ id }) => {
      snapshot.banners = snapshot.banners.filter((banner) => banner.id !== id)
      emit({ name: 'banners.changed', payload: { banners: snapshot.banners } })
    },
    'chat.create': ({ workspaceId }) => {
      const workspace = snapshot.workspaces.find((one) => one.id === workspaceId) ?? snapshot.workspaces[0]
      const at = Math.max(0, ...snapshot.chats.map((one) => one.createdAt)) + 1
      const chat = makeChat(`new${++created}`, {
        title: '',
        model: snapshot.settings.defaultModel,
        createdAt: at,
        updatedAt: at,
        ...(workspace ? { workspaceId: workspace.id, workspacePath: workspace.path } : {}),
      })
      snapshot.chats.push(chat)
      emit({ name: 'chat.changed', payload: { chat } })
      return chat
    },
    'call.answer': () => {},
    'chat.open': ({ chatId }) => ({
      chat: { ...findChat(chatId) },
      items: story.transcripts[chatId] ?? [],
      cards: story.cards.filter((card) => card.chatId === chatId),
      subagents: (story.subagents ?? []).filter((card) => card.chatId === chatId),
    }),
    'subagent.stop': () => undefined,
    'chat.archive': ({ chatId, isArchived }) =>
      changeChat(chatId, { archivedAt: isArchived ? Date.now() : null }),
    'chat.rename': ({ chatId, title }) => changeChat(chatId, { title }),
    'chat.delete': ({ chatId }) => {
      findChat(chatId)
      snapshot.chats = snapshot.chats.filter((chat) => chat.id !== chatId)
      emit({ name: 'chat.removed', payload: { chatId } })
    },
    'chat.setModel': ({ chatId, model }) => changeChat(chatId, { model }),
    'chat.setMode': ({ chatId, mode, confirmed }) => {
      if (mode === 'bypass' && !confirmed)
        throw new FakeRefusal('not-confirmed', 'Confirm the warning first.')
      changeChat(chatId, { mode })
    },
    'chat.send': () => ({ openChat: null, isMessage: true }),
    'chat.compact': () => {},
    'chat.commands': () =>
      [...SLASH_COMMANDS, 'release'].map((name) => ({ name, isCustom: name === 'release' })),
    'chat.findPaths': () => [
      'src/checkout.ts',
      'docs/',
      'src/a/folder/of/folders/that/goes/on/and/on/until/it/is/longer/than/the/popup/is/wide/test.ts',
    ],
    'chat.stop': ({ chatId }) =>
      changeChat(chatId, { turn: { kind: 'stopped', at: findChat(chatId).updatedAt } }),
    'chat.stopWaiting': ({ chatId }) =>
      changeChat(chatId, { waiting: null, turn: { kind: 'stopped', at: findChat(chatId).updatedAt } }),
    'chat.cancelSchedule': ({ chatId, scheduleId }) =>
      changeChat(chatId, {
        schedules: findChat(chatId).schedules.filter(({ id }) => id !== scheduleId),
      }),
    'chat.endGoal': ({ chatId }) => changeChat(chatId, { goal: null }),
    'chat.retry': () => {},
    'chat.markRead': ({ chatId }) => changeChat(chatId, { unread: false }),
    'command.approve': ({ commandId }) =>
      changeCard(commandId, { state: { kind: 'running', startedAt: Date.now(), pid: 9 } }),
    'command.reject': ({ commandId, text }) =>
      changeCard(commandId, { state: { kind: 'rejected', at: Date.now(), text } }),
    'chat.search': ({ query }) => findIn(story, query),
    'chat.editMessage': () => ({ openChat: null, isMessage: true }),
    'image.attach': ({ chatId, name, bytes }) => ({
      id: imageIdSchema.parse(`image-${++created}`),
      chatId,
      name,
      type: 'image/png',
      bytes: bytes.length,
      width: 640,
      height: 400,
    }),
    'image.show': () => ({ type: 'image/gif', base64: GREY_DOT }),
    'image.remove': () => {},
    'checkpoint.preview': () => ({ files: story.copy ?? null, messages: 1 }),
    'checkpoint.restore': () => null,
    'checkpoint.takeBack': () => null,
    'command.stop': ({ commandId }) =>
      changeCard(commandId, {
        state: { kind: 'cancelled', at: Date.now(), startedAt: null, because: 'stopped-before-start' },
      }),
    'command.dismiss': ({ commandId }) => changeCard(commandId, { isRecent: false }),
    'jobs.list': () => snapshot.jobs,
    'command.moveToBackground': () => {},
    'output.tail': ({ commandId, lines }) => outputs.tail(commandId, lines),
    'output.before': ({ commandId, before, lines }) => outputs.before(commandId, before, lines),
    'output.after': ({ commandId, from, lines }) => outputs.after(commandId, from, lines),
    'output.around': ({ commandId, at, lines }) => outputs.around(commandId, at, lines),
    'output.find': ({ commandId, ...asked }) => outputs.find(commandId, asked),
    'output.findStop': () => {},
    'output.line': ({ commandId, line }) => outputs.line(commandId, line),
    'output.openInEditor': () => {},
    'output.reveal': () => {},
    'workspaces.check': () => {},
    'settings.update': (patch) => changeSettings(patch),
    'profiles.list': () => snapshot.profiles,
    'profiles.setDefault': ({ name }) => setProfiles({ defaultName: name }),
    'profiles.save': (profile) =>
      setProfiles({
        profiles: [...snapshot.profiles.profiles.filter((one) => one.name !== profile.name), profile],
      }),
    'profiles.remove': ({ name }) =>
      setProfiles({ profiles: snapshot.profiles.profiles.filter((one) => one.name !== name) }),
    ...fakeApprovals(emit),
    ...fakeMemory(story.memory),
    ...fakeMcp(emit, story.mcp),
    'models.probe': () => servers,
    'connections.add': (input) => {
      const id = connectionId(`connection${snapshot.settings.connections.length + 1}`)
      changeSettings({
        connections: [...snapshot.settings.connections, { ...input, id, models: [] }],
      })
      return putStatus({ id, key: 'not-needed', reach: { kind: 'unknown' } })
    },
    'connections.update': ({ connectionId: id, ...fields }) => {
      changeSettings({
        connections: snapshot.settings.connections.map((one) =>
          one.id === id ? { ...one, ...fields } : one,
        ),
      })
      return statusOf(id)
    },
    'connections.remove': ({ connectionId: id }) => {
      changeSettings({ connections: snapshot.settings.connections.filter((one) => one.id !== id) })
    },
    'connections.refresh': ({ connectionId: id }) => {
      const connection = snapshot.settings.connections.find((one) => one.id === id)
      const server = servers.find((one) => one.baseUrl === connection?.baseUrl)
      if (!connection || !server) return statusOf(id)
      const models = server.models.map((model) => ({
        id: model,
        contextWindow: null,
        maxOutput: null,
        tools: true,
        images: false,
        reasoning: false,
      }))
      changeSettings({
        connections: snapshot.settings.connections.map((one) => (one.id === id ? { ...one, models } : one)),
      })
      return putStatus({ ...statusOf(id), reach: { kind: 'ok', models: models.length } })
    },
    'connections.test': () => ({ reach: { kind: 'ok', models: 3 }, tookMs: 42 }),
    'connections.setKey': ({ connectionId: id }) => {
      if (!snapshot.secrets.available) throw new FakeRefusal('secrets-unavailable', snapshot.secrets.reason)
      return putStatus({ ...statusOf(id), key: 'stored' })
    },
    'connections.clearKey': ({ connectionId: id }) => putStatus({ ...statusOf(id), key: 'missing' }),
    'workspace.choose': () => snapshot.workspaces[1] ?? null,
    'runbook.choose': () => null,
    'host.state': () => ({
      hasTray: true,
      notifications: [],
      mutedUntil: null,
      desktopShows: null,
      quit: null,
      crash: null,
    }),
    'window.showing': () => {},
    'window.reload': () => {},
    'window.dismissCrash': () => {},
    'app.quit': () => {},
    'quit.answer': () => {},
    'notifications.read': () => {},
    'notifications.clear': () => {},
    'notifications.mute': () => {},
    'chat.export': () => true,
    'link.open': () => {},
    'clipboard.write': () => {},
    'output.copy': ({ commandId }) => ({ bytes: story.outputs[commandId]?.length ?? 0, whole: true }),
  }
}

/** Messages and answers in which the words are, as the engine's index would find them. */
function findIn({ transcripts }: Story, query: string): FoundText[] {
  if (query.trim() === '') return []
  return Object.entries(transcripts).flatMap(([id, items]) =>
    items.flatMap((item) => {
      if (item.kind !== 'user' && item.kind !== 'assistant') return []
      const at = item.text.toLowerCase().indexOf(query.toLowerCase())
      if (at < 0) return []
      const [before, found, after] = [
        [0, at],
        [at, at + query.length],
        [at + query.length, at + 200],
      ]
      const parts = [before, found, after].map((part) => ({
        text: item.text.slice(...part).replaceAll('\n', ' '),
        isFound: part === found,
      }))
      return [{ chatId: chatId(id), entryId: item.id, at: item.at, who: item.kind, parts }]
    }),
  )
}
