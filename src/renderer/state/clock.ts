import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: number | null = null

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** Tells a listener that the second changed, as long as anyone listens. One timer for the whole window. */
export function onSecond(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === null) {
    now = Date.now()
    timer = window.setInterval(tick, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    window.clearInterval(timer)
    timer = null
  }
}

/**
 * The current time. A component renders again once per `resolutionMs`; what it then gets is exact, so that "2 minutes
 * ago" does not lag behind by what was rounded away.
 */
export function useNow(resolutionMs = 1000): number {
  const period = (): number => Math.floor(now / resolutionMs)
  useSyncExternalStore(onSecond, period, period)
  return now
}

/** The time right now, for code outside of rendering. */
export function currentTime(): number {
  return Date.now()
}
