import { bounded, type Decision } from '../decision'

/** How many commands each task ran by patterns alone since a person last answered or wrote (S-398). */
export type RequestCaps = {
  /** Counts one more; false at the cap, and then it must be asked about. */
  take(chatId: string, maxRequests: number): boolean
  /** A person answered or wrote in the chat: it starts again from zero. */
  answered(chatId: string): void
}

/** Creates {@link RequestCaps}; counts end with the app, as its tasks do. */
export function createRequestCaps(): RequestCaps {
  const counts = new Map<string, number>()
  return {
    take(chatId, maxRequests) {
      const count = counts.get(chatId) ?? 0
      if (count >= maxRequests) return false
      counts.set(chatId, count + 1)
      return true
    },
    answered: (chatId) => void counts.delete(chatId),
  }
}

/** A decision to run, as the question that the cap makes of it; no pattern settles that. */
export function atTheCap(decision: Decision, command: string, maxRequests: number): Decision {
  const reason = {
    segment: bounded(command.trim()),
    start: 0,
    end: command.length,
    rule: 'request-cap' as const,
    text: `${maxRequests} commands ran by patterns alone since you last answered`,
    subject: String(maxRequests),
  }
  return { ...decision, decision: 'ask', reasons: [reason], alwaysAllow: [] }
}
