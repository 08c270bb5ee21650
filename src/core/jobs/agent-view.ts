import { isAlive, isSettled } from '../../shared/command'
import type { CommandId, Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import type { OutputReader } from '../ports'
import { type AgentOutput, NO_AGENT_OUTPUT, readAgentOutput } from './agent-output'
import type { CommandRecord } from './command-record'
import type { CommandRegistry } from './command-registry'
import type { LiveCommand } from './live-command'
import type { OutputLogs } from './output-logs'
import { afterTime, firstOf, type WaitCause, whenAborted, whenSettled } from './wait-for-result'

/** A command and what the agent has not seen of it, of one moment. */
export type CommandReport = { record: CommandRecord; output: AgentOutput }

export type AgentViewDeps = {
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

  constructor(private readonly deps: AgentViewDeps) {}

  /** The part the agent has not seen, without counting it as seen. */
  async unseen(record: CommandRecord): Promise<AgentOutput> {
    return (await this.read(record, record.seenBytes)).output
  }

  /** All of it, bounded, without counting it as seen. */
  async whole(record: CommandRecord): Promise<AgentOutput> {
    return (await this.read(record, 0)).output
  }

  /**
   * State and unseen output of one moment. With `tells` it counts as seen, and a final state as told; without, nothing
   * is marked.
   */
  async report(id: CommandId, tells: boolean): Promise<CommandReport> {
    const { registry } = this.deps
    for (;;) {
      const before = registry.need(id)
      const { output, to, openLine } = await this.read(before, before.seenBytes)
      const now = registry.need(id)
      // Ended or moved while its output was read: what was read may not belong to what is reported.
      if (now.state !== before.state) continue
      if (!tells) return { record: now, output }
      if (isSettled(now.state)) this.seenOpenLine.delete(id)
      else this.seenOpenLine.set(id, openLine)
      const told = now.notice && isSettled(now.state) ? { notice: { ...now.notice, told: true } } : {}
      if (to !== now.seenBytes || (now.notice && !now.notice.told))
        registry.update(id, { seenBytes: to, ...told })
      return { record: registry.need(id), output }
    }
  }

  /** Resolves with new output, the end, the user's message or Stop, or after `waitMs` (S-274). */
  async waitForNews(
    id: CommandId,
    waitMs: Millis,
    signal: AbortSignal,
    userSpoke: AbortSignal,
  ): Promise<void> {
    const { registry, live, clock } = this.deps
    const command = live.get(id)
    if (!command || this.hasNews(id, command)) return
    const news: WaitCause<null> = (end) =>
      registry.onCard((card) => {
        if (card.id === id && this.hasNews(id, command)) end(null)
      })
    await firstOf<null>([
      whenSettled(command.settled, null),
      whenAborted(signal, null),
      whenAborted(userSpoke, null),
      news,
      afterTime(clock, waitMs, null),
    ])
  }

  forget(id: CommandId): void {
    this.seenOpenLine.delete(id)
  }

  /** A redraw of a line the agent saw is no news. */
  private hasNews(id: CommandId, command: LiveCommand): boolean {
    const { output, seenBytes } = this.deps.registry.need(id)
    return output.bytes > seenBytes || (!this.seenOpenLine.get(id) && command.stats.openLine.trim() !== '')
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
      seenOpenLine: from === record.seenBytes ? (this.seenOpenLine.get(record.id) ?? '') : '',
    })
    return { output, to, openLine }
  }
}
