import { posix } from 'node:path'

/** A path as the disk knows it. */
export type PathFact = { real: string; exists: boolean }
/** Where a program's name leads on the command's PATH; null when nowhere. */
export type ProgramFact = { path: string | null; isRelative: boolean }
/** Settings of the repository around a folder that name a program git would run by itself. */
export type GitFact = { settings: string[] }
/** The ignore file of the workspace, and paths it hides that exist now. */
export type IgnoreFact = { text: string | null; hidden: string[] }

/** A file as a script for a shell; null where it is none, or none that may be read. */
export type ScriptFact = { text: string | null }

/** Something about this machine that a decision depends on. */
export type Need =
  | { kind: 'path'; of: string }
  | { kind: 'program'; of: string }
  | { kind: 'git'; of: string }
  | { kind: 'ignore'; of: string }
  | { kind: 'script'; of: string }
type Answers = { path: PathFact; program: ProgramFact; git: GitFact; ignore: IgnoreFact; script: ScriptFact }

/**
 * Everything a decision may know about the disk. Deciding reads it and looks nothing up itself: what is missing is written
 * down, with a harmless stand-in, and the decision counts only once nothing is missing.
 */
export class FactBook {
  private readonly known = new Map<string, Answers[Need['kind']]>()
  private readonly wanted = new Map<string, Need>()

  /** What the last decision asked for in vain. */
  get missing(): Need[] {
    return [...this.wanted.values()]
  }

  set<K extends Need['kind']>(kind: K, of: string, answer: Answers[K]): void {
    this.known.set(`${kind}:${of}`, answer)
    this.wanted.delete(`${kind}:${of}`)
  }

  path(of: string): PathFact {
    return this.get('path', posix.normalize(of)) ?? { real: of, exists: true }
  }

  program(of: string): ProgramFact {
    return this.get('program', of) ?? { path: null, isRelative: false }
  }

  git(of: string): GitFact {
    return this.get('git', of) ?? { settings: [] }
  }

  ignore(of: string): IgnoreFact {
    return this.get('ignore', of) ?? { text: null, hidden: [] }
  }

  script(of: string): ScriptFact {
    return this.get('script', of) ?? { text: null }
  }

  private get<K extends Need['kind']>(kind: K, of: string): Answers[K] | undefined {
    const key = `${kind}:${of}`
    const answer = this.known.get(key) as Answers[K] | undefined
    if (answer === undefined) this.wanted.set(key, { kind, of })
    return answer
  }
}
