import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER_PREFIX = 'run-'

/** The owner-only folder of one runner's pipes and script files; it goes with the runner (S-130, S-132). */
export class RunFolder {
  private readonly path: string

  constructor(runtimeFolder: string) {
    mkdirSync(runtimeFolder, { recursive: true, mode: 0o700 })
    sweep(runtimeFolder)
    this.path = mkdtempSync(join(runtimeFolder, `${FOLDER_PREFIX}${process.pid}-`))
    chmodSync(this.path, 0o700)
  }

  /** A path in this folder. */
  file(name: string): string {
    return join(this.path, name)
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

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

/** Removes a file that may be gone already. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // Gone with its folder, or removed before: both are what we want.
  }
}
