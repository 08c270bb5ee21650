/** Within this distance of the end a scroller follows what is appended, in pixels (ui.md 3). */
export const FOLLOW_PX = 24

/** A scroller's position as one reading. */
export type ScrollReading = { top: number; height: number; content: number }

/** Pixels below the visible part. */
export function distanceToEnd(reading: ScrollReading): number {
  return Math.max(0, reading.content - reading.height - reading.top)
}

/**
 * Whether a scroller follows its end after a scroll event. Only moving up lets go: content that was appended between
 * two events also grows the distance, and must not.
 */
export function nextFollow(following: boolean, before: ScrollReading, now: ScrollReading): boolean {
  if (distanceToEnd(now) <= FOLLOW_PX) return following || now.top >= before.top
  return following && now.top >= before.top
}
