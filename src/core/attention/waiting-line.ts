import type { Waiting } from './attention-event'
import type { Attention, Job } from './attention-state'

/** What a chat waits for: background commands that are no servers, and subagents (S-192, S-198, S-330). */
export function isCountable(job: Job): boolean {
  return job.backgroundSince !== null && !job.isServer
}

/** The waiting line, visible only while the chat will go on by itself (S-320…S-324, S-332). */
export function waitingOf(state: Attention): Waiting {
  if (!state.isOpen || state.mode.kind !== 'idle' || state.pursuesGoal) return null
  const countable = [...state.jobs.values()].filter(isCountable)
  if (countable.length === 0) return null
  const subagents = countable.filter((job) => job.kind === 'subagent').length
  return { commands: countable.length - subagents, subagents }
}
