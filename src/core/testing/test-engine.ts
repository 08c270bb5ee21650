import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChatSummary, TranscriptItem } from '../../shared/chat'
import { type CommandCard, type CommandStatus, commandStatus } from '../../shared/command'
import type { ChatId, Millis } from '../../shared/ids'
import type { EngineEvent } from '../../shared/ipc'
import { type Connection, connectionSchema, type ModelRef } from '../../shared/models'
import { readProjectInstructions } from '../agent/project-instructions'
import { systemClock } from '../clock'
import { DisposableStore } from '../disposable'
import { createEngine } from '../engine'
import type { Engine } from '../engine-api'
import { createMemoryFiles } from '../memory/memory-files'
import type { Git, ModelClient, SettingsPort } from '../ports'
import { createServerProcesses } from '../runner/server-processes'
import { createFakeClock, type FakeClock, FIRST_MOMENT, settle } from './fake-clock'
import { createFakeOutputLogs, type FakeOutputLogs } from './fake-output-logs'
import { createFakeProcessHost, type FakeProcessHost } from './fake-process-host'
import { createFakeShellResolver } from './fake-shell-resolver'
import { createMemorySecrets, createMemorySettings } from './memory-settings'
import { createScriptedModel, type ScriptedModel } from './scripted-model'

const CONNECTION: Connection = connectionSchema.parse({
  id: 'scripted',
  kind: 'openai-compatible',
  label: 'Scripted',
  baseUrl: 'http://127.0.0.1:9/v1',
  headers: {},
  keyEnv: null,
  models: [
    { id: 'm', contextWindow: 100_000, maxOutput: null, tools: true, images: false, reasoning: false },
  ],
})
export const SCRIPTED: ModelRef = { connection: CONNECTION.id, model: 'm' }

/** A whole engine on fakes, with real SQLite in a folder of its own. */
export type TestEngine = {
  engine: Engine
  clock: FakeClock
  processes: FakeProcessHost
  logs: FakeOutputLogs
  model: ScriptedModel
  settings: SettingsPort
  events: EngineEvent[]
  bugs: unknown[]
  /** Reads the project's instructions and the memory from the disk, which takes real time; false leaves them out. */
  readsProject: boolean
  /** The folder the chats work in. */
  workspace: string
  /** Creates a chat with the scripted model. */
  newChat(): Promise<ChatSummary>
  send(chatId: ChatId, text: string): Promise<void>
  /** Resolves when the newest card of a chat has this status. */
  card(chatId: ChatId, status: CommandStatus): Promise<CommandCard>
  /** Resolves when the turn of a chat is over, and gives its status. */
  turnEnd(chatId: ChatId): Promise<ChatSummary['turn']>
  chat(chatId: ChatId): Promise<ChatSummary>
  items(chatId: ChatId): Promise<TranscriptItem[]>
  cards(chatId: ChatId): Promise<CommandCard[]>
  /** The app dies without a word and starts again on the same data; nothing of the old one goes on. */
  crashAndRestart(): Promise<void>
  /** As {@link crashAndRestart}, with time between the two. */
  dieFor(ms: Millis): Promise<void>
  dispose(): Promise<void>
}

/** Turns of the event loop a story may take to get somewhere; real files are looked at on the way. */
const UNTIL_TURNS = 100_000
/** After this many turns a story waits for the disk of a busy machine, and pauses between its looks. */
const QUICK_TURNS = 200
const PAUSE_MS = 5

/** Lets the engine work until something holds; time of the fake clock stands still. */
export async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (let turn = 0; turn < UNTIL_TURNS; turn++) {
    const seen = await look()
    if (seen) return seen
    await new Promise<void>((resolve) =>
      turn < QUICK_TURNS ? setImmediate(resolve) : setTimeout(resolve, PAUSE_MS),
    )
  }
  throw new Error(`It never came true: ${look.toString()}`)
}

/** A clock whose timers end with the process that set them. */
function mortalClock(clock: FakeClock) {
  const timers = new DisposableStore()
  let isAlive = true
  return {
    clock: {
      now: () => clock.now(),
      setTimer: (ms: number, run: () => void) =>
        timers.add(clock.setTimer(ms, () => (isAlive ? run() : undefined))),
    },
    die() {
      isAlive = false
      timers.dispose()
    },
  }
}

/** What a program that is killed and started again keeps, and what tells its lives apart. */
export type KeptEngine = { root: string; life: number; client: ModelClient }

/** Milliseconds between the beginnings of two lives on their pretended clocks. */
const LIFE_MS = 100_000_000

/** Creates a {@link TestEngine}. */
export async function createTestEngine(kept?: KeptEngine, git?: Git): Promise<TestEngine> {
  const root = kept?.root ?? realpathSync(mkdtempSync(join(tmpdir(), 'vigil-engine-')))
  const workspace = join(root, 'workspace')
  // Beside the workspace: nothing in the data folder may be worked with.
  const data = join(root, 'data')
  mkdirSync(data, { recursive: true })
  mkdirSync(workspace, { recursive: true })
  const settings = createMemorySettings({ connections: [CONNECTION], defaultModel: SCRIPTED })
  const secrets = createMemorySecrets()
  const clock = createFakeClock(FIRST_MOMENT + (kept?.life ?? 0) * LIFE_MS)
  const model = createScriptedModel()
  const logs = createFakeOutputLogs()
  const bugs: unknown[] = []
  const events: EngineEvent[] = []
  let counter = 0
  // Real ones: a server is only started by stories that name one.
  const serverProcesses = createServerProcesses(root, systemClock)
  const memory = createMemoryFiles({
    documentsDir: join(root, 'documents'),
    ids: { next: (prefix) => `${prefix}-${++counter}` },
  })
  const start = () => {
    const life = mortalClock(clock)
    const processes = createFakeProcessHost(life.clock, logs)
    const engine = createEngine({
      clock: life.clock,
      ids: { next: (prefix) => `${prefix}-${kept ? `${kept.life}-` : ''}${++counter}` },
      processHost: processes,
      shells: createFakeShellResolver(),
      outputReader: logs,
      settings,
      secrets,
      paths: {
        root: data,
        database: join(data, 'vigil.db'),
        outputs: join(data, 'outputs'),
        runtime: join(data, 'run'),
      },
      facts: {
        version: '0.0.0',
        platform: 'linux',
        osLabel: 'Linux 6.1',
        homeDir: root,
        systemLanguage: 'en-US',
        env: {},
        ripgrepDir: null,
      },
      serverProcesses,
      ...(git ? { git } : {}),
      createClient: () => kept?.client ?? model,
      fetch: () => Promise.reject(new Error('No network in a test')),
      reportBug: (error) => bugs.push(error),
      resolveHost: async () => [{ address: '127.0.0.1', family: 4 }],
      memory: {
        ...memory,
        list: async (place) =>
          test.readsProject ? memory.list(place) : { path: '', files: [], isOutside: false },
      },
      projectInstructions: async (folder) => (test.readsProject ? readProjectInstructions(folder) : []),
    })
    engine.onEvent((event) => events.push(event))
    return { engine, processes, die: life.die }
  }
  const test: TestEngine = {
    get engine() {
      return running.engine
    },
    get processes() {
      return running.processes
    },
    clock,
    logs,
    model,
    settings,
    events,
    bugs,
    readsProject: false,
    workspace,
    async newChat() {
      const { id } = running.engine.openWorkspace(workspace)
      return running.engine.handlers['chat.create']({ workspaceId: id })
    },
    async send(chatId, text) {
      await running.engine.handlers['chat.send']({ chatId, text })
      await settle()
    },
    card: (chatId, status) =>
      until(async () => {
        const newest = (await test.cards(chatId)).at(-1)
        return newest && commandStatus(newest.state) === status ? newest : null
      }),
    turnEnd: (chatId) =>
      until(async () => {
        const { turn } = await test.chat(chatId)
        return turn.kind === 'running' ? null : turn
      }),
    async chat(chatId) {
      return (await running.engine.handlers['chat.open']({ chatId })).chat
    },
    async items(chatId) {
      return (await running.engine.handlers['chat.open']({ chatId })).items
    },
    async cards(chatId) {
      return (await running.engine.handlers['chat.open']({ chatId })).cards
    },
    crashAndRestart: () => test.dieFor(0),
    async dieFor(ms) {
      // The old engine keeps its connection, as a killed process's file would be left: only what was committed counts.
      running.die()
      await clock.advance(ms)
      running = start()
      await settle()
    },
    async dispose() {
      await running.engine.dispose()
      rmSync(root, { recursive: true, force: true })
    },
  }
  let running = start()
  return test
}
