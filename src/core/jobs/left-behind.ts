import type { CommandId, Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import type { Disposable } from '../disposable'
import type { LiveCommand } from './live-command'

/** How often it is looked who is still there. Only a count in a list depends on it, and looking reads all processes. */
const LOOK_EVERY_MS: Millis = 3000

/**
 * Finished commands of this run of the app that left processes behind (S-219). While there are any, it is looked now and
 * then which of them have ended by themselves.
 */
export class LeftBehind implements Disposable {
  private readonly commands = new Map<CommandId, LiveCommand>()
  private timer: Disposable | null = null
  private isOver = false

  constructor(
    private readonly clock: Clock,
    private readonly reportBug: (error: unknown) => void,
  ) {}

  get ids(): CommandId[] {
    return [...this.commands.keys()]
  }

  add(command: LiveCommand): void {
    this.commands.set(command.id, command)
    this.lookLater()
  }

  /** Ends what one of them left; nothing happens when it left nothing. */
  async stop(id: CommandId): Promise<void> {
    const command = this.commands.get(id)
    this.delete(id)
    await command?.stopLeftovers()
  }

  delete(id: CommandId): void {
    this.commands.delete(id)
    if (this.commands.size === 0) this.rest()
  }

  dispose(): void {
    this.isOver = true
    this.rest()
  }

  private lookLater(): void {
    if (this.isOver || this.commands.size === 0) return
    this.timer ??= this.clock.setTimer(LOOK_EVERY_MS, () => void this.look())
  }

  private rest(): void {
    this.timer?.dispose()
    this.timer = null
  }

  private async look(): Promise<void> {
    for (const [id, command] of [...this.commands]) {
      try {
        // Stopped, or its chat deleted, while the others were looked at.
        if (this.commands.has(id) && !(await command.hasLeftovers())) this.delete(id)
      } catch (error) {
        this.reportBug(error)
      }
    }
    this.timer = null
    this.lookLater()
  }
}
