import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from './app.fixture'
import { card, openOutput, run, writeScript } from './person'

const viewer = (page: Page) => page.getByRole('main').getByRole('group', { name: /^Command Output of / })

test('one line of 50 MB is read in slices, from either end and where something is found (S-121, S-126, S-155)', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'line.sh', [
    'printf BEGIN',
    "head -c 25000000 /dev/zero | tr '\\0' x",
    'printf MIDDLE',
    "head -c 25000000 /dev/zero | tr '\\0' y",
    'echo END',
  ])
  await run(page, 'sh line.sh', 'sh line.sh')
  const done = card(page, 'sh line.sh', 'exit 0')
  await expect(done).toBeVisible({ timeout: 60_000 })
  await openOutput(done)
  await done.getByRole('button', { name: 'Open full output (50 MB)' }).click()
  const lines = viewer(page)
  await expect(lines.locator('.ln').last()).toContainText(/y+END$/)
  await page.getByRole('button', { name: 'Jump to start' }).click()
  await expect(lines.locator('.ln').first()).toContainText(/^BEGINx+$/)
  await lines.press('Control+f')
  await page.getByRole('textbox', { name: 'Find in output' }).fill('middle')
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1')
  await expect(lines.locator('mark.cur')).toHaveText('MIDDLE')
  expect(await lines.locator('.ln').count()).toBeLessThanOrEqual(401)
  await ready.screenshot('output-long-line')

  // Copied, the pieces are the one line that they are.
  await lines.press('Control+a')
  await lines.press('Control+c')
  const copied = await ready.electron.evaluate(({ clipboard }) => clipboard.readText())
  expect(copied).toMatch(/^x+MIDDLEy+$/)
  expect(ready.pageErrors).toEqual([])
})

test('an output beyond its limit runs on, shows its newest lines and says what is missing (S-141, S-147, S-162)', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'flood.sh', [
    'echo FIRST',
    'yes "a line of a flood that nobody reads to its end" | head -c 600000000',
    'echo; echo NEWEST',
    'until [ -e go ]; do sleep 0.05; done',
    'echo LAST',
  ])
  const flood = await run(page, 'sh flood.sh', 'sh flood.sh')
  const lines = await openOutput(flood)
  // It still runs, and what it printed last can be read.
  await expect(lines.getByText('NEWEST', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(flood).toContainText('Full output unavailable: it reached its limit')
  await expect(flood.getByRole('button', { name: /^Open full output/ })).toHaveCount(0)
  writeFileSync(join(folders.workspace, 'go'), '')
  await expect(card(page, 'sh flood.sh', 'exit 0')).toBeVisible()
  await expect(lines.getByText('LAST', { exact: true })).toBeVisible()
  await lines.press('Control+f')
  await page.getByRole('textbox', { name: 'Find in output' }).fill('bytes not kept')
  await expect(lines.locator('mark.cur')).toBeInViewport()
  await ready.screenshot('output-capped')
  await page.getByRole('textbox', { name: 'Find in output' }).fill('FIRST')
  await expect(lines.locator('mark.cur')).toHaveText('FIRST')
  expect(ready.pageErrors).toEqual([])
})
