import type { BackgroundReason } from '../../shared/command'
import type { WaitEnd } from '../attention/attention-state'

/** Why a command whose waiting ended goes to the background (S-174, S-176, S-177, S-184, S-188). */
export function reasonOf({ kind }: WaitEnd): BackgroundReason {
  switch (kind) {
    case 'server':
    case 'other-calls':
    case 'user-message':
      return kind
    case 'moved-by-user':
      return 'user'
    default:
      return 'waiting-ran-out'
  }
}
