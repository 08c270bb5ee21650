import type { ChatId } from '../../shared/ids'
import type { Wait, WaitEnd, WaitId } from '../attention/attention-state'
import type { Attentions } from '../attention/attentions'

/** How a wait ended: as the chat's attention says, or because its call was aborted. */
export type Waited = WaitEnd | { kind: 'aborted' }

/** Calls that are blocked until the attention of their chat lets them go on. */
export class WaitBoard {
  private readonly waiting = new Map<WaitId, (end: Waited) => void>()

  constructor(private readonly attentions: Attentions) {
    attentions.onEffect(({ effect }) => {
      if (effect.type === 'end-wait') this.waiting.get(effect.wait)?.(effect.end)
    })
  }

  /** Blocks until the wait is over. An abort comes before everything that is already true. */
  wait(chatId: ChatId, wait: Omit<Wait, 'startedAt' | 'earlyAt'>, signal: AbortSignal): Promise<Waited> {
    const attention = this.attentions.of(chatId)
    return new Promise((resolve) => {
      if (signal.aborted) return resolve({ kind: 'aborted' })
      const end = (value: Waited) => {
        this.waiting.delete(wait.id)
        signal.removeEventListener('abort', onAbort)
        resolve(value)
      }
      const onAbort = () => {
        attention.take({ type: 'wait-dropped', wait: wait.id })
        end({ kind: 'aborted' })
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.waiting.set(wait.id, end)
      attention.take({ type: 'wait-started', wait })
    })
  }
}
