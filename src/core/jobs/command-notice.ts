import { assertNever } from '../../shared/assert-never'
import type { CommandState } from '../../shared/command'
import type { UntoldKind } from '../attention/attention-state'
import type { LostAs } from './notice-text'

/** What kind of message an end calls for; null when the agent learns of it from a result. */
export type NoticeKind =
  | { kind: 'completion' }
  /** A background command whose runner died. */
  | { kind: 'lost' }
  | { kind: 'terminal-event' }
  | { kind: 'window-ended'; lostAs: LostAs }

/** A lost command wakes its chat as a finished one does: nobody stopped it. */
export function untoldKind({ kind }: NoticeKind): UntoldKind {
  return kind === 'lost' ? 'completion' : kind
}

/**
 * Decides whether the agent must be told of an end on its own (S-224, S-301, S-314, S-342, S-347). A result tells of an
 * awaited command and of one ended by `kill_terminal` (S-290, S-318). Quitting always leaves a notice: the result of the
 * call it cuts off may not be stored any more.
 */
export function noticeKind(before: CommandState, after: CommandState): NoticeKind | null {
  switch (after.kind) {
    case 'interrupted':
      // The result of the call tells of an awaited one.
      if (after.lost) return after.lost.wasBackground ? { kind: 'lost' } : null
      return { kind: 'window-ended', lostAs: 'awaited' }
    case 'cancelled':
      if (after.because !== 'window-ended') return null
      return { kind: 'window-ended', lostAs: after.startedAt === null ? 'not-started' : 'background' }
    case 'ended': {
      if (after.end.by !== 'stop') {
        const killed = before.kind === 'stopping' && before.who === 'agent'
        return after.wasBackground && !killed ? { kind: 'completion' } : null
      }
      const { who } = after.end
      switch (who) {
        case 'user':
          return after.wasBackground ? { kind: 'terminal-event' } : null
        case 'agent':
          return null
        case 'quit':
          return { kind: 'window-ended', lostAs: 'background' }
        default:
          return assertNever(who, 'stopper')
      }
    }
    default:
      return null
  }
}
