import type { ApprovalQuestion, NotStartedBecause } from '../../shared/command'
import type { CallId, ChatId, TurnId } from '../../shared/ids'
import type { OfSubagent } from './command-record'
import type { CallWaiting } from './live-command'

/** What a `shell` call asks for, after its arguments and its folder were looked at. */
export type CommandRequest = CallWaiting & {
  chatId: ChatId
  turnId: TurnId
  callId: CallId
  /** Set for a call of a subagent (S-293, S-355). */
  subagent?: OfSubagent
  command: string
  /** Absolute folder the command runs in (S-083…S-087). */
  cwd: string
  /** The folder that needs no line on the card (S-089). */
  workspaceRoot: string
  approval: { kind: 'run' } | AskedAbout
  /** Set when it cannot run at all: a card that says why is all that happens (S-003, S-092). */
  refusal: { because: NotStartedBecause; message: string } | null
}

/** What the person is asked; nothing can be remembered unless it says so. */
export type AskedAbout = { kind: 'ask' } & Pick<ApprovalQuestion, 'reasons'> &
  Partial<Pick<ApprovalQuestion, 'alwaysAllow' | 'blocked'>>
