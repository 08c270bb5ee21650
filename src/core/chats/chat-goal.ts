import { GOAL_TURNS_MAX, type Goal, type GoalEnd } from '../../shared/goal'
import type { ChatParts } from './chat-state'

/** The condition that one chat works towards, turn after turn, until it holds (S-253). */
export class ChatGoal {
  constructor(private readonly parts: ChatParts) {}

  get current(): Goal | null {
    return this.parts.state.record.goal
  }

  /** True when no further turn may work towards it. */
  get isUsedUp(): boolean {
    return (this.current?.turns ?? 0) >= GOAL_TURNS_MAX
  }

  /** In place of any other, with a line that says so. */
  set(condition: string, by: Goal['by']): void {
    const { state, entries, attention } = this.parts
    state.change({ goal: { condition, by, turns: 0 } })
    entries.addNotice({ type: 'goal-set', condition, by })
    attention.take({ type: 'goal', isPursued: true })
  }

  /** Pursued no more, with a line that says why; nothing without one. */
  end(how: GoalEnd, reason = ''): void {
    if (!this.current) return
    const { condition, turns } = this.current
    const { state, attention } = this.parts
    state.changeAnyway({ goal: null }, { type: 'goal-ended', condition, how, reason, turns })
    attention.take({ type: 'goal', isPursued: false })
  }
}
