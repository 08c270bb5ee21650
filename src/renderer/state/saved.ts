import { create } from 'zustand'

/** How long "Saved" stays readable. */
const SHOWN_MS = 2500

/** Whether the settings page says Saved right now. */
export const useSaved = create<{ shown: boolean }>(() => ({ shown: false }))

let timer: number | null = null

/** A setting was saved. */
export function noteSaved(): void {
  if (timer !== null) window.clearTimeout(timer)
  useSaved.setState({ shown: true })
  timer = window.setTimeout(() => useSaved.setState({ shown: false }), SHOWN_MS)
}
