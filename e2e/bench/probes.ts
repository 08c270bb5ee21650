import { writeFileSync } from 'node:fs'
import type { ElectronApplication, Page } from '@playwright/test'

const PROBE_MS = 10

/**
 * From now on notes how late a timer of the main thread is; asked again, gives it in milliseconds. Node's own probe cannot
 * be reached from here.
 */
export async function noteLateness(electron: ElectronApplication): Promise<() => Promise<number[]>> {
  await electron.evaluate((_electron, every) => {
    const late: number[] = []
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      late.push(now - last - every)
      last = now
    }, every)
    Object.assign(globalThis, { benchLate: late })
  }, PROBE_MS)
  return () => electron.evaluate(() => (globalThis as unknown as { benchLate: number[] }).benchLate)
}

/** How long each frame of the window took for some time, in milliseconds. */
export function framesOf(page: Page, ms: number): Promise<number[]> {
  return page.evaluate(
    (ms) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = []
        let last = performance.now()
        const end = last + ms
        const next = (now: number) => {
          seen.push(now - last)
          last = now
          if (now < end) requestAnimationFrame(next)
          else resolve(seen)
        }
        requestAnimationFrame(next)
      }),
    ms,
  )
}

/** From now on notes how long a key takes to the frame that shows its letter; asked again, gives it in milliseconds. */
export async function noteKeys(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const keys: number[] = []
    document.addEventListener('input', ({ timeStamp }) =>
      requestAnimationFrame(() => keys.push(performance.now() - timeStamp)),
    )
    Object.assign(window, { benchKeys: keys })
  })
  return () => page.evaluate(() => (window as unknown as { benchKeys: number[] }).benchKeys)
}

/** The value that a part of all values does not exceed, with one decimal. */
export function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return Math.round(value * 10) / 10
}

/** Writes figures to the file that VIGIL_BENCH_JSON names, if it does. */
export function keepFigures(figures: Readonly<Record<string, number>>): void {
  const json = process.env.VIGIL_BENCH_JSON
  if (json) writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`)
}
