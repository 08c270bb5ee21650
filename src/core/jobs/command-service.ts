import { type CommandCard, type CommandState, isAlive, isSettled, type Stopper } from '../../shared/command'
import { EngineError } from '../../shared/errors'
import {
  type ChatId,
  type CommandId,
  commandIdSchema,
  type Millis,
  type TerminalId,
  type TurnId,
} from '../../shared/ids'
import type { Clock } from '../clock'
import type { Event } from '../events'
import type { Ids, OutputReader, ProcessHost, ShellResolver } from '../ports'
import { type AgentOutput, NO_AGENT_OUTPUT, readAgentOutput } from './agent-output'
import { cardOf, NO_STATS, outputSummary, workdirLine } from './card-view'
import { endsWithChatStop } from './chat-stop'
import { noticeKind } from './command-notice'
import type { CommandRecord, CommandStore } from './command-record'
import { CommandRegistry } from './command-registry'
import type { CommandRequest } from './command-request'
import { advance } from './command-state'
import { LiveCommand } from './live-command'
import { completionText, stillRunningText, terminalEventText, windowEndedText } from './notice-text'
import type { OutputLogs } from './output-logs'
import { afterTime, firstOf, type WaitCause, whenAborted, whenSettled } from './wait-for-result'

export type CommandServiceDeps = {
  store: CommandStore
  host: ProcessHost
  shells: ShellResolver
  reader: OutputReader
  logs: OutputLogs
  clock: Clock
  ids: Ids
  reportBug(error: unknown): void
}

/** A command and what the agent has not seen of it, of one moment. */
export type CommandReport = { record: CommandRecord; output: AgentOutput }

/** What must be told with the next message: records for {@link CommandService.markTold}, text for the message. */
export type Notices = { records: CommandRecord[]; text: string }

/** All commands of the app: the one thing tools, chats and hosts drive (sections 2, 16, 17, 20, 22, 26–31). */
export type CommandService = {
  /** A card that is new or changed. */
  readonly onCard: Event<CommandCard>
  /** A command that reached its end, for the line in the transcript. */
  readonly onSettled: Event<CommandRecord>

  /** Runs a command for a call and resolves when its waiting is over (S-008…S-013, S-166…S-175). */
  run(request: CommandRequest): Promise<CommandReport>
  /** S-009, S-012. */
  approve(id: CommandId): void
  /** S-010. */
  reject(id: CommandId, text: string | null): void
  /** Ends one command and resolves when that is confirmed or proved impossible; what a finished one left behind ends too (S-214, S-289). */
  stop(id: CommandId, who: Stopper): Promise<void>
  /** S-188. */
  moveToBackground(id: CommandId): void
  /** The chat's Stop (S-292…S-299, S-306, S-309, appendix C). */
  stopChat(chatId: ChatId, turnId: TurnId | null): Promise<void>

  card(id: CommandId): CommandCard | null
  record(id: CommandId): CommandRecord | null
  cardsOf(chatId: ChatId): CommandCard[]
  /** Commands with a process, of all chats, newest first. */
  aliveCards(): CommandCard[]
  /** The unfinished last line of a running command, for the viewer. */
  openLine(id: CommandId): string

  /** A command by the name the agent has for it, within the chat (S-285, S-288). */
  find(chatId: ChatId, terminalId: TerminalId): CommandRecord | null
  /** Commands of the chat that ever were in the background and are not released, for messages about unknown names (S-279). */
  background(chatId: ChatId): CommandRecord[]
  /** State and unseen output; counts as seen, and a final state as told (S-227, S-282, S-284). */
  report(id: CommandId): Promise<CommandReport>
  /** All output of a command, bounded, without counting it as seen; for hosts that show it to a person. */
  wholeOutput(id: CommandId): Promise<AgentOutput>
  /** Waits for new output, the end, or the user's message (S-273, S-274). */
  waitForNews(id: CommandId, waitMs: Millis, signal: AbortSignal, userSpoke: AbortSignal): Promise<void>
  /** Ends a command for the agent and gives its name back (S-286…S-291). */
  kill(id: CommandId): Promise<CommandReport>

  /** What the agent must be told of this chat, in order (S-224, S-246, S-301, S-342). */
  takeNotices(chatId: ChatId): Notices
  /** Crosses notices off; call it inside the transaction that stores the message with their text. */
  markTold(records: readonly CommandRecord[]): void
  /** What still runs, for the message after a stop; empty when nothing does (S-302…S-304). */
  stillRunningText(chatId: ChatId): string

  /** Settles what an ended app left unfinished; call it once, before anything runs (S-339…S-343, S-347…S-349). */
  recover(): CommandCard[]
  /** Drops a deleted chat from memory. */
  forgetChat(chatId: ChatId): void
  /** Ends everything as quitting does and resolves when that is confirmed (S-339, S-344, S-345). */
  dispose(): Promise<void>
}

/** Creates the {@link CommandService}. Its host and its store belong to the caller. */
export function createCommandService(deps: CommandServiceDeps): CommandService {
  const { store, host, shells, reader, logs, clock, ids, reportBug } = deps
  const registry = new CommandRegistry(store, reportBug)
  const live = new Map<CommandId, LiveCommand>()
  /** Finished commands of this run of the app that left processes behind, so that the user can still end those. */
  const leftBehind = new Map<CommandId, LiveCommand>()
  /** The unfinished line the agent saw last, so that its rest is told and not the whole again (S-227). */
  const seenOpenLine = new Map<CommandId, string>()
  const background: Promise<void>[] = []
  let disposed = false

  registry.onSettled(({ id, leftovers }) => {
    const command = live.get(id)
    live.delete(id)
    if (command && leftovers.length > 0) leftBehind.set(id, command)
  })

  const need = (id: CommandId): CommandRecord => {
    const record = registry.get(id)
    if (!record) throw new EngineError('unknown-command', 'This command no longer exists.')
    return record
  }

  const unseen = async (
    record: CommandRecord,
    seenLine = seenOpenLine.get(record.id) ?? '',
  ): Promise<AgentOutput & { to: number; openLine: string }> => {
    const stats = live.get(record.id)?.stats
    const to = stats?.bytes ?? record.output.bytes
    const openLine = stats && isAlive(record.state) ? stats.openLine : ''
    if (record.logFile === null) return { ...NO_AGENT_OUTPUT, to, openLine }
    const output = await readAgentOutput(reader, logs, {
      file: record.logFile,
      from: record.seenBytes,
      to,
      totalLines: stats?.lines ?? record.output.lines,
      openLine,
      seenOpenLine: seenLine,
    })
    return { ...output, to, openLine }
  }

  const ranMs = (state: CommandState): Millis => {
    if (state.kind === 'ended') return state.endedAt - state.startedAt
    return isAlive(state) && 'startedAt' in state && state.startedAt !== null
      ? clock.now() - state.startedAt
      : 0
  }

  const noticeFor = async (before: CommandRecord, after: CommandState): Promise<string | null> => {
    const notice = noticeKind(before.state, after)
    if (!notice) return null
    if (notice.kind === 'window-ended') return windowEndedText(before, notice.lostAs)
    if (after.kind !== 'ended') return null
    if (notice.kind === 'terminal-event') return terminalEventText(before, after.end, ranMs(after))
    return completionText(
      before,
      after.end,
      ranMs(after),
      await unseen({ ...before, state: after }),
      ids.next('output'),
    )
  }

  const report = async (id: CommandId, tells = true): Promise<CommandReport> => {
    for (;;) {
      const before = need(id)
      const { to, openLine, ...output } = await unseen(before)
      const now = need(id)
      // Ended or moved while its output was read: what was read may not belong to what is reported.
      if (now.state !== before.state) continue
      if (isSettled(now.state)) seenOpenLine.delete(id)
      else seenOpenLine.set(id, openLine)
      if (!tells) return { record: now, output }
      const told = now.notice && isSettled(now.state) ? { notice: { ...now.notice, told: true } } : {}
      if (to !== now.seenBytes || (now.notice && !now.notice.told))
        registry.update(id, { seenBytes: to, ...told })
      return { record: need(id), output }
    }
  }

  const stopOne = async (record: CommandRecord, who: Stopper): Promise<void> => {
    await live.get(record.id)?.stop(who)
  }

  return {
    onCard: registry.onCard,
    onSettled: registry.onSettled,

    async run(request) {
      if (disposed) throw new EngineError('aborted', 'Vigil is closing.')
      const id = commandIdSchema.parse(ids.next('cmd'))
      const now = clock.now()
      const asks = request.approval.kind === 'ask' ? request.approval.reasons : []
      let state: CommandState = { kind: 'pending', question: { askedAt: now, reasons: asks } }
      if (request.refusal) state = advance(state, { type: 'not-started', at: now, ...request.refusal })
      // Passes through pending without showing it, so that no button flashes up (S-011).
      else if (request.approval.kind === 'run') state = advance(state, { type: 'approved', at: now })
      const command = new LiveCommand(id, { registry, host, shells, logs, clock, reportBug, noticeFor })
      live.set(id, command)
      registry.add({
        id,
        chatId: request.chatId,
        turnId: request.turnId,
        callId: request.callId,
        terminalId: registry.nextTerminalId(request.chatId),
        command: request.command,
        cwd: request.cwd,
        workdir: workdirLine(request.workspaceRoot, request.cwd),
        createdAt: now,
        state,
        output: outputSummary(NO_STATS),
        shellNote: null,
        logFile: null,
        seenBytes: 0,
        leftovers: [],
        notice: null,
        released: false,
      })
      if (!request.refusal) await command.run(request)
      // While quitting nobody may be left to store this result, so it does not count as told.
      return report(id, !disposed)
    },
    approve(id) {
      need(id)
      if (!live.get(id)?.approve())
        throw new EngineError('not-pending', 'This command no longer waits for approval.')
    },
    reject(id, text) {
      need(id)
      if (!live.get(id)?.reject(text))
        throw new EngineError('not-pending', 'This command no longer waits for approval.')
    },
    async stop(id, who) {
      await stopOne(need(id), who)
      const left = leftBehind.get(id)
      if (!left || who !== 'user') return
      leftBehind.delete(id)
      await left.stopLeftovers()
    },
    moveToBackground(id) {
      need(id)
      if (!live.get(id)?.moveToBackground())
        throw new EngineError('not-running', 'The agent does not wait for this command.')
    },
    async stopChat(chatId, turnId) {
      const ends = registry.ofChat(chatId).filter((record) => endsWithChatStop(record, turnId))
      await Promise.all(ends.map((record) => stopOne(record, 'user')))
    },

    card(id) {
      const record = registry.get(id)
      return record ? cardOf(record) : null
    },
    record: (id) => registry.get(id),
    cardsOf: (chatId) => registry.ofChat(chatId).map(cardOf),
    aliveCards: () =>
      registry
        .unsettled()
        .filter((record) => isAlive(record.state))
        .map(cardOf),
    openLine: (id) => live.get(id)?.stats.openLine ?? '',

    find: (chatId, terminalId) => registry.byTerminal(chatId, terminalId),
    background: (chatId) =>
      registry.ofChat(chatId).filter((record) => !record.released && wasBackground(record.state)),
    report: (id) => report(id),
    async wholeOutput(id) {
      const { to: _to, openLine: _openLine, ...output } = await unseen({ ...need(id), seenBytes: 0 }, '')
      return output
    },
    async waitForNews(id, waitMs, signal, userSpoke) {
      const command = live.get(id)
      if (!command || hasNews(need(id), seenOpenLine.get(id) ?? '', command.stats.openLine)) return
      const news: WaitCause<null> = (end) =>
        registry.onCard((card) => {
          if (card.id !== id) return
          if (hasNews(need(id), seenOpenLine.get(id) ?? '', command.stats.openLine)) end(null)
        })
      await firstOf<null>([
        whenSettled(command.settled, null),
        whenAborted(signal, null),
        whenAborted(userSpoke, null),
        news,
        afterTime(clock, waitMs, null),
      ])
    },
    async kill(id) {
      await stopOne(need(id), 'agent')
      const killed = await report(id)
      registry.update(id, { released: true })
      return killed
    },

    takeNotices(chatId) {
      const records = registry.untold(chatId)
      return { records, text: records.map((record) => record.notice?.text ?? '').join('\n\n') }
    },
    markTold: (records) => registry.markTold(records),
    stillRunningText: (chatId) =>
      stillRunningText(
        registry
          .ofChat(chatId)
          .filter(({ state }) => state.kind === 'background')
          .map((record) => ({ ...record, ranMs: ranMs(record.state) })),
      ),

    recover() {
      const lost = store.unsettled().filter(({ id }) => !live.has(id))
      for (const record of lost) {
        const lastSeenAt =
          record.logFile === null ? record.createdAt : (logs.lastWrite(record.logFile) ?? record.createdAt)
        const event = { type: 'app-died', at: clock.now(), lastSeenAt } as const
        const kind = noticeKind(record.state, advance(record.state, event))
        const text = kind?.kind === 'window-ended' ? windowEndedText(record, kind.lostAs) : null
        registry.ofChat(record.chatId)
        registry.advance(record.id, event, {
          notice: text === null ? null : { text, at: event.at, told: false },
        })
        background.push(measure(record).catch(reportBug))
      }
      return lost.map(({ id }) => cardOf(need(id)))
    },
    forgetChat(chatId) {
      for (const { id } of registry.ofChat(chatId)) {
        leftBehind.delete(id)
        seenOpenLine.delete(id)
      }
      registry.forgetChat(chatId)
    },
    async dispose() {
      disposed = true
      await Promise.all([...live.values()].map((command) => command.stop('quit')))
      await Promise.all(background)
      registry.dispose()
    },
  }

  /** After a crash the last stored summary is older than the log: output is not stored while it flows (S-160). */
  async function measure(record: CommandRecord): Promise<void> {
    if (record.logFile === null) return
    const size = await logs.measure(record.logFile)
    if (!size)
      return registry.update(record.id, { output: { ...record.output, full: { kind: 'unavailable' } } })
    const last = await reader.before(record.logFile, null, 1, LAST_LINE_BYTES)
    const output = outputSummary({ ...NO_STATS, ...size, lastLine: last.text.trimEnd() })
    registry.update(record.id, { output })
  }
}

/** Enough for the last line a card shows. */
const LAST_LINE_BYTES = 4096

/** Whether there is something the agent has not seen; a redraw of a line it saw is none. */
function hasNews(record: CommandRecord, seenOpenLine: string, openLine: string): boolean {
  return record.output.bytes > record.seenBytes || (seenOpenLine === '' && openLine.trim() !== '')
}

function wasBackground(state: CommandState): boolean {
  if (state.kind === 'background') return true
  return (state.kind === 'ended' || state.kind === 'stopping') && state.wasBackground
}
