import { delimiter } from 'node:path'
import type { HostFacts, ResolvedShell } from '../ports'
import { bindingOf, scriptsIn } from './binding'
import { decide } from './decide'
import { bounded, type Decision, type Reason } from './decision'
import { type DiskDeps, gatherFacts } from './disk/gather-facts'
import { FactBook } from './facts'
import { commandsIn } from './follow-text'
import type { Question } from './question'
import { blockedByDefault } from './rules/blocked-list'
import { DEFAULT_PERMISSIONS } from './rules/permissions'
import { loadGrammars, type ParseTree } from './syntax/grammars'
import { type CommandParser, createCommandParser } from './syntax/parse-command'

/** A command before it may run, and where. */
export type ApprovalRequest = { command: string; cwd: string; workspaceRoot: string }

/** Rules of the person; defaults where nothing was chosen. */
export type ApprovalRules = Partial<Pick<Question, 'mode' | 'allow' | 'blocked' | 'permissions'>>

export type JudgeDeps = {
  facts: Pick<HostFacts, 'homeDir' | 'env' | 'platform'>
  dataDir: string | null
  /** The folders the shell looks for programs in; the host's own PATH without it. */
  searchPath?: (shell: ResolvedShell) => Promise<readonly string[] | null>
  /** Loads what reads shells; once, when it is first needed. */
  grammars?: () => Promise<ParseTree>
}

/** Times a decision may ask for more facts; each answer can lead to one more question, as a link to a link. */
const ROUNDS_MAX = 8

/** Judges commands with the facts of this machine. What it looks up is forgotten afterwards, since disks change. */
export type CommandJudge = {
  decide(request: ApprovalRequest & ApprovalRules, shell: ResolvedShell): Promise<Decision>
  /** What an answer about this command is for; equal only while nothing of it changed. */
  bind(request: ApprovalRequest, shell: ResolvedShell): Promise<string>
}

/** Creates the {@link CommandJudge}. */
export function createCommandJudge({
  facts,
  dataDir,
  searchPath,
  grammars = loadGrammars,
}: JudgeDeps): CommandJudge {
  let parser: Promise<CommandParser> | null = null
  // Real paths: on macOS these folders are links.
  const tempDirs = [
    '/tmp',
    '/var/tmp',
    '/private/tmp',
    '/private/var/folders',
    facts.env.TMPDIR ?? '/tmp',
  ].map((folder) => folder.replace(/(?<=.)\/+$/, ''))

  const parserNow = async (): Promise<CommandParser> => {
    // Without its grammar nothing is understood, so everything asks; the next command tries again.
    parser ??= grammars().then(createCommandParser)
    return parser.catch(() => {
      parser = null
      return createCommandParser(null)
    })
  }
  const questionOf = (
    { cwd, workspaceRoot, mode, allow, blocked, permissions }: ApprovalRequest & ApprovalRules,
    shell: ResolvedShell,
  ): Question => ({
    cwd,
    workspaceRoot,
    homeDir: facts.homeDir,
    dataDir,
    tempDirs,
    mode: mode ?? 'standard',
    allow: allow ?? [],
    blocked: blocked ?? blockedByDefault(shell.kind),
    permissions: permissions ?? DEFAULT_PERMISSIONS,
  })
  const withFacts = async <T>(shell: ResolvedShell, work: (book: FactBook) => T): Promise<T | null> => {
    const disk: DiskDeps = {
      homeDir: facts.homeDir,
      searchPath: async () => (await searchPath?.(shell)) ?? pathOf(shell, facts.env),
    }
    const book = new FactBook()
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const result = work(book)
      const needs = book.missing
      if (needs.length === 0) return result
      await gatherFacts(book, needs, disk)
    }
    return null
  }

  return {
    async decide(request, shell) {
      const parse = await parserNow()
      const parsed = parse(request.command, shell.kind)
      const question = questionOf(request, shell)
      return (
        (await withFacts(shell, (book) => decide(parsed, question, book, parse))) ??
        unfinished(request.command)
      )
    },
    async bind(request, shell) {
      const parse = await parserNow()
      const parsed = parse(request.command, shell.kind)
      const question = questionOf(request, shell)
      const scripts = await withFacts(shell, (book) => scriptsIn(commandsIn(parsed, question, book, parse)))
      return bindingOf(request.command, request.cwd, shell, scripts ?? [])
    },
  }
}

/** What is decided about a command that nothing could look at: it asks. */
export function unfinished(command: string): Decision {
  const segment = bounded(command.trim())
  const reason: Reason = {
    segment,
    start: 0,
    end: command.length,
    rule: 'opaque',
    text: 'it could not be looked at',
  }
  return {
    decision: 'ask',
    readOnly: false,
    blocked: false,
    protected: false,
    reasons: [reason],
    alwaysAllow: [],
  }
}

function pathOf({ env }: ResolvedShell, host: HostFacts['env']): string[] {
  const path = env.PATH === undefined ? host.PATH : env.PATH
  // Without a PATH shells look where the system keeps its own programs.
  return path ? path.split(delimiter) : []
}
