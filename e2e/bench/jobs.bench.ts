import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { callTools, say } from '../../src/core/testing/fake-model-server'
import { test } from '../model-server.fixture'
import { composer, jobs, send, transcript, writeScript } from '../person'
import { at, framesOf, keepFigures, noteKeys, noteLateness } from './probes'

// What many jobs cost the app: 200 commands at once, each printing a line a second, in the window that shows all their
// cards and rows, while a person types. The same is measured first with nothing running: the difference is Vigil's and
// that of the 200 shells, which start a `sleep` a second each.
const JOBS = 200
const SECONDS = 15
/** They start one after the other: about a minute on a free machine, and many where others use it too. */
const STARTING_MS = 900_000

test('200 commands that print a line a second', async ({ connected, openAi }) => {
  test.setTimeout(STARTING_MS + 120_000)
  const { page, electron, folders } = connected
  writeScript(folders, 'tick.sh', [
    'n=0',
    'until [ -e over ]; do n=$((n + 1)); echo "job $1 line $n"; sleep 1; done',
  ])
  const idle = await measure()
  const calls = Array.from({ length: JOBS }, (_, job) => ({
    tool: 'shell',
    args: { command: `sh tick.sh ${job + 1}` },
  }))
  openAi.script(callTools(calls), say('They all run.'))
  await letRun(page)
  const began = performance.now()
  await send(page, 'Start them')
  await expect(transcript(page)).toContainText('They all run.', { timeout: STARTING_MS })
  const startMs = Math.round(performance.now() - began)
  await expect(jobs(page).locator('.count').first()).toHaveText(String(JOBS))

  const busy = await measure()
  print('nothing runs', idle)
  print(`${JOBS} jobs run (all in the background after ${startMs} ms)`, busy)
  keepFigures({ jobs: JOBS, startMs, ...busy })
  writeFileSync(join(folders.workspace, 'over'), '')
  await expect(jobs(page)).toContainText('Nothing runs in the background.', { timeout: STARTING_MS })

  async function measure() {
    const late = await noteLateness(electron)
    const keys = await noteKeys(page)
    await composer(page).focus()
    const frames = framesOf(page, SECONDS * 1000)
    for (let key = 0; key < SECONDS * 2; key++) {
      await page.keyboard.type('x')
      await page.waitForTimeout(400)
    }
    await composer(page).fill('')
    return {
      mainP50: at(await late(), 0.5),
      mainP99: at(await late(), 0.99),
      frameP50: at(await frames, 0.5),
      frameP95: at(await frames, 0.95),
      keyP95: at(await keys(), 0.95),
    }
  }
})

function print(
  what: string,
  figures: { mainP99: number; frameP50: number; frameP95: number; keyP95: number },
) {
  console.log(
    `${what}: main thread late by ${figures.mainP99} ms (p99); frame p50 ${figures.frameP50} ms, p95 ${figures.frameP95} ms; a key is answered in ${figures.keyP95} ms (p95)`,
  )
}

/** Approves every command and moves it to the background as soon as it runs, as a person cannot for so many. */
function letRun(page: Page): Promise<void> {
  return page.evaluate(() => {
    const moved = new Set<string>()
    const { api } = window as unknown as { api: import('../../src/shared/ipc').WindowApi }
    api.on('command.changed', ({ card }) => {
      if (card.state.kind === 'pending') void api.request('command.approve', { commandId: card.id })
      if (card.state.kind !== 'running' || moved.has(card.id)) return
      moved.add(card.id)
      void api.request('command.moveToBackground', { commandId: card.id })
    })
  })
}
