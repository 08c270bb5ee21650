import type { RunningThen } from '../../shared/chat'
import {
  type CommandCard,
  isAlive,
  isSettled,
  LISTED_JOBS_MAX,
  RECENT_JOBS_MAX,
  type Stopper,
  type StyledRun,
  type WaitOver,
} from '../../shared/command'
import { EngineError } from '../../shared/errors'
import {
  type ChatId,
  type CommandId,
  chatIdSchema,
  commandIdSchema,
  type Millis,
  type SubagentId,
  type TerminalId,
  type TurnId,
} from '../../shared/ids'
import type { Delivery } from '../attention/attention-event'
import type { JobId, Untold, WaitEnd } from '../attention/attention-state'
import type { Attentions } from '../attention/attentions'
import type { Clock } from '../clock'
import type { Event } from '../events'
import type { Ids, OutputReader, ProcessHost, ShellResolver } from '../ports'
import type { AgentOutput } from './agent-output'
import { AgentView, type CheckReport, type CommandReport } from './agent-view'
import { cardOf } from './card-view'
import { endsWithChatStop, endsWithWaitingLine } from './chat-stop'
import { CommandMessages, NO_OTHER_JOBS, type OtherJobs, type Telling } from './command-messages'
import { type CommandRecord, type CommandStore, shownIn } from './command-record'
import { measureLost, settleLost } from './command-recovery'
import { CommandRegistry } from './command-registry'
import type { CommandRequest } from './command-request'
import { firstRecord } from './first-record'
import { LeftBehind } from './left-behind'
import { LiveCommand } from './live-command'
import type { OutputLogs } from './output-logs'
import { OutputWatch, type Watched, type WatchFor } from './output-watch'
import { endedWithWindow, wasBackground } from './past-of'
import type { Seen } from './seen'
import { watchForServers } from './server-watch'
import { WaitBoard } from './wait-board'

export type CommandServiceDeps = {
  store: CommandStore
  host: ProcessHost
  shells: ShellResolver
  reader: OutputReader
  logs: OutputLogs
  clock: Clock
  ids: Ids
  /** Told of everything that happens to commands; says when a waiting is over. */
  attentions: Attentions
  /** Nobody can answer: what would ask is rejected at once, with the reason (S-365). */
  isUnattended?: boolean
  /** What else may run in a chat; made after the commands. */
  others?: () => OtherJobs
  reportBug(error: unknown): void
}

/** Everything of a chat that was not told yet, for a host without chats: records, and the text of a message. */
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
  /** The rules changed, of one chat or of all: what waits for a person is decided again. */
  reconsider(chatId: ChatId | null): Promise<void>
  /** S-010. */
  reject(id: CommandId, text: string | null): void
  /** Ends one command and resolves when that is confirmed or proved impossible; what a finished one left behind ends too (S-214, S-289). */
  stop(id: CommandId, who: Stopper): Promise<void>
  /** S-188. */
  moveToBackground(id: CommandId): void
  /** Ends what a subagent runs, but servers (S-293, S-297). */
  stopSubagent(id: SubagentId): Promise<void>
  /** The chat's Stop (S-292…S-299, S-306, S-309, appendix C). */
  stopChat(chatId: ChatId, turnId: TurnId | null): Promise<void>
  /** The waiting line's Stop: as the chat's, and every background command that is no server (S-335, S-337). */
  stopWaiting(chatId: ChatId): Promise<void>

  card(id: CommandId): CommandCard | null
  record(id: CommandId): CommandRecord | null
  cardsOf(chatId: ChatId): CommandCard[]
  /** Commands with a process, of all chats, newest first; then finished ones that left processes behind (S-219). */
  aliveCards(): CommandCard[]
  /** Background jobs that are over, of all chats, for the list of recent ones. */
  recentCards(): CommandCard[]
  /** The newest commands of all chats that had a process, newest first, at most {@link LISTED_JOBS_MAX}. */
  newestCards(): CommandCard[]
  /** Takes a job off the list of recent ones; its card and its output stay. */
  dismiss(id: CommandId): void
  /** How many commands of a chat wait for a decision and how many have a process; cheap, it reads no disk. */
  counts(chatId: ChatId): { pending: number; alive: number }
  /** The unfinished last line of a running command, for the viewer. */
  openLine(id: CommandId): string
  /** The record with the unfinished line and the log offset it begins at, all of one moment; null when unknown. */
  paged(id: CommandId): {
    record: CommandRecord
    openLine: string
    openLineStyles?: StyledRun[] | undefined
    bytes: number
  } | null
  /** A log proved to be gone: the card stops offering it (S-147, S-148). */
  markOutputGone(id: CommandId): void
  /** Commands that may still write a log. */
  unsettledIds(): ReadonlySet<CommandId>

  /** A command by the name the agent has for it, within the chat (S-285, S-288). */
  find(chatId: ChatId, terminalId: TerminalId): CommandRecord | null
  /** Commands of the chat that ever were in the background and are not released, for messages about unknown names (S-279). */
  background(chatId: ChatId): CommandRecord[]
  /** State and unseen output; counts as seen, and a final state as told, once `seen` is marked (S-227, S-282, S-284). */
  report(id: CommandId): Promise<CheckReport>
  /** A settled command with all of its output, for a call whose result was never stored; null for one that goes on. */
  lostReport(id: CommandId): Promise<{ record: CommandRecord; output: AgentOutput } | null>
  /** All output of a command, bounded, without counting it as seen; for hosts that show it to a person. */
  wholeOutput(id: CommandId): Promise<AgentOutput>
  /** Waits for new output, the end, or the user's message (S-273, S-274). */
  waitForNews(id: CommandId, waitMs: Millis, signal: AbortSignal): Promise<void>
  /** Waits until a command prints something, falls quiet, or ends. */
  watch(id: CommandId, what: WatchFor, signal: AbortSignal): Promise<Watched>
  /** Ends a command for the agent and gives its name back (S-286…S-291). */
  kill(id: CommandId): Promise<CommandReport>

  /** What the store holds for a chat that is opened (S-247). */
  untold(chatId: ChatId): Untold[]
  /** The text of a delivery and the ends it tells, for {@link markTold} (S-232…S-236, S-246). */
  tell(chatId: ChatId, delivery: Delivery): Telling
  /** Crosses ends off; call it inside the transaction that stores the message with their text. */
  markTold(ids: readonly JobId[]): void
  /** The place of the next end among all ends of a chat, for a job that is no command (S-246). */
  nextEndOrder(chatId: ChatId): number
  /** Ends that the agent must hear of again; call it inside the transaction that takes the message about them away. */
  markUntold(ids: readonly JobId[]): void
  /** Notes what a result told; call it inside the transaction that stores the result. */
  markSeen(seen: readonly Seen[]): void
  /** No result of the chat's turn will be stored any more: what was told by one that never was is unseen again. */
  forgetUnstored(chatId: ChatId): void
  /** Everything untold at once, for a host without chats. */
  takeNotices(chatId: ChatId): Notices
  /** What still runs, for the message after a stop; empty when nothing does (S-302…S-304). */
  stillRunningText(chatId: ChatId): string
  /** The commands of that list, for a person. */
  stillRunningCommands(chatId: ChatId): RunningThen[]
  /** What a chat waits for, when nothing has arrived for long (S-259…S-262). */
  pulseText(chatId: ChatId): string

  /** The names of what a chat waits for; servers are not among them (S-192). */
  waitedFor(chatId: ChatId): { terminalId: TerminalId; command: string }[]

  /** Settles what an ended app left unfinished; call it once, before anything runs (S-339…S-343, S-347…S-349). */
  recover(): CommandCard[]
  /**
   * Ends every command as the end of their window does, and resolves when that is confirmed (S-339…S-345, S-347…S-349).
   * Gives those that had started.
   */
  endWindow(hasCrashed: boolean): Promise<CommandCard[]>
  /** Drops a deleted chat from memory. */
  forgetChat(chatId: ChatId): void
  /** Ends everything as quitting does and resolves when that is confirmed (S-339, S-344, S-345). */
  dispose(): Promise<void>
}

/** Creates the {@link CommandService}. Its host and its store belong to the caller. */
export function createCommandService(deps: CommandServiceDeps): CommandService {
  const { store, host, shells, reader, logs, clock, ids, attentions, reportBug } = deps
  const { isUnattended = false, others = () => NO_OTHER_JOBS } = deps
  const registry = new CommandRegistry(store, reportBug, (chatId) => others().lastOrder(chatId))
  const live = new Map<CommandId, LiveCommand>()
  const board = new WaitBoard(attentions)
  const view = new AgentView({ registry, live, reader, logs, clock, board, ids })
  const messages = new CommandMessages({ registry, view, clock, ids, others })
  const watch = new OutputWatch({ registry, live, view, reader, board, attentions, clock, ids })
  watchForServers({ registry, live, reader, attentions, reportBug })
  const leftBehind = new LeftBehind(clock, reportBug)
  const measuring: Promise<void>[] = []
  let disposed = false

  registry.onSettled(({ id, leftovers }) => {
    const command = live.get(id)
    live.delete(id)
    if (command && leftovers.length > 0) leftBehind.add(command)
  })

  const othersOf = ({ jobs }: Extract<WaitEnd, { kind: 'others-ended' }>): WaitOver => {
    const terminalIds = jobs.flatMap((job) => registry.get(job as CommandId)?.terminalId ?? [])
    return { by: 'others-ended', terminalIds, subagents: jobs.length - terminalIds.length }
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
      const terminalId = registry.nextTerminalId(request.chatId)
      const attention = attentions.of(request.chatId)
      const command = new LiveCommand(id, {
        registry,
        host,
        shells,
        logs,
        clock,
        attention,
        board,
        reportBug,
        noticeFor: (before, after) => messages.noticeFor(before, after),
        seenBytes: (record) => view.seenBytes(record),
        othersOf,
      })
      live.set(id, command)
      const record = firstRecord(request, { id, terminalId }, clock.now(), isUnattended)
      registry.add(record)
      if (record.state.kind === 'pending') attention.take({ type: 'asked', job: id })
      if (!isSettled(record.state)) await command.run(request)
      // When the window or the app ends, nobody may be left to store or to read this result: the user's next message
      // tells of the end as well (S-342).
      return view.report(id, !disposed && !endedWithWindow(registry.need(id).state))
    },
    approve(id) {
      registry.need(id)
      if (!live.get(id)?.approve())
        throw new EngineError('not-pending', 'This command no longer waits for approval.')
    },
    async reconsider(chatId) {
      const waiting = registry
        .unsettled()
        .filter(
          (record) => record.state.kind === 'pending' && (chatId === null || shownIn(record) === chatId),
        )
      // Oldest first, so that they run in the order in which they were asked about.
      for (const { id } of waiting.reverse()) await live.get(id)?.reconsider()
    },
    reject(id, text) {
      registry.need(id)
      if (!live.get(id)?.reject(text))
        throw new EngineError('not-pending', 'This command no longer waits for approval.')
    },
    async stop(id, who) {
      await stopOne(registry.need(id), who)
      if (who === 'user') await leftBehind.stop(id)
    },
    moveToBackground(id) {
      registry.need(id)
      if (!live.get(id)?.moveToBackground())
        throw new EngineError('not-running', 'The agent does not wait for this command.')
    },
    async stopChat(chatId, turnId) {
      const ends = registry.ofChat(chatId).filter((record) => endsWithChatStop(record, turnId))
      await Promise.all(ends.map((record) => stopOne(record, 'user')))
    },
    stopSubagent(id) {
      // Its conversation has its identity.
      return this.stopChat(chatIdSchema.parse(id), null)
    },
    async stopWaiting(chatId) {
      const ends = registry.ofChat(chatId).filter(endsWithWaitingLine)
      await Promise.all(ends.map((record) => stopOne(record, 'user')))
    },

    card(id) {
      const record = registry.get(id)
      return record ? cardOf(record) : null
    },
    record: (id) => registry.get(id),
    cardsOf: (chatId) => registry.ofChat(chatId).map(cardOf),
    aliveCards: () => [
      ...registry
        .unsettled()
        .filter((record) => isAlive(record.state))
        .map(cardOf),
      ...leftBehind.ids.flatMap((id) => {
        const record = registry.get(id)
        return record ? [cardOf(record)] : []
      }),
    ],
    recentCards: () =>
      registry
        .newestSettled(LISTED_JOBS_MAX)
        .map(cardOf)
        .filter((card) => card.isRecent)
        .slice(0, RECENT_JOBS_MAX),
    newestCards: () =>
      [...registry.unsettled(), ...registry.newestSettled(LISTED_JOBS_MAX)]
        .filter(({ state }) => 'startedAt' in state && state.startedAt !== null)
        .slice(0, LISTED_JOBS_MAX)
        .map(cardOf),
    dismiss: (id) => registry.update(id, { isDismissed: true }),
    counts(chatId) {
      const states = registry
        .unsettled()
        .filter((record) => shownIn(record) === chatId)
        .map((record) => record.state)
      return {
        pending: states.filter((state) => state.kind === 'pending').length,
        alive: states.filter(isAlive).length,
      }
    },
    openLine: (id) => live.get(id)?.stats.openLine ?? '',
    paged(id) {
      const record = registry.get(id)
      if (!record) return null
      const stats = isAlive(record.state) ? live.get(id)?.stats : undefined
      return {
        record,
        openLine: stats?.openLine ?? '',
        openLineStyles: stats?.openLineStyles,
        bytes: stats?.bytes ?? record.output.bytes,
      }
    },
    markOutputGone(id) {
      const record = registry.get(id)
      if (!record || !isSettled(record.state)) return
      const { full } = record.output
      if (full.kind === 'unavailable' && full.because === undefined) return
      registry.update(id, { output: { ...record.output, full: { kind: 'unavailable' } } })
    },
    unsettledIds: () => new Set(registry.unsettled().map(({ id }) => id)),

    find: (chatId, terminalId) => registry.byTerminal(chatId, terminalId),
    background: (chatId) =>
      registry.ofChat(chatId).filter((record) => !record.released && wasBackground(record.state)),
    report: (id) => view.check(id),
    async lostReport(id) {
      // After a crash the size of its log is found out first.
      await Promise.all(measuring)
      const record = registry.get(id)
      return record && isSettled(record.state) ? { record, output: await view.whole(record) } : null
    },
    wholeOutput: (id) => view.whole(registry.need(id)),
    waitForNews: (id, waitMs, signal) => view.waitForNews(id, waitMs, signal),
    watch: (id, what, signal) => watch.wait(id, what, signal),
    async kill(id) {
      await stopOne(registry.need(id), 'agent')
      const killed = await view.report(id, true)
      registry.update(id, { released: true })
      return killed
    },

    untold: (chatId) => messages.untold(chatId),
    tell: (chatId, delivery) => messages.tell(chatId, delivery),
    markTold: (told) =>
      registry.markTold(told.filter((job): job is CommandId => !others().markTold(job, true))),
    nextEndOrder: (chatId) => registry.nextEndOrder(chatId),
    markUntold: (owed) =>
      registry.markUntold(owed.filter((job): job is CommandId => !others().markTold(job, false))),
    markSeen(seen) {
      for (const one of seen) registry.markSeen(one)
    },
    forgetUnstored(chatId) {
      for (const { id } of registry.ofChat(chatId)) view.forgetUnstored(id)
    },
    takeNotices(chatId) {
      const records = registry.untold(chatId)
      return { records, text: records.map((record) => record.notice?.text ?? '').join('\n\n') }
    },
    stillRunningText: (chatId) => messages.stillRunning(chatId),
    stillRunningCommands: (chatId) => messages.stillRunningCommands(chatId),
    pulseText: (chatId) => messages.pulse(chatId),
    waitedFor: (chatId) => messages.waitedFor(chatId),

    recover() {
      const lost = store.unsettled().filter(({ id }) => !live.has(id))
      const recovery = { registry, reader, logs, clock }
      for (const record of lost) {
        settleLost(record, recovery)
        measuring.push(measureLost(record, recovery).catch(reportBug))
      }
      return lost.map(({ id }) => cardOf(registry.need(id)))
    },
    async endWindow(hasCrashed) {
      const ending = [...live.values()]
      await Promise.all(ending.map((command) => command.endWithWindow(hasCrashed)))
      return ending.map(({ id }) => cardOf(registry.need(id)))
    },
    forgetChat(chatId) {
      for (const { id } of registry.ofChat(chatId)) {
        leftBehind.delete(id)
        view.forget(id)
      }
      registry.forgetChat(chatId)
    },
    async dispose() {
      disposed = true
      leftBehind.dispose()
      await Promise.all([...live.values()].map((command) => command.stop('quit')))
      await Promise.all(measuring)
      registry.dispose()
    },
  }
}
