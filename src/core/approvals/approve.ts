import { delimiter } from 'node:path'
import type { ApprovalReason } from '../../shared/command'
import type { HostFacts, ResolvedShell, ShellResolver } from '../ports'
import { decide } from './decide'
import type { Decision, PermissionMode, Reason, RuleName } from './decision'
import { type DiskDeps, gatherFacts } from './disk/gather-facts'
import { FactBook } from './facts'
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
  | { kind: 'ask'; reasons: ApprovalReason[] }
  | { kind: 'refuse'; message: string }

/** Decides for a command; never throws, and asks whenever something is not known. */
export type Approve = (request: ApprovalRequest, signal: AbortSignal) => Promise<Approval>

/** Rules of the person; defaults where nothing was chosen. */
export type ApprovalRules = Partial<Pick<Question, 'mode' | 'allow' | 'blocked' | 'permissions'>>

export type DecideDeps = {
  facts: Pick<HostFacts, 'homeDir' | 'env' | 'platform'>
  dataDir: string | null
  /** The folders the shell looks for programs in; the host's own PATH without it. */
  searchPath?: (shell: ResolvedShell) => Promise<readonly string[] | null>
  /** Loads what reads shells; once, when it is first needed. */
  grammars?: () => Promise<ParseTree>
}

/** Times a decision may ask for more facts; each answer can lead to one more question, as a link to a link. */
const ROUNDS_MAX = 8

/** Decides about a command with the facts of this machine. */
export type DecideHere = (request: ApprovalRequest & ApprovalRules, shell: ResolvedShell) => Promise<Decision>

/** Creates a {@link DecideHere}; what it looks up is forgotten after each decision, since disks change. */
export function createDecideHere({
  facts,
  dataDir,
  searchPath,
  grammars = loadGrammars,
}: DecideDeps): DecideHere {
  let parser: Promise<CommandParser> | null = null
  // Real paths: on macOS these folders are links.
  const tempDirs = [
    '/tmp',
    '/var/tmp',
    '/private/tmp',
    '/private/var/folders',
    facts.env.TMPDIR ?? '/tmp',
  ].map((folder) => folder.replace(/(?<=.)\/+$/, ''))
  return async ({ command, cwd, workspaceRoot, mode, allow, blocked, permissions }, shell) => {
    // Without its grammar nothing is understood, so everything asks; the next command tries again.
    parser ??= grammars().then(createCommandParser)
    const parse = await parser.catch(() => {
      parser = null
      return createCommandParser(null)
    })
    const parsed = parse(command, shell.kind)
    const question: Question = {
      cwd,
      workspaceRoot,
      homeDir: facts.homeDir,
      dataDir,
      tempDirs,
      mode: mode ?? 'standard',
      allow: allow ?? [],
      blocked: blocked ?? blockedByDefault(shell.kind),
      permissions: permissions ?? DEFAULT_PERMISSIONS,
    }
    const disk: DiskDeps = {
      homeDir: facts.homeDir,
      searchPath: async () => (await searchPath?.(shell)) ?? pathOf(shell, facts.env),
    }
    const book = new FactBook()
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const decision = decide(parsed, question, book, parse)
      const needs = book.missing
      if (needs.length === 0) return decision
      await gatherFacts(book, needs, disk)
    }
    return unfinished(command)
  }
}

export type ApproveDeps = {
  shells: ShellResolver
  decideHere: DecideHere
  /** The person's rules at this moment; the defaults without them. */
  rules?: () => ApprovalRules
  reportBug(error: unknown): void
}

/** Asks for what a chat's rules do not cover, in the shell that will really run it (S-004, S-015). */
export function createApprove({ shells, decideHere, rules, reportBug }: ApproveDeps): Approve {
  return async (request, signal) => {
    let shell: ResolvedShell
    try {
      shell = await shells.resolve(signal)
    } catch {
      // No shell, or stopped meanwhile: the start itself will say so; nothing is proved, so it asks.
      return approvalOf(unfinished(request.command))
    }
    try {
      return approvalOf(await decideHere({ ...request, ...rules?.() }, shell))
    } catch (error) {
      reportBug(error)
      return approvalOf(unfinished(request.command))
    }
  }
}

function approvalOf({ decision, reasons }: Decision): Approval {
  if (decision === 'allow') return { kind: 'run' }
  if (decision === 'refuse') return { kind: 'refuse', message: refusalText(reasons) }
  return { kind: 'ask', reasons: reasons.map(cardReason) }
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

function cardReason({ rule, segment, start, end, text }: Reason): ApprovalReason {
  return { code: CODES[rule] ?? 'not-read-only', segment, rule, start, end, text }
}

function unfinished(command: string): Decision {
  const segment = command.trim().slice(0, 200)
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

/** A mode by its name, for hosts that read it from outside. */
export function isPermissionMode(name: unknown): name is PermissionMode {
  return name === 'standard' || name === 'auto' || name === 'plan' || name === 'bypass'
}
