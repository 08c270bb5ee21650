import { delimiter } from 'node:path'
import type { ApprovalReason } from '../../shared/command'
import type { RuleName } from '../../shared/permissions'
import type { HostFacts, ResolvedShell, ShellResolver } from '../ports'
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

/** What may happen to a command: it runs, a person is asked, or it is refused with a message for the agent. */
export type Approval =
  | { kind: 'run' }
  | {
      kind: 'ask'
      reasons: ApprovalReason[]
      alwaysAllow: string[]
      blocked: boolean
      /** Whether what the person answered about is still what would run, in a folder with its links followed. */
      isUnchanged(realCwd: string): Promise<boolean>
    }
  | { kind: 'refuse'; message: string }

/** Decides for a command; never throws, and asks whenever something is not known. */
export type Approve = (request: ApprovalRequest, signal: AbortSignal) => Promise<Approval>

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

export type ApproveDeps = {
  shells: ShellResolver
  judge: Pick<CommandJudge, 'decide' | 'bind'>
  /** The person's rules at this moment; the defaults without them. */
  rules?: () => ApprovalRules
  reportBug(error: unknown): void
}

/** Asks for what a chat's rules do not cover, in the shell that will really run it (S-004, S-015). */
export function createApprove({ shells, judge, rules, reportBug }: ApproveDeps): Approve {
  return async (request, signal) => {
    let shell: ResolvedShell
    try {
      shell = await shells.resolve(signal)
    } catch {
      // No shell, or stopped meanwhile: the start itself will say so; nothing is proved, so it asks.
      return { ...questionAbout(unfinished(request.command)), isUnchanged: async () => true }
    }
    try {
      const decision = await judge.decide({ ...request, ...rules?.() }, shell)
      if (decision.decision === 'allow') return { kind: 'run' }
      if (decision.decision === 'refuse') return { kind: 'refuse', message: refusalText(decision.reasons) }
      const binding = await judge.bind(request, shell)
      return {
        ...questionAbout(decision),
        async isUnchanged(cwd) {
          const now = await shells.resolve(new AbortController().signal)
          return (await judge.bind({ ...request, cwd }, now)) === binding
        },
      }
    } catch (error) {
      reportBug(error)
      // Nobody can say what was approved then, so nothing is.
      return {
        ...questionAbout(unfinished(request.command)),
        isUnchanged: async () => false,
      }
    }
  }
}

/** What the agent is told about a command that was not even asked about (A-028, S-399). */
function refusalText(reasons: readonly Reason[]): string {
  const parts = reasons.map(({ segment, text }) => (segment === '' ? text : `${segment} – ${text}`))
  return `Not allowed, and nobody was asked: ${parts.join('; ')}.`
}

const CODES: Partial<Record<RuleName, ApprovalReason['code']>> = {
  opaque: 'opaque',
  'writes-file': 'writes-file',
  'outside-folder': 'workdir-outside',
  'outside-path': 'workdir-outside',
}

function questionAbout(decision: Decision) {
  const { alwaysAllow, blocked } = decision
  return { kind: 'ask' as const, reasons: cardReasons(decision), alwaysAllow, blocked }
}

function cardReasons({ reasons }: Decision): ApprovalReason[] {
  return reasons.map(({ rule, segment, start, end, text, subject }) => ({
    code: CODES[rule] ?? 'not-read-only',
    segment,
    rule,
    start,
    end,
    text,
    ...(subject === undefined ? {} : { subject }),
  }))
}

function unfinished(command: string): Decision {
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
