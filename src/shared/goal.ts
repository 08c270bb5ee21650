import { z } from 'zod'

/** Most turns that a goal starts by itself; a goal that needs more needs the person's eyes first. */
export const GOAL_TURNS_MAX = 25
/** Longest condition or reason, in UTF-16 units. */
export const GOAL_TEXT_MAX_CHARS = 2000

/** A condition that the chat works towards, turn after turn, until it holds (S-253). */
export const goalSchema = z.object({
  condition: z.string(),
  by: z.enum(['user', 'agent']),
  /** Turns that the goal has started so far. */
  turns: z.number().int().nonnegative(),
})
export type Goal = z.infer<typeof goalSchema>

/** Why a goal is pursued no more; `off` by the person's word, `stopped` by the Stop button. */
export type GoalEnd = 'done' | 'given-up' | 'off' | 'stopped' | 'failed' | 'limit'
