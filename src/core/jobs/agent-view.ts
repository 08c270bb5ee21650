import { isAlive, isSettled, type OutputSummary } from '../../shared/command'
import type { CommandId, Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import type { Ids, OutputReader } from '../ports'
import { type AgentOutput, NO_AGENT_OUTPUT, readAgentOutput } from './agent-output'
import { outputSummary } from './card-view'
import type { CommandRecord } from './command-record'
import type { CommandRegistry } from './command-registry'
import type { LiveCommand } from './live-command'
import type { OutputLogs } from './output-logs'
import type { Seen } from './seen'
import type { WaitBoard } from './wait-board'

/** A command and what the agent has not seen of it, of one moment. `seen` is null when nothing is told by it. */
export type CommandReport = { record: CommandRecord; output: AgentOutput; seen: Seen | null }

/** A report the agent asked for; `unchanged` counts how often in a row it brought nothing new (S-281). */
export type CheckReport = CommandReport & { unchanged: number }

export type AgentViewDeps = {
  board: WaitBoard
  ids: Ids
  registry: CommandRegistry
  live: ReadonlyMap<CommandId, LiveCommand>
  reader: OutputReader
  logs: OutputLogs
  clock: Clock
}

/** What the agent has seen of every command and what is new to it (S-227, S-282, S-284). */
export class AgentView {
  /** The unfinished line the agent saw last, so that its rest is told and not the whole again. */
  private readonly seenOpenLine = new Map<CommandId, string>()
  /** Bytes that results told which are not stored yet; a notice frozen meanwhile must not repeat them. */
  private readonly reported = new Map<CommandId, number>()
  private readonly unchangedChecks = new Map<CommandId, number>()

  constructor(private readonly deps: AgentViewDeps) {}

  /** Bytes the agent has received, also by a result that is not stored yet. */
  seenBytes({ id, seenBytes }: CommandRecord): number {
    return Math.max(seenBytes, this.reported.get(id) ?? 0)
  }

  /** The part the agent has not seen, without counting it as seen. */
  async unseen(record: CommandRecord): Promise<AgentOutput> {
    return (await this.read(record, this.seenBytes(record))).output
  }

  /** All of it, bounded, without counting it as seen. */
  async whole(record: CommandRecord): Promise<AgentOutput> {
    return (await this.read(record, 0)).output
  }

  /**
   * State and unseen output of one moment. With `tells` it counts as seen, and a final state as told, from the moment
   * `seen` is stored; without, nothing is marked.
   */
  async report(id: CommandId, tells: boolean): Promise<CommandReport> {
    const { registry } = this.deps
    for (;;) {
      const before = registry.need(id)
      const { output, to, openLine } = await this.read(before, this.seenBytes(before))
      const now = registry.need(id)
      // Ended or moved while its output was read: what was read may not belong to what is reported.
      if (now.state !== before.state) continue
      if (!tells) return { record: now, output, seen: null }
      const isEnd = isSettled(now.state)
      if (isEnd) this.seenOpenLine.delete(id)
      else this.seenOpenLine.set(id, openLine)
      this.reported.set(id, to)
      return { record: now, output, seen: { commandId: id, bytes: to, isEnd } }
    }
  }

  /** As {@link report}, for an agent that checks on its own. */
  async check(id: CommandId): Promise<CheckReport> {
    const report = await this.report(id, true)
    const isUnchanged = report.output.text === '' && !isSettled(report.record.state)
    const unchanged = isUnchanged ? (this.unchangedChecks.get(id) ?? 0) + 1 : 0
    if (isUnchanged) this.unchangedChecks.set(id, unchanged)
    else this.unchangedChecks.delete(id)
    return { ...report, unchanged }
  }

  /** Resolves with new output, the end, the user's message or Stop, or after `waitMs` (S-274). */
  async waitForNews(id: CommandId, waitMs: Millis, signal: AbortSignal): Promise<void> {
    const { registry, live, clock, board, ids } = this.deps
    const command = live.get(id)
    if (!command || this.hasNews(id, command)) return
    const record = registry.need(id)
    await board.wait(
      record.chatId,
      {
        id: ids.next('wait'),
        job: id,
        kind: 'news',
        until: clock.now() + waitMs,
        mayEndEarly: false,
        quietMs: null,
        isSearching: false,
        seen: { bytes: this.seenBytes(record), openLine: Boolean(this.seenOpenLine.get(id)) },
      },
      signal,
    )
  }

  /** The turn is over: what its results told but nobody stored, the agent has not received. */
  forgetUnstored(id: CommandId): void {
    this.reported.delete(id)
  }

  forget(id: CommandId): void {
    this.seenOpenLine.delete(id)
    this.reported.delete(id)
    this.unchangedChecks.delete(id)
  }

  /** A redraw of a line the agent saw is no news. */
  private hasNews(id: CommandId, command: LiveCommand): boolean {
    const record = this.deps.registry.need(id)
    return (
      record.output.bytes > this.seenBytes(record) ||
      (!this.seenOpenLine.get(id) && command.stats.openLine.trim() !== '')
    )
  }

  private async read(
    record: CommandRecord,
    from: number,
  ): Promise<{ output: AgentOutput; to: number; openLine: string }> {
    const { live, reader, logs } = this.deps
    const stats = await live.get(record.id)?.latest()
    const to = stats?.bytes ?? record.output.bytes
    const openLine = stats && isAlive(record.state) ? stats.openLine : ''
    if (record.logFile === null) return { output: NO_AGENT_OUTPUT, to, openLine }
    const output = await readAgentOutput(reader, logs, {
      file: record.logFile,
      from,
      to,
      totalLines: stats?.lines ?? record.output.lines,
      openLine,
      seenOpenLine: from === this.seenBytes(record) ? (this.seenOpenLine.get(record.id) ?? '') : '',
    })
    const isLost = output.text === '' && isNothingKept(stats ? outputSummary(stats) : record.output)
    return { output: isLost ? { ...output, failure: NOT_KEPT } : output, to, openLine }
  }
}

const NOT_KEPT = 'it could not be written to the disk'

/** It printed something, and the disk took none of it: that must not pass for silence (S-147). */
function isNothingKept({ bytes, lastLine, full }: OutputSummary): boolean {
  return bytes === 0 && lastLine !== '' && full.kind === 'unavailable'
}
