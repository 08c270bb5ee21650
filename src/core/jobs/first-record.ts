import type { ApprovalQuestion, ApprovalReason, CommandState } from '../../shared/command'
import type { CommandId, Millis, TerminalId } from '../../shared/ids'
import { NO_STATS } from '../output/no-stats'
import { outputSummary, workdirLine } from './card-view'
import type { CommandRecord } from './command-record'
import type { CommandRequest } from './command-request'
import { advance } from './command-state'

/** The record of a command the moment it is asked for (S-003, S-008, S-011, S-365). */
export function firstRecord(
  request: CommandRequest,
  named: { id: CommandId; terminalId: TerminalId },
  now: Millis,
  isUnattended: boolean,
): CommandRecord {
  return {
    id: named.id,
    chatId: request.chatId,
    turnId: request.turnId,
    callId: request.callId,
    subagent: request.subagent ?? null,
    terminalId: named.terminalId,
    command: request.command,
    cwd: request.cwd,
    workdir: workdirLine(request.workspaceRoot, request.cwd),
    createdAt: now,
    state: firstState(request, now, isUnattended),
    output: outputSummary(NO_STATS),
    shellNote: null,
    logFile: null,
    seenBytes: 0,
    server: null,
    leftovers: [],
    isDismissed: false,
    notice: null,
    released: false,
  }
}

function firstState({ approval, refusal }: CommandRequest, at: Millis, isUnattended: boolean): CommandState {
  const { reasons = [], alwaysAllow = [], blocked = false } = approval.kind === 'ask' ? approval : {}
  const question: ApprovalQuestion = { askedAt: at, reasons, alwaysAllow, blocked }
  const pending: CommandState = { kind: 'pending', question }
  if (refusal) return advance(pending, { type: 'not-started', at, ...refusal })
  // Passes through pending without showing it, so that no button flashes up (S-011).
  if (approval.kind === 'run') return advance(pending, { type: 'approved', at })
  if (!isUnattended) return pending
  return advance(pending, { type: 'rejected', at, text: whyAsks(question.reasons), unanswered: true })
}

/** What would have been asked, for the agent that nobody answers. */
function whyAsks(reasons: readonly ApprovalReason[]): string | null {
  const parts = reasons.map(({ segment }) => segment).filter((segment) => segment !== '')
  return parts.length === 0 ? null : parts.join('; ')
}
