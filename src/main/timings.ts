import type { BrowserWindow } from 'electron'

/** Waits until what the page drew last is on the screen. */
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))'

/**
 * Measures the start: from the creation of the process to the first paint, and to the frame after the page got its
 * first snapshot, when it can be used. Prints one line for whoever set VIGIL_TIMINGS=1.
 */
export function measureStart(window: BrowserWindow, now: () => number): { snapshotSent(): void } {
  const startedAt = process.getCreationTime() ?? now()
  const firstPaint = new Promise<number>((resolve) => {
    window.once('ready-to-show', () => resolve(now() - startedAt))
  })
  let measured = false
  return {
    snapshotSent() {
      if (measured) return
      measured = true
      const interactive = window.webContents.executeJavaScript(TWO_FRAMES).then(() => now() - startedAt)
      Promise.all([firstPaint, interactive]).then(
        ([paint, use]) => {
          console.log(`timings: first paint ${Math.round(paint)} ms, interactive ${Math.round(use)} ms`)
        },
        () => {
          // the window closed first; nobody waits for a figure
        },
      )
    },
  }
}
