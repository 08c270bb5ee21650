import { type CommandCard, isSettled } from '../../shared/command'
import { EngineError } from '../../shared/errors'
import { type CommandId, commandIdSchema, type Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import { type Disposable, DisposableStore } from '../disposable'
import type { Event } from '../events'
import type { CommandRecord } from '../jobs/command-record'
import type { OutputReader } from '../ports'
import type { ArtifactFolder } from './artifact-folder'
import { chooseExpired, RETENTION, type RetentionLimits } from './retention'

/** An app that stays open looks for outputs that became too old after this time, when something happens in it. */
export const SWEEP_EVERY_MS: Millis = 60 * 60 * 1000
/** How long after a large output the number and size limits are checked; commands often end in groups. */
export const SWEEP_AFTER_END_MS: Millis = 1000

/** What the keeper needs of the commands. */
export type KeptCommands = {
  readonly onSettled: Event<CommandRecord>
  record(id: CommandId): CommandRecord | null
  unsettledIds(): ReadonlySet<CommandId>
  markOutputGone(id: CommandId): void
}

export type ArtifactKeeperDeps = {
  folder: ArtifactFolder
  commands: KeptCommands
  reader: OutputReader
  clock: Clock
  reportBug(error: unknown): void
  limits?: RetentionLimits
}

/** Keeps the stored outputs within their limits, and their cards honest (S-132, S-138…S-148). */
export class ArtifactKeeper implements Disposable {
  private readonly owned = new DisposableStore()
  private soon: Disposable | null = null
  private sweptAt: Millis
  private sweeping: Promise<void> | null = null
  private isDisposed = false

  constructor(private readonly deps: ArtifactKeeperDeps) {
    this.sweptAt = deps.clock.now()
    this.owned.add(
      deps.commands.onSettled(({ output }) => {
        if (output.full.kind === 'saved' || this.isDue) this.sweepSoon()
      }),
    )
  }

  /** Deletes what the limits no longer allow and what belongs to no command; one sweep at a time. */
  sweep(): Promise<void> {
    this.sweeping ??= this.sweepOnce()
      .catch((error: unknown) => {
        if (!this.isDisposed) this.deps.reportBug(error)
      })
      .finally(() => {
        this.sweeping = null
      })
    return this.sweeping
  }

  /** Looks whether the outputs that these cards offer are still there, and takes back the offers that are not (S-148). */
  async verify(cards: readonly CommandCard[]): Promise<void> {
    const { commands, reader, reportBug } = this.deps
    if (this.isDue) void this.sweep()
    for (const { id, output } of cards) {
      const record = commands.record(id)
      if (output.full.kind !== 'saved' || !record?.logFile || !isSettled(record.state)) continue
      try {
        const { size } = await reader.after(record.logFile, 0, 1, 1)
        if (this.isDisposed) return
        if (size < record.output.bytes) commands.markOutputGone(id)
      } catch (error) {
        if (this.isDisposed) return
        if (!(error instanceof EngineError)) reportBug(error)
        else if (error.code === 'output-unavailable') commands.markOutputGone(id)
      }
    }
  }

  /** Ends the timers; a sweep under way stops before its next file. */
  dispose(): void {
    this.isDisposed = true
    this.soon?.dispose()
    this.owned.dispose()
  }

  private get isDue(): boolean {
    return this.deps.clock.now() - this.sweptAt > SWEEP_EVERY_MS
  }

  private async sweepOnce(): Promise<void> {
    const { folder, commands, clock, limits = RETENTION } = this.deps
    this.sweptAt = clock.now()
    const stored = (await folder.list()).filter(
      ({ commandId }) => commandIdSchema.safeParse(commandId).success,
    )
    if (this.isDisposed) return
    // After the listing: a command that began since then is not in it.
    const inUse: ReadonlySet<string> = commands.unsettledIds()
    const strays = stored.filter(({ commandId }) => !commands.record(commandIdSchema.parse(commandId)))
    const kept = stored.filter((output) => !strays.includes(output))
    for (const output of [...strays, ...chooseExpired(kept, inUse, clock.now(), limits)]) {
      await folder.remove(output)
      if (this.isDisposed) return
      commands.markOutputGone(commandIdSchema.parse(output.commandId))
    }
  }

  private sweepSoon(): void {
    if (this.isDisposed) return
    this.soon ??= this.deps.clock.setTimer(SWEEP_AFTER_END_MS, () => {
      this.soon = null
      void this.sweep()
    })
  }
}
