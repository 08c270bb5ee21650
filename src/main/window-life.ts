/** How a window ended. */
export type WindowEnd = 'closed' | 'crashed'

export type WindowLifeDeps = {
  /** Ends turns and commands as the end of their window does, and resolves when that is confirmed. */
  endWindow(how: WindowEnd): Promise<void>
  /** False when the person lets jobs run without the window: then no end of a window ends anything. */
  ownsJobs(): boolean
  reportBug(error: unknown): void
}

/**
 * The bond between a window and what its chats run (S-339, S-346). What a window asks that came back is answered only
 * when the end of the one before it is known, so that no new turn meets commands that are being ended.
 */
export class WindowLife {
  private ending: Promise<void> = Promise.resolve()

  constructor(private readonly deps: WindowLifeDeps) {}

  /** The page was reloaded, or its process ended. */
  ended(how: WindowEnd): void {
    if (this.deps.ownsJobs()) this.end(how).catch(this.deps.reportBug)
  }

  /** Ends everything, whoever owns it. */
  end(how: WindowEnd): Promise<void> {
    const end = this.deps.endWindow(how)
    const before = this.ending
    this.ending = end.catch(() => {}).then(() => before)
    return end
  }

  /** Resolves when no end of a window is under way. */
  settled(): Promise<void> {
    return this.ending
  }
}
