import { writeFileSync } from 'node:fs'
import type { BrowserWindow } from 'electron'

/** Waits until what the page drew last is on the screen. */
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))'

/** Measures one start of the app. */
export type StartMeasure = { watch(window: BrowserWindow): void; snapshotSent(): void }

/**
 * Measures the start: from the creation of the process to the first paint, and to the frame after the page got its
 * first snapshot, when it can be used. `target` is the value of VIGIL_TIMINGS: `1` prints one line, anything else names
 * a file for it.
 */
export function measureStart(target: string, now: () => number): StartMeasure {
  const startedAt = process.getCreationTime() ?? now()
  let snapshotSent = () => {}
  return {
    snapshotSent: () => snapshotSent(),
    watch(window) {
      const painted = new Promise<number>((resolve) => {
        window.once('ready-to-show', () => resolve(now()))
      })
      const usable = new Promise<void>((resolve) => {
        snapshotSent = resolve
      }).then(() => window.webContents.executeJavaScript(TWO_FRAMES).then(now))
      Promise.all([painted, usable]).then(
        ([paint, use]) => {
          const since = (at: number) => `${Math.round(at - startedAt)} ms`
          tell(target, `first paint ${since(paint)}, interactive ${since(use)}`)
        },
        () => {
          // the window closed first; nobody waits for a figure
        },
      )
    },
  }
}

function tell(target: string, figures: string): void {
  if (target === '1') console.log(`timings: ${figures}`)
  else writeFileSync(target, figures)
}
