import { mkdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Clock } from '../core/clock'
import { createEngine } from '../core/engine'
import type { Engine, EngineDeps } from '../core/engine-api'
import { Emitter } from '../core/events'
import { HEADLESS_WAITING } from '../core/jobs/waiting-rules'
import type { DataPaths, HostFacts, Ids, SecretsPort, SettingsPort } from '../core/ports'
import { parseSettings } from '../core/settings/parse-settings'
import { blindModel } from '../shared/blind-model'
import type { ToolItem } from '../shared/chat'
import { costOf } from '../shared/cost'
import { type ChatId, chatIdSchema } from '../shared/ids'
import type { ImageRef } from '../shared/image'
import type { EngineEvent } from '../shared/ipc'
import type { Connection } from '../shared/models'
import type { Settings } from '../shared/settings'
import type { CallAnswer } from '../shared/tool-card'
import { appSettings, type RunOptions, runSettings } from './run-options'
import { plainRun, type RunLine, RunReport } from './run-report'
import { answerOfLine, approvalText, because, questionText } from './terminal-question'
import { UsageError } from './usage-error'

/** What the machine supplies to the engine of a run. */
export type RunParts = Pick<
  EngineDeps,
  'processHost' | 'shells' | 'outputReader' | 'ripgrep' | 'createClient' | 'fetch'
>

/** What the command line gives to a run; tests give their own. */
export type RunHost = {
  facts: HostFacts
  cwd: string
  /** Folder for temporary files. */
  tempRoot: string
  clock: Clock
  ids: Ids
  out(text: string): void
  err(text: string): void
  /** Aborted by SIGINT and SIGTERM: the turn and everything it runs end. */
  interrupted: AbortSignal
  /** Asks the person at the terminal and gives the line they typed; null where there is none. */
  ask: ((question: string, signal: AbortSignal) => Promise<string>) | null
  parts(paths: DataPaths, settings: SettingsPort): RunParts
}

/** Exit codes of a run. */
const OK = 0
const FAILED = 1

/**
 * Runs one chat without a window, from the prompt until the agent has answered and nothing it waits for runs any more
 * (S-359…S-362, S-364). Servers that are left end with it (S-366). Waits as the headless command line does (S-367…S-371).
 */
export async function runPrompt(options: RunOptions, host: RunHost): Promise<number> {
  const { facts, clock, ids } = host
  const workspace = resolve(host.cwd, options.workdir ?? '.')
  if (!(await isFolder(workspace))) throw new UsageError(`There is no folder ${workspace}.`)
  const chosen = runSettings(appSettings(options.dataDir, facts), options)
  // A chat of its own: the app may be open, and two programs cannot run one chat.
  const root = await mkdtemp(join(host.tempRoot, 'vigil-run-'))
  const paths = dataPaths(root)
  const settings = fixedSettings(chosen)
  const isUnattended = options.unattended || host.ask === null
  const parts = host.parts(paths, settings)
  try {
    const engine = createEngine({
      clock,
      ids,
      settings,
      secrets: environmentOnly,
      paths,
      facts,
      waiting: HEADLESS_WAITING,
      isUnattended,
      approvalRules: { mode: options.mode, allow: options.allow },
      reportBug: (error) => host.err(`vigil: ${error instanceof Error ? error.stack : String(error)}\n`),
      ...parts,
    })
    try {
      const blind = options.images.length > 0 && blindModel(chosen.defaultModel, chosen.connections)
      if (blind) host.err(`vigil: ${blind} takes no images: only the prompt is sent.\n`)
      return await runChat(engine, options, host, {
        workspace,
        isUnattended,
        connections: chosen.connections,
      })
    } finally {
      await engine.dispose()
    }
  } finally {
    // The runner lives from the beginning on, also when the engine could not be made.
    await parts.processHost.dispose()
    await rm(root, { recursive: true, force: true })
  }
}

async function runChat(
  engine: Engine,
  options: RunOptions,
  host: RunHost,
  {
    workspace,
    isUnattended,
    connections,
  }: { workspace: string; isUnattended: boolean; connections: readonly Connection[] },
): Promise<number> {
  const startedAt = host.clock.now()
  const print = (line: RunLine) => {
    if (options.json) return host.out(`${JSON.stringify(line)}\n`)
    const { out, err } = plainRun(line)
    if (out !== '') host.out(out)
    if (err !== '') host.err(err)
  }
  const report = new RunReport(print)
  const { id } = await engine.handlers['chat.create']({ workspaceId: engine.openWorkspace(workspace).id })
  const ended = whenEnded(engine, id, host.interrupted)
  const asked = new Set<string>()
  const listening = engine.onEvent((event) => {
    report.take(event)
    if (isUnattended) return
    for (const question of questionsOf(engine, event)) {
      if (asked.has(question.about)) continue
      asked.add(question.about)
      void answer(question, host)
    }
  })
  try {
    await engine.handlers['chat.open']({ chatId: id })
    const images = await attach(engine, id, host.cwd, options.images)
    await engine.handlers['chat.send']({ chatId: id, text: options.prompt, images })
    const outcome = await ended
    if (outcome === 'interrupted') await engine.handlers['chat.stop']({ chatId: id })
    const { chat } = await engine.handlers['chat.open']({ chatId: id })
    const ok = outcome === 'done'
    const wallMs = host.clock.now() - startedAt
    const { usd } = costOf(chat.usage, connections)
    print({ event: 'result', ok, outcome, text: report.lastText, tokens: chat.tokens, usd, wallMs })
    return ok ? OK : FAILED
  } finally {
    listening.dispose()
  }
}

/** @throws UsageError for a file that cannot be read or is no image */
async function attach(
  engine: Engine,
  chatId: ChatId,
  cwd: string,
  files: readonly string[],
): Promise<ImageRef[]> {
  const images: ImageRef[] = []
  for (const file of files) {
    try {
      const bytes = await readFile(resolve(cwd, file))
      images.push(await engine.handlers['image.attach']({ chatId, name: file, bytes }))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new UsageError(`The image ${file} cannot be sent: ${reason}`, { cause: error })
    }
  }
  return images
}

type Outcome = 'done' | 'failed' | 'paused' | 'interrupted'

/** The notification of a finished turn comes exactly when nothing will happen by itself any more (S-329, S-361…S-364). */
function whenEnded(engine: Engine, chatId: ChatId, interrupted: AbortSignal): Promise<Outcome> {
  return new Promise((resolveEnd) => {
    const end = (outcome: Outcome) => {
      listening.dispose()
      interrupted.removeEventListener('abort', onInterrupt)
      resolveEnd(outcome)
    }
    const onInterrupt = () => end('interrupted')
    const listening = engine.onEvent((event: EngineEvent) => {
      if (event.name !== 'attention.notify') return
      const { notification } = event.payload
      if (notification.chatId === chatId && notification.kind === 'turn-finished') end(notification.outcome)
    })
    if (interrupted.aborted) onInterrupt()
    else interrupted.addEventListener('abort', onInterrupt, { once: true })
  })
}

/** Something that waits for a person at the terminal; `about` tells questions apart. */
type Question = { about: string; text: string; answer(line: string): Promise<void> }

/** Anything but yes is no. */
const isYes = (line: string): boolean => /^\s*y(?:es)?\s*$/i.test(line)

/** What an event asks about: a command, a change of a file, or what the agent wants to know. */
function questionsOf({ handlers }: Engine, event: EngineEvent): Question[] {
  switch (event.name) {
    case 'command.changed': {
      const { id: commandId, state, command } = event.payload.card
      if (state.kind !== 'pending') return []
      return [
        {
          about: commandId,
          text: `Run this command${because(state.question.reasons)}?\n  ${command}${YES_OR_NO}`,
          answer: (line) =>
            isYes(line)
              ? handlers['command.approve']({ commandId })
              : handlers['command.reject']({ commandId, text: null }),
        },
      ]
    }
    case 'transcript.item': {
      const { chatId, item } = event.payload
      return item.kind === 'tool' ? askedByCall(handlers, chatId, item) : []
    }
    case 'subagent.changed': {
      const { id, calls } = event.payload.card
      return calls.flatMap((call) => askedByCall(handlers, chatIdSchema.parse(id), call))
    }
    default:
      return []
  }
}

function askedByCall(
  handlers: Engine['handlers'],
  chatId: ChatId,
  { id, callId, state, card }: ToolItem,
): Question[] {
  if (state !== 'running' || !card) return []
  const answer = (given: CallAnswer) => handlers['call.answer']({ chatId, callId, answer: given })
  if (card.kind === 'question' && card.stage.kind === 'asking')
    return [{ about: id, text: questionText(card), answer: (line) => answer(answerOfLine(card, line)) }]
  const asked = approvalText(card)
  if (asked === null) return []
  return [
    {
      about: id,
      text: `${asked}${YES_OR_NO}`,
      answer: (line) =>
        answer(isYes(line) ? { kind: 'approve', remember: false } : { kind: 'reject', text: null }),
    },
  ]
}

const YES_OR_NO = '\n[y/N] '

/** Asks the person about something that waits for a decision. */
async function answer(question: Question, { ask, interrupted, err }: RunHost): Promise<void> {
  if (!ask) return
  try {
    await question.answer(await ask(question.text, interrupted))
  } catch (error) {
    // Stopped meanwhile, or the terminal went away: then it stays unanswered and Stop cancels it.
    if (!interrupted.aborted) err(`vigil: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}

function dataPaths(root: string): DataPaths {
  const paths = {
    root,
    database: join(root, 'vigil.db'),
    outputs: join(root, 'outputs'),
    runtime: join(root, 'runtime'),
  }
  for (const folder of [paths.outputs, paths.runtime]) mkdirSync(folder, { mode: 0o700 })
  return paths
}

/** Settings for one run: changes last as long as it does. */
function fixedSettings(initial: Settings): SettingsPort {
  let settings = initial
  const changed = new Emitter<Settings>()
  return {
    get: () => settings,
    update(change) {
      settings = parseSettings({ ...settings, ...change }).settings
      changed.fire(settings)
      return settings
    },
    onChange: changed.event,
  }
}

/** Keys come from the environment only: the key store of the desktop belongs to the app. */
const environmentOnly: SecretsPort = {
  availability: () => ({
    available: false,
    code: 'no-key-store',
    reason: 'the command line takes keys from environment variables.',
  }),
  get: async () => null,
  set: async () => {},
  delete: async () => {},
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    // Missing, or not to be entered: the caller says so.
    return false
  }
}
