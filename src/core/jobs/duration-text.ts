import type { Millis } from '../../shared/ids'

/** A duration for the agent: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function durationText(ms: Millis): string {
  const seconds = Math.max(0, ms) / 1000
  // 9.95 and more would round to `10.0`.
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
