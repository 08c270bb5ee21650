import type { ElectronApplication } from '@playwright/test'

const LINE = /^timings: (.*)$/m

/** Resolves with the line of start-up times that the app prints when VIGIL_TIMINGS is 1; null if it ends before. */
export function startTimings(app: ElectronApplication): Promise<string | null> {
  return new Promise((resolve) => {
    let text = ''
    app.process().stdout?.on('data', (chunk) => {
      text += chunk
      const found = LINE.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
    app.once('close', () => resolve(null))
  })
}
