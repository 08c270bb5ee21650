import type { AttentionEffect } from './attention-event'
import type { Attention } from './attention-state'

/** What one rule makes of a state. */
export type Step = { state: Attention; effects: readonly AttentionEffect[] }
