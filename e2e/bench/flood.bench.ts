import { expect } from '@playwright/test'
import { test } from '../app.fixture'
import { approve, card, composer, openOutput, send, writeScript } from '../person'
import { at, framesOf, keepFigures, noteKeys, noteLateness } from './probes'

// What a flood costs the window: `yes` at full speed for ten seconds with its output open and followed, while a person
// types. Figures are printed, VIGIL_BENCH_JSON says where they go; the bar is the renderer's frame at 33 ms (p95).
const SECONDS = 10
const MAX_FRAME_MS = 33

test('a flood of output with the window open on it', async ({ ready }) => {
  const { page, electron, folders } = ready
  writeScript(folders, 'flood.sh', [`timeout ${SECONDS + 5} yes`])
  await send(page, 'sh flood.sh')
  const flood = card(page, 'sh flood.sh')
  await approve(flood)
  const lines = await openOutput(flood)
  await expect(lines).toContainText('y')
  const late = await noteLateness(electron)
  await composer(page).focus()
  const keys = await noteKeys(page)
  const frames = framesOf(page, SECONDS * 1000)
  for (let at = 0; at < SECONDS * 2; at++) {
    await page.keyboard.type('x')
    await page.waitForTimeout(400)
  }
  await expect(composer(page)).toHaveValue('x'.repeat(SECONDS * 2))
  const figures = {
    frameP50: at(await frames, 0.5),
    frameP95: at(await frames, 0.95),
    keyP95: at(await keys(), 0.95),
    mainP99: at(await late(), 0.99),
  }
  console.log(
    `frame p50 ${figures.frameP50} ms, p95 ${figures.frameP95} ms (bar ${MAX_FRAME_MS} ms); a key is answered in ${figures.keyP95} ms (p95); main thread late by ${figures.mainP99} ms (p99)`,
  )
  keepFigures(figures)
  await page.getByRole('button', { name: /^Stop/ }).first().click()
})
