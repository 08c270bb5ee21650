import { posix } from 'node:path'
import type { Value } from './argument'

/** Folders a line may be in at most; past that it counts as anywhere. */
const FOLDERS_MAX = 16
/** Values a variable may have at most. */
const VALUES_MAX = 32

/**
 * What is known while a text is read from front to back: the folders it may be in and what its variables may hold.
 * Everything the text does only perhaps (after `&&`, in a branch) adds possibilities and removes none.
 */
export class ShellState {
  private variables = new Map<string, Value[] | null>()
  private forgotten = false
  readonly functions = new Set<string>()

  constructor(
    private readonly homeDir: string,
    /** Null: anywhere. */
    public folders: string[] | null,
    private readonly startFolder: string | null = folders?.[0] ?? null,
  ) {}

  copy(): ShellState {
    const copy = new ShellState(this.homeDir, this.folders && [...this.folders], this.startFolder)
    copy.variables = new Map(this.variables)
    copy.forgotten = this.forgotten
    for (const name of this.functions) copy.functions.add(name)
    return copy
  }

  /** What a variable may hold; null when that is not known. */
  lookup(name: string): Value[] | null {
    const known = this.variables.get(name)
    if (known !== undefined) return known
    if (this.forgotten) return null
    if (name === 'HOME') return [plain(this.homeDir)]
    if (name === 'PWD' && this.folders?.length === 1) return this.folders.map(plain)
    return null
  }

  /** `certain`: it surely happens, so the old value is gone. */
  assign(name: string, values: Value[] | null, certain: boolean): void {
    const old = certain ? [] : this.lookup(name)
    const all = values && old && dedupe([...old, ...values])
    this.variables.set(name, all && all.length <= VALUES_MAX ? all : null)
    // Words are split at other characters now: nothing that is not quoted can be followed.
    if (name === 'IFS') this.splitsOddly = true
  }

  splitsOddly = false
  /** Where the last `cd` leads if it does not fail; a new list each time. */
  entered: string[] | null = null

  /** Something changed in a way that is not followed. */
  forgetAll(): void {
    this.variables.clear()
    this.forgotten = true
  }

  /** `cd` to one of several places, from wherever it may be. A `cd` may also fail. */
  enter(targets: readonly Value[] | null): void {
    if (targets === null || this.folders === null || targets.some(({ isPattern }) => isPattern)) {
      this.folders = null
      this.entered = null
      return
    }
    const reached = this.folders.flatMap((folder) => targets.map(({ text }) => posix.resolve(folder, text)))
    const all = [...new Set([...this.folders, ...reached])]
    this.folders = all.length <= FOLDERS_MAX ? all : null
    this.entered = all.length <= FOLDERS_MAX ? [...new Set(reached)] : null
    this.variables.delete('PWD')
  }

  /** What `other` did may have happened here too. */
  absorb(other: ShellState): void {
    this.folders = this.folders && other.folders ? [...new Set([...this.folders, ...other.folders])] : null
    for (const name of other.variables.keys()) {
      const theirs = other.variables.get(name) ?? null
      if (this.variables.get(name) !== theirs) this.variables.set(name, null)
    }
    for (const name of other.functions) this.functions.add(name)
    this.forgotten ||= other.forgotten
    this.splitsOddly ||= other.splitsOddly
  }
}

function plain(text: string): Value {
  return { text, isPattern: false }
}

function dedupe(values: Value[]): Value[] {
  const seen = new Map(values.map((value) => [`${value.isPattern}:${value.text}`, value]))
  return [...seen.values()]
}
