import { writeFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from '../app.fixture'
import { approve, card, composer, openOutput, send, writeScript } from '../person'

// What a flood costs the window: `yes` at full speed for ten seconds with its output open and followed, while a person
// types. Figures are printed, VIGIL_BENCH_JSON says where they go; the bar is the renderer's frame at 33 ms (p95).
const SECONDS = 10
const MAX_FRAME_MS = 33
const PROBE_MS = 10

test('a flood of output with the window open on it', async ({ ready }) => {
  const { page, electron, folders } = ready
  writeScript(folders, 'flood.sh', [`timeout ${SECONDS + 5} yes`])
  await send(page, 'sh flood.sh')
  const flood = card(page, 'sh flood.sh')
  await approve(flood)
  const lines = await openOutput(flood)
  await expect(lines).toContainText('y')
  // The probe of Node cannot be reached from here: a timer that notes how late it is does as well.
  await electron.evaluate((_electron, every) => {
    const late: number[] = []
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      late.push(now - last - every)
      last = now
    }, every)
    Object.assign(globalThis, { floodLate: late })
  }, PROBE_MS)
  await composer(page).focus()
  // From the key to the frame that shows its letter.
  await page.evaluate(() => {
    const keys: number[] = []
    document.addEventListener('input', ({ timeStamp }) =>
      requestAnimationFrame(() => keys.push(performance.now() - timeStamp)),
    )
    Object.assign(window, { floodKeys: keys })
  })
  const frames = page.evaluate(
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
    SECONDS * 1000,
  )
  for (let at = 0; at < SECONDS * 2; at++) {
    await page.keyboard.type('x')
    await page.waitForTimeout(400)
  }
  await expect(composer(page)).toHaveValue('x'.repeat(SECONDS * 2))
  const answers = await page.evaluate(() => (window as unknown as { floodKeys: number[] }).floodKeys)
  const late = await electron.evaluate(() => (globalThis as unknown as { floodLate: number[] }).floodLate)
  const figures = {
    frameP50: at(await frames, 0.5),
    frameP95: at(await frames, 0.95),
    keyP95: at(answers, 0.95),
    mainP99: at(late, 0.99),
  }
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([name, ms]) => [name, Math.round(ms * 10) / 10]),
  )
  console.log(
    `frame p50 ${rounded.frameP50} ms, p95 ${rounded.frameP95} ms (bar ${MAX_FRAME_MS} ms); a key is answered in ${rounded.keyP95} ms (p95); main thread late by ${rounded.mainP99} ms (p99)`,
  )
  const json = process.env.VIGIL_BENCH_JSON
  if (json) writeFileSync(json, `${JSON.stringify(rounded, null, 2)}\n`)
  await page.getByRole('button', { name: /^Stop/ }).first().click()
})

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
