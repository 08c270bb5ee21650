import { execFile } from 'node:child_process'
import type { RunFolder } from './run-folder'

/** FIFOs made by one `mkfifo`: Node cannot make one itself, and a process per command would be felt. */
const BATCH = 64
/** A new batch is made when fewer are left. */
const LOW_MARK = 8
/** Where systems keep `mkfifo`; the user's own PATH is not asked. */
const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin'

/**
 * A stock of named pipes. One is used for one command only: a pipe that somebody may still hold must never carry
 * another command's output (S-138).
 */
export class FifoPool {
  private readonly ready: string[] = []
  private filling: Promise<void> | null = null
  private made = 0
  private isOver = false

  constructor(private readonly folder: RunFolder) {
    this.refill().catch(ignoreUntilNeeded)
  }

  /** Path of a fresh FIFO; the caller removes it. */
  async take(): Promise<string> {
    for (;;) {
      if (this.isOver) throw new Error('the runner has ended')
      const path = this.ready.shift()
      if (path !== undefined) {
        if (this.ready.length < LOW_MARK) this.refill().catch(ignoreUntilNeeded)
        return path
      }
      await this.refill()
    }
  }

  /** Resolves when nothing is being made any more. */
  async dispose(): Promise<void> {
    this.isOver = true
    await this.filling?.catch(ignoreUntilNeeded)
  }

  private refill(): Promise<void> {
    this.filling ??= this.make().finally(() => {
      this.filling = null
    })
    return this.filling
  }

  private make(): Promise<void> {
    const paths = Array.from({ length: BATCH }, () => this.folder.file(`p${this.made++}`))
    return new Promise((resolve, reject) => {
      execFile('mkfifo', ['-m', '600', ...paths], { env: { PATH: SYSTEM_PATH } }, (error) => {
        if (error) {
          reject(error)
          return
        }
        this.ready.push(...paths)
        resolve()
      })
    })
  }
}

// The next `take` tries again and reports the failure to whom it concerns.
function ignoreUntilNeeded(): void {}
