import recorded from '../../../test/fixtures/approvals.json'
import type { CommandJudge } from '../approvals/command-judge'
import { decide } from '../approvals/decide'
import type { Decision } from '../approvals/decision'
import { FactBook } from '../approvals/facts'
import type { Question } from '../approvals/question'
import { blockedByDefault } from '../approvals/rules/blocked-list'
import { DEFAULT_PERMISSIONS } from '../approvals/rules/permissions'
import { loadGrammars } from '../approvals/syntax/grammars'
import { createCommandParser, type Parsed } from '../approvals/syntax/parse-command'
import type { ShellKind } from '../ports'

/** One recorded command of `test/fixtures/approvals.json`. */
export type RecordedCommand = {
  id: string
  command: string
  /** The built-in rule for reading may approve it, inside a normal project. */
  mayAutoApproveAsReadOnly: boolean
  /** Ruin, or unknown code from the network: no rule and no mode lets it pass. */
  blocked: boolean
  /** A careful product may ask here. */
  debatable?: boolean
}

/** Commands from real reports, each with what may happen to it. */
export const RECORDED: readonly RecordedCommand[] = recorded

const parse = createCommandParser(await loadGrammars())

/** A person with a workspace and no rules of their own. */
export const HOME = '/home/me'
export const WORKSPACE = '/home/me/app'

export type DecideOptions = Partial<Question> & {
  shell?: ShellKind
  /** Links of the disk: where a path really is. */
  links?: Record<string, string>
  /** What is known about the machine besides. */
  facts?: (book: FactBook) => void
}

export function parsed(command: string, shell: ShellKind = 'bash'): Parsed {
  return parse(command, shell)
}

/** Decides on a disk without links, where every program is the system's. */
export function decided(
  command: string,
  { shell = 'bash', links, facts, ...part }: DecideOptions = {},
): Decision {
  const question: Question = {
    cwd: WORKSPACE,
    workspaceRoot: WORKSPACE,
    homeDir: HOME,
    dataDir: '/home/me/.config/Vigil',
    tempDirs: ['/tmp'],
    mode: 'standard',
    allow: [],
    blocked: blockedByDefault(shell),
    permissions: DEFAULT_PERMISSIONS,
    ...part,
  }
  const book = new FactBook()
  for (const [path, real] of Object.entries(links ?? {})) book.set('path', path, { real, exists: true })
  facts?.(book)
  return decide(parse(command, shell), question, book, parse)
}

/** Judges without looking at the disk, for stories that have no time to wait for files. */
export const judgeOffDisk: CommandJudge = {
  decide: async ({ command, cwd, workspaceRoot }, { kind }) =>
    decided(command, { cwd, workspaceRoot, shell: kind }),
  bind: async ({ command, cwd }) => `${cwd} ${command}`,
}
