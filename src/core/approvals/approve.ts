import type { ApprovalReason } from '../../shared/command'
import type { ChatId } from '../../shared/ids'
import type { RuleName } from '../../shared/permissions'
import type { ResolvedShell, ShellResolver } from '../ports'
import { type ApprovalRequest, type ApprovalRules, type CommandJudge, unfinished } from './command-judge'
import type { Decision, Reason } from './decision'
import { atTheCap } from './rules/request-cap'

/** A command of a chat before it may run. */
export type ChatCommand = ApprovalRequest & {
  chatId: ChatId
  /** Nothing runs because of the answer yet, so it counts for no cap (S-398). */
  isOnlyLook?: boolean
}

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
export type Approve = (request: ChatCommand, signal: AbortSignal) => Promise<Approval>

/** What the person chose, as it is at this moment. */
export type ApproveRules = {
  /** Grows whenever a decision might come out differently. */
  readonly version: number
  of(request: ChatCommand): ApprovalRules
  /** A command is about to run because of these patterns; false when the task has run its share of those (S-398). */
  take(request: ChatCommand, patterns: readonly string[], mode: ApprovalRules['mode']): boolean
  /** Commands of a task that may run by patterns alone. */
  readonly maxRequests: number
}

export type ApproveDeps = {
  shells: ShellResolver
  judge: Pick<CommandJudge, 'decide' | 'bind'>
  /** The defaults without them. */
  rules?: ApproveRules
  reportBug(error: unknown): void
}

/** Asks for what a chat's rules do not cover, in the shell that will really run it (S-004, S-015). */
export function createApprove({ shells, judge, rules = DEFAULTS, reportBug }: ApproveDeps): Approve {
  /** With the rules as they are when it has decided: a mode may change meanwhile. */
  const decideNow = async (request: ChatCommand, shell: ResolvedShell): Promise<Decision> => {
    for (;;) {
      const { version } = rules
      const chosen = rules.of(request)
      const decision = await judge.decide({ ...request, ...chosen }, shell)
      if (version !== rules.version) continue
      if (decision.decision !== 'allow') return decision
      const patterns = decision.reasons.flatMap(({ rule, subject }) =>
        rule === 'allowed-pattern' && subject !== undefined ? [subject] : [],
      )
      const mayRun = request.isOnlyLook || patterns.length === 0 || rules.take(request, patterns, chosen.mode)
      return mayRun ? decision : atTheCap(decision, request.command, rules.maxRequests)
    }
  }

  return async (request, signal) => {
    let shell: ResolvedShell
    try {
      shell = await shells.resolve(signal)
    } catch {
      // No shell, or stopped meanwhile: the start itself will say so; nothing is proved, so it asks.
      return { ...questionAbout(unfinished(request.command)), isUnchanged: async () => true }
    }
    try {
      const decision = await decideNow(request, shell)
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
      return { ...questionAbout(unfinished(request.command)), isUnchanged: async () => false }
    }
  }
}

const DEFAULTS: ApproveRules = {
  version: 0,
  of: () => ({}),
  take: () => true,
  maxRequests: Number.POSITIVE_INFINITY,
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
  return reasons.map((reason) => ({ code: CODES[reason.rule] ?? 'not-read-only', ...reason }))
}
