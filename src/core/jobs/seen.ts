import type { CommandId } from '../../shared/ids'

/**
 * What the result of a call tells of a command. It counts once that result is stored, in the same transaction: a crash
 * before loses neither output nor an end (S-227, S-237, S-282, S-284).
 */
export type Seen = {
  commandId: CommandId
  /** Log bytes the agent has then received. */
  bytes: number
  /** The result gives the final state, so that no message about the end follows. */
  isEnd: boolean
}
