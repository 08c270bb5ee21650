/** Requests approved without a person in one task before it pauses (S-398). */
export const MAX_REQUESTS_BY_DEFAULT = 20

/** How many requests of a task were approved without a person since one last answered. */
export type RequestCount = { automatic: number }

/** Counts a decision; a person's answer starts again from zero (S-398). */
export function countRequest(count: RequestCount, by: 'automatic' | 'person'): RequestCount {
  return by === 'person' ? { automatic: 0 } : { automatic: count.automatic + 1 }
}

/** Whether the next automatic approval must ask first (S-398). */
export function isAtCap(count: RequestCount, maxRequests: number): boolean {
  return count.automatic >= maxRequests
}
