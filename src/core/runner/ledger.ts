import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import type { Disposable } from '../disposable'
import type { ProcessTable } from '../process/process-table'
import type { ProcessIdentity } from '../process/process-tree'
import type { CommandHandle } from './protocol'

const FOLDER_PREFIX = 'alive-'
/** Most commands end sooner, and need not touch the disk for a list of what may be left behind. */
export const ENTER_AFTER_MS: Millis = 50
/** Every command of Vigil has it in its environment; a process of somebody else's has not. */
const TAG = 'VIGIL_SHELL=shell'

/**
 * Which shells a runner has started and not seen the end of, as names of empty files: pid and start time of each, in a
 * folder that names the boot of the machine and the runner itself. It is for the one case in which nobody is left to end
 * them, when the app and its runner are killed together (B-103, B-108, S-344).
 */
export class Ledger {
  private readonly folder: string
  private readonly files = new Map<CommandHandle, string[]>()
  private readonly entering = new Map<CommandHandle, Disposable[]>()

  /** @param own this process; null where the system does not tell when one started, and then nothing is kept */
  constructor(
    runtime: string,
    boot: string,
    private readonly own: ProcessIdentity | null,
    private readonly clock: Clock,
  ) {
    this.folder = join(runtime, FOLDER_PREFIX + [boot, ...(own ? partsOf(own) : [])].join('~'))
    if (own) mkdirSync(this.folder, { recursive: true, mode: 0o700 })
  }

  /** A shell runs; a command may start a second one. Written once it has lived for {@link ENTER_AFTER_MS}. */
  add(command: CommandHandle, root: ProcessIdentity): void {
    if (!this.own) return
    const timer = this.clock.setTimer(ENTER_AFTER_MS, () => this.enter(command, root))
    this.entering.set(command, [...(this.entering.get(command) ?? []), timer])
  }

  private enter(command: CommandHandle, root: ProcessIdentity): void {
    const file = join(this.folder, partsOf(root).join('~'))
    writeFileSync(file, '', { mode: 0o600 })
    this.files.set(command, [...(this.files.get(command) ?? []), file])
  }

  /** The end of a command is known. */
  remove(command: CommandHandle): void {
    for (const timer of this.entering.get(command) ?? []) timer.dispose()
    this.entering.delete(command)
    for (const file of this.files.get(command) ?? []) rmSync(file, { force: true })
    this.files.delete(command)
  }

  /** This process ends; what it could not end is left for the next one. */
  close(): void {
    if (this.files.size === 0) rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A shell that a dead runner left, with members of its group that prove to be ours by themselves. */
export type Abandoned = { root: ProcessIdentity; known: ProcessIdentity[] }

/** The ledger of a dead runner; it is forgotten when what it names is ended. */
export type DeadLedger = { shells: Abandoned[]; forget(): void }

/**
 * The ledgers of runners that are dead. Nobody is taken for a command by a pid alone: a shell must have its start time,
 * and who is left of its group after the shell must carry the environment of our commands. Ledgers of an earlier boot of
 * the machine name nobody any more.
 */
export function deadLedgers(
  runtime: string,
  boot: string,
  table: ProcessTable,
  environmentOf: (pid: number) => string = readEnvironment,
): DeadLedger[] {
  const found: DeadLedger[] = []
  for (const name of readdirSync(runtime)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue
    const [ofBoot, ...parts] = name.slice(FOLDER_PREFIX.length).split('~')
    const runner = identityOf(parts)
    if (ofBoot === boot && runner && isAlive(table, runner)) continue
    const folder = join(runtime, name)
    const roots = ofBoot === boot ? readdirSync(folder).map((file) => identityOf(file.split('~'))) : []
    found.push({
      shells: roots.flatMap((root) => (root ? [{ root, known: orphansOf(root, table, environmentOf) }] : [])),
      forget: () => rmSync(folder, { recursive: true, force: true }),
    })
  }
  return found
}

/** Members of the group of a shell that is gone itself. */
function orphansOf(
  root: ProcessIdentity,
  table: ProcessTable,
  environmentOf: (pid: number) => string,
): ProcessIdentity[] {
  if (isAlive(table, root)) return []
  return table
    .list()
    .filter((entry) => entry.group === root.pid && entry.pid !== root.pid)
    .filter((entry) => environmentOf(entry.pid).split('\0').includes(TAG))
    .map(({ pid, startTime }) => ({ pid, startTime }))
}

/** Tells one start of the machine from another, so that ticks since its start can be compared; '' where they are dates. */
export function bootOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    return '' // no Linux
  }
}

function isAlive(table: ProcessTable, { pid, startTime }: ProcessIdentity): boolean {
  return table.find(pid)?.startTime === startTime
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return '' // it ended, or it is nobody of ours
  }
}

/** Start times are dates on macOS, with signs that a file name must not have. */
function partsOf({ pid, startTime }: ProcessIdentity): [string, string] {
  return [String(pid), encodeURIComponent(startTime)]
}

function identityOf([pid = '', startTime = '']: readonly string[]): ProcessIdentity | null {
  const number = Number(pid)
  if (!Number.isSafeInteger(number) || number <= 1 || startTime === '') return null
  return { pid: number, startTime: decodeURIComponent(startTime) }
}
