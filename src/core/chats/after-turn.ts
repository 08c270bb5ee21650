import { assertNever } from '../../shared/assert-never'
import type { ChatNotice } from '../../shared/chat'
import type { Millis } from '../../shared/ids'
import type { TurnEnd } from '../agent/turn'
import type { ChatRecord } from '../store/chat-store'
import { brokenOff } from './held'

/** What the end of a turn changes about its chat, and the line about it in the transcript. */
export type AfterTurn = { change: Partial<ChatRecord>; notice?: ChatNotice }

/** `isCutOff`: its window or the app ended, which is no Stop of the person: the chat offers to go on (S-346). */
export function afterTurn(end: TurnEnd, at: Millis, isCutOff: boolean): AfterTurn {
  switch (end.kind) {
    case 'done':
      return { change: { turn: { kind: 'idle' }, unread: true, isStopping: false } }
    case 'failed': {
      const { failure } = end
      return {
        change: { turn: { kind: 'failed', at, failure }, unread: true, isStopping: false },
        notice: { type: 'failure', failure },
      }
    }
    case 'stopped':
      if (isCutOff) return { change: { turn: brokenOff(at) } }
      return { change: { turn: { kind: 'stopped', at }, tellStillRunning: true, isStopping: false } }
    case 'paused': {
      const { steps } = end
      return {
        change: { turn: { kind: 'paused', at, steps }, unread: true, isStopping: false },
        notice: { type: 'step-limit', steps },
      }
    }
    default:
      return assertNever(end, 'turn end')
  }
}
