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

/** The current time, refreshed every second. Components that show minutes should round it down in a selector. */
export function useNow(resolutionMs = 1000): number {
  const rounded = (): number => Math.floor(now / resolutionMs) * resolutionMs
  return useSyncExternalStore(onSecond, rounded)
}

/** The time right now, for code outside of rendering. */
export function currentTime(): number {
  return Date.now()
}
