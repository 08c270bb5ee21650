import type { Clock } from '../clock'
import type { Disposable } from '../disposable'
import { attend } from './attend'
import type { AttentionEffect, AttentionEvent, Delivery, Waiting } from './attention-event'
import { type Attention, UNOPENED } from './attention-state'
import type { TimerName } from './due-timers'
import { TimerSet } from './timer-set'
import { waitingOf } from './waiting-line'

/** Effects the world outside of this folder performs. */
export type OutwardEffect = Exclude<AttentionEffect, { type: 'arm' | 'clear' | 'deliver' }>
/** An event without its time, which is taken from the clock. */
export type TimelessEvent = AttentionEvent extends infer E
  ? E extends AttentionEvent
    ? Omit<E, 'at'>
    : never
  : never

/** Runs the reducer of one chat: gives events their time, keeps the timers, and hands out the other effects. */
export class ChatAttention implements Disposable {
  private current: Attention = UNOPENED
  private readonly timers: TimerSet<TimerName>

  constructor(
    private readonly clock: Clock,
    private readonly perform: (effect: OutwardEffect) => void,
  ) {
    this.timers = new TimerSet(clock, (name) => this.take({ type: 'timer', name }))
  }

  get state(): Attention {
    return this.current
  }

  get waiting(): Waiting {
    return waitingOf(this.current)
  }

  take(event: TimelessEvent): void {
    this.offer(event)
  }

  /**
   * As {@link take}, for events about something that can carry a message to the agent: gives what it must carry. What
   * was carried is reported with `told` once it is stored; until then it counts as untold.
   */
  offer(event: TimelessEvent): Delivery | null {
    const { state, effects } = attend(this.current, { ...event, at: this.clock.now() } as AttentionEvent)
    this.current = state
    let delivery: Delivery | null = null
    for (const effect of effects) {
      switch (effect.type) {
        case 'arm':
          this.timers.arm(effect.timer, effect.at)
          break
        case 'clear':
          this.timers.clear(effect.timer)
          break
        case 'deliver':
          delivery = effect.delivery
          break
        default:
          this.perform(effect)
      }
    }
    return delivery
  }

  dispose(): void {
    this.timers.dispose()
  }
}
