import type { Clock } from '../clock'
import { NO_STATS } from '../output/no-stats'
import type { OutputReader } from '../ports'
import { outputSummary } from './card-view'
import { noticeKind } from './command-notice'
import type { CommandRecord, Notice } from './command-record'
import type { CommandRegistry } from './command-registry'
import { advance } from './command-state'
import { windowEndedText } from './notice-text'
import type { OutputLogs } from './output-logs'

export type RecoveryDeps = { registry: CommandRegistry; reader: OutputReader; logs: OutputLogs; clock: Clock }

/** Enough for the last line a card shows, in bytes. */
const LAST_LINE_BYTES = 4096

/** Settles a record that an ended app left unfinished, with what the agent must be told (S-340, S-342, S-347, S-349). */
export function settleLost(record: CommandRecord, { registry, logs, clock }: RecoveryDeps): void {
  const lastWrite = record.logFile === null ? null : logs.lastWrite(record.logFile)
  const event = { type: 'app-died', at: clock.now(), lastSeenAt: lastWrite ?? record.createdAt } as const
  const kind = noticeKind(record.state, advance(record.state, event))
  const notice: Notice | null =
    kind?.kind === 'window-ended'
      ? {
          kind: 'window-ended',
          text: windowEndedText(record, kind.lostAs),
          at: event.at,
          order: registry.nextEndOrder(record.chatId),
          told: false,
        }
      : null
  registry.advance(record.id, event, { notice })
}

/** After a crash the last stored summary is older than the log: output is not stored while it flows (S-160). */
export async function measureLost(
  { id, logFile, output }: CommandRecord,
  { registry, reader, logs }: RecoveryDeps,
): Promise<void> {
  if (logFile === null) return
  const size = await logs.measure(logFile)
  if (!size) return registry.update(id, { output: { ...output, full: { kind: 'unavailable' } } })
  const last = await reader.before(logFile, null, 1, LAST_LINE_BYTES)
  registry.update(id, { output: outputSummary({ ...NO_STATS, ...size, lastLine: last.text.trimEnd() }) })
}
