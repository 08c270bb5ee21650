import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

/** FIFOs made by one `mkfifo`: Node cannot make one itself, and a process per command would be felt. */
const BATCH = 64
/** A new batch is made when fewer are left. */
const LOW_MARK = 8

/**
 * A stock of named pipes in an owner-only folder. One is used for one command only: a pipe that somebody may still
 * hold must never carry another command's output (S-138).
 */
export class FifoPool {
  private readonly folder: string
  private readonly ready: string[] = []
  private filling: Promise<void> | null = null
  private made = 0
  private isOver = false

  constructor(runtimeFolder: string) {
    mkdirSync(runtimeFolder, { recursive: true, mode: 0o700 })
    sweep(runtimeFolder)
    this.folder = mkdtempSync(join(runtimeFolder, `${FOLDER_PREFIX}${process.pid}-`))
    chmodSync(this.folder, 0o700)
    this.refill().catch(ignoreUntilNeeded)
  }

  /** Path of a fresh FIFO; the caller removes it. */
  async take(): Promise<string> {
    while (this.ready.length === 0) {
      if (this.isOver) throw new Error('the runner has ended')
      await (this.filling ?? this.refill())
    }
    const path = this.ready.shift() as string
    if (this.ready.length < LOW_MARK) this.refill().catch(ignoreUntilNeeded)
    return path
  }

  /** A path in the same owner-only folder for another file of the same life. */
  file(name: string): string {
    return join(this.folder, name)
  }

  async dispose(): Promise<void> {
    this.isOver = true
    await this.filling?.catch(ignoreUntilNeeded)
    rmSync(this.folder, { recursive: true, force: true })
  }

  private refill(): Promise<void> {
    this.filling ??= this.make().finally(() => {
      this.filling = null
    })
    return this.filling
  }

  private make(): Promise<void> {
    if (this.isOver) return Promise.reject(new Error('the runner has ended'))
    const paths = Array.from({ length: BATCH }, () => join(this.folder, `p${this.made++}`))
    return new Promise((resolve, reject) => {
      // Both systems have it in one of these; the user's own PATH is not asked.
      execFile(
        'mkfifo',
        ['-m', '600', ...paths],
        { env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin' } },
        (error) => {
          if (error) {
            reject(error)
          } else {
            this.ready.push(...paths)
            resolve()
          }
        },
      )
    })
  }
}

const FOLDER_PREFIX = 'run-'

/** Removes what runners left behind that did not end in order: command texts must not stay on disk (S-132). */
function sweep(runtimeFolder: string): void {
  for (const name of readdirSync(runtimeFolder)) {
    const pid = Number(/^run-(\d+)-/.exec(name)?.[1])
    if (!name.startsWith(FOLDER_PREFIX) || isAlive(pid)) continue
    rmSync(join(runtimeFolder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    // EPERM: somebody else's process, alive all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// The next `take` tries again and reports the failure to whom it concerns.
function ignoreUntilNeeded(): void {}

/** Removes a file that may be gone already. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // Gone with its folder, or removed before: both are what we want.
  }
}
