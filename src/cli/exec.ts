import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createAttentions } from '../core/attention/attentions'
import type { Clock } from '../core/clock'
import { type CommandService, createCommandService } from '../core/jobs/command-service'
import { createMemoryCommandStore } from '../core/jobs/memory-command-store'
import { createOutputLogs } from '../core/jobs/output-logs'
import { createOutputReader } from '../core/output/output-reader'
import type { HostFacts, Ids } from '../core/ports'
import { createShellResolver } from '../core/process/shell-resolver'
import { createRunnerHost } from '../core/runner/runner-host'
import { spawnRunner } from '../core/runner/spawn-runner'
import { createTools } from '../core/tools/create-tools'
import { progressAnswer } from '../core/tools/result-text'
import { isSettled } from '../shared/command'
import { type CommandId, chatIdSchema, turnIdSchema } from '../shared/ids'
import { settingsSchema } from '../shared/settings'
import type { ExecOptions } from './exec-options'
import { type ExecLine, exitCodeFor, jsonLine, plainReport } from './exec-report'
import { UsageError } from './usage-error'

/** What the command line gives to a run; tests give their own. */
export type ExecHost = {
  facts: HostFacts
  cwd: string
  /** Folder for temporary files. */
  tempRoot: string
  /** The program of the runner. */
  runner: string
  clock: Clock
  ids: Ids
  out(text: string): void
  err(text: string): void
  /** Aborted by SIGINT and SIGTERM: the command ends with its whole tree. */
  interrupted: AbortSignal
}

const CHAT = chatIdSchema.parse('exec')
const TURN = turnIdSchema.parse('exec')
const CALL = 'exec'

/**
 * Runs one command through the very tool an agent uses, without a model: same shell, same waiting, same text. Waits for
 * the end also when the command went to the background, and returns the exit code. Nothing asks: a person typed it.
 */
export async function runExec(options: ExecOptions, host: ExecHost): Promise<number> {
  const { facts, clock, ids } = host
  const settings = settingsSchema.parse({ terminal: { defaultProfile: options.profile, profiles: [] } })
  const shells = createShellResolver({ facts, settings: { get: () => settings } })
  if (options.profile !== null) await requireProfile(shells, options.profile)

  const folder = await mkdtemp(join(host.tempRoot, 'vigil-exec-'))
  const runtime = join(folder, 'runtime')
  const reportBug = (error: unknown) =>
    host.err(`vigil: ${error instanceof Error ? error.stack : String(error)}\n`)
  const processes = createRunnerHost({
    clock,
    facts,
    paths: { runtime },
    connect: () => spawnRunner(host.runner, clock),
    reportBug,
  })
  const reader = createOutputReader()
  const logs = createOutputLogs(join(folder, 'outputs'))
  const attentions = createAttentions(clock, reportBug)
  const commands = createCommandService({
    store: createMemoryCommandStore(),
    host: processes,
    shells,
    reader,
    logs,
    clock,
    ids,
    attentions,
    reportBug,
  })
  const tools = createTools({
    commands,
    reader,
    logs,
    shells,
    clock,
    // Nothing else runs here whose end it could wait for.
    endsWaits: false,
    approve: async () => ({ kind: 'run' }),
  })
  let keeps = false
  try {
    // What a run measures and when it stops counts from the command on, as in an app that is open already.
    await processes.settleIn()
    const last = await runCommand(options, host, commands, tools, (line) => {
      keeps ||= line.truncated
    })
    return exitCodeFor(last)
  } finally {
    await commands.dispose()
    attentions.dispose()
    await processes.dispose()
    await rm(keeps ? runtime : folder, { recursive: true, force: true })
  }
}

async function runCommand(
  options: ExecOptions,
  host: ExecHost,
  commands: CommandService,
  tools: ReturnType<typeof createTools>,
  printed: (line: ExecLine) => void,
): Promise<ExecLine> {
  const { clock } = host
  const startedAt = clock.now()
  const stop = new AbortController()
  // As the Stop button: ends the waiting and what this turn let go (S-292, S-294).
  const pressStop = () => {
    stop.abort()
    void commands.stopChat(CHAT, TURN)
    // Stop in a chat spares servers; nobody is left here to stop one later.
    for (const { id } of commands.aliveCards()) void commands.stop(id, 'user')
  }
  const stopTimer = options.stopAfterMs === null ? null : clock.setTimer(options.stopAfterMs, pressStop)
  if (host.interrupted.aborted) pressStop()
  host.interrupted.addEventListener('abort', pressStop)
  const print = (line: ExecLine, shown: string) => {
    printed(line)
    if (options.json) return host.out(jsonLine(line))
    const { out, err } = plainReport(line, shown)
    if (out !== '') host.out(out)
    host.err(err)
  }

  try {
    const answer = await callShell(options, host, tools, stop.signal)
    const { outcome } = answer
    if (!outcome) throw new UsageError(answer.text)
    const result: ExecLine = {
      ...outcome,
      event: 'result',
      text: answer.text,
      wallMs: clock.now() - startedAt,
    }
    print(result, outcome.output)
    const [card] = commands.cardsOf(CHAT)
    if (outcome.status !== 'background' || !card) return result

    await settled(commands, card.id)
    const completion = await completionOf(commands, card.id, startedAt, clock)
    print(completion.line, completion.unseen)
    return completion.line
  } finally {
    stopTimer?.dispose()
    host.interrupted.removeEventListener('abort', pressStop)
  }
}

async function callShell(
  { command, workdir, timeoutMs }: ExecOptions,
  { cwd }: ExecHost,
  tools: ReturnType<typeof createTools>,
  signal: AbortSignal,
) {
  const shell = tools.find(({ spec }) => spec.name === 'shell')
  if (!shell) throw new Error('No shell tool')
  const bound = shell.bind({ command, workdir, timeout: timeoutMs })
  if (!bound.ok) throw new UsageError(bound.message)
  return bound.call.run({
    chatId: CHAT,
    turnId: TURN,
    callId: CALL,
    workspaceRoot: cwd,
    signal,
  })
}

/** The message an agent would get, with the whole output beside it and what a person has not seen yet. */
async function completionOf(
  commands: CommandService,
  id: CommandId,
  startedAt: number,
  clock: Clock,
): Promise<{ line: ExecLine; unseen: string }> {
  const { text } = commands.takeNotices(CHAT)
  const whole = await commands.wholeOutput(id)
  const { record, output } = await commands.report(id)
  const answer = progressAnswer(record, whole, clock.now())
  const { state } = record
  if (!answer.outcome || (state.kind !== 'ended' && state.kind !== 'interrupted'))
    throw new Error(`A command that is ${state.kind} has no completion`)
  const endedAt = state.kind === 'ended' ? state.endedAt : state.lastSeenAt
  const line: ExecLine = {
    ...answer.outcome,
    event: 'completion',
    text: text === '' ? answer.text : text,
    wallMs: clock.now() - startedAt,
    ranMs: endedAt - state.startedAt,
  }
  return { line, unseen: output.text }
}

function settled(commands: CommandService, id: CommandId): Promise<void> {
  return new Promise((resolve) => {
    const listening = commands.onSettled((record) => {
      if (record.id !== id) return
      listening.dispose()
      resolve()
    })
    const record = commands.record(id)
    if (record && isSettled(record.state)) {
      listening.dispose()
      resolve()
    }
  })
}

async function requireProfile(shells: ReturnType<typeof createShellResolver>, name: string): Promise<void> {
  const profiles = await shells.listProfiles(new AbortController().signal)
  if (profiles.some((profile) => profile.name === name)) return
  const known = profiles.map((profile) => profile.name).join(', ')
  throw new UsageError(
    `There is no terminal profile ${JSON.stringify(name)}. Found here: ${known || 'none'}.`,
  )
}
