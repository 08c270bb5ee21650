import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from './app.fixture'
import { approve, card, composer, jobs, run, send, sidebar, startChat, writeScript } from './person'
import { processesWith } from './processes'

/** Prints a line ten times a second, until the test puts a file there. */
const busy = (go: string) => [
  'n=0',
  `until [ -e ${go} ]; do n=$((n + 1)); echo "line $n"; sleep 0.1; done`,
  'echo done',
]
const dashboard = (page: Page) => page.getByRole('main', { name: 'Background jobs' })
const rows = (page: Page) => dashboard(page).getByRole('table').getByRole('row')
/** Where the line of a quiet command is. */
const FLAT_PX = 11
/** Where the newest part of a drawn line is, in pixels from the top. */
const newest = (page: Page) =>
  jobs(page)
    .locator('polyline')
    .first()
    .evaluate((line: SVGPolylineElement) => line.points.getItem(line.points.numberOfItems - 1).y)

test('the sidebar draws the output of the last minute, keeps recent jobs through a reload, and forgets one when asked', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'busy.sh', busy('go'))
  await run(page, 'sh busy.sh', 'sh busy.sh')
  await expect(card(page, 'sh busy.sh', 'Running in background')).toBeVisible()
  // Flat at first; what was printed lifts the newest part. How far depends on how busy the machine is.
  await expect.poll(() => newest(page), { timeout: 30_000 }).toBeLessThan(FLAT_PX)

  writeFileSync(join(folders.workspace, 'go'), '')
  await expect(card(page, 'sh busy.sh', 'exit 0')).toBeVisible()
  await expect(jobs(page)).toContainText('Nothing runs in the background.')
  await page.getByRole('button', { name: /^Recent/ }).click()
  const recent = jobs(page).getByRole('list', { name: 'Recent' })
  await expect(recent.getByRole('listitem')).toContainText(['sh busy.sh'])

  await page.reload()
  const fold = page.getByRole('button', { name: /^Recent/ })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await fold.click()
  const row = recent.getByRole('button', { name: /^sh busy\.sh/ })
  await row.focus()
  await page.keyboard.press('Delete')
  await expect(jobs(page)).toContainText('No background jobs.')
  // The card and its output stay.
  await expect(card(page, 'sh busy.sh', 'exit 0')).toBeVisible()
})

test('what a finished command left behind is a job of its own kind: it can be stopped, and goes when it ends (S-219, B-118)', async ({
  ready,
}) => {
  const { page, folders } = ready
  const marker = `vigil-left-${process.pid}`
  writeScript(folders, 'daemon.sh', [
    `sh -c 'while [ ! -e $0 ]; do sleep 0.1; done' $1 ${marker} >/dev/null 2>&1 &`,
    'echo started',
  ])
  await run(page, 'sh daemon.sh one', 'sh daemon.sh one')
  await expect(card(page, 'sh daemon.sh one', 'exit 0')).toBeVisible()
  const left = jobs(page).getByRole('listitem')
  await expect(left).toContainText([/process(es)? still running/])
  await expect(left.getByRole('img', { name: 'Left behind' })).toBeVisible()
  // It ends by itself: the row goes, and the card no longer speaks of it.
  writeFileSync(join(folders.workspace, 'one'), '')
  await expect(left).toHaveCount(0)
  await expect(card(page, 'sh daemon.sh one')).not.toContainText('still running')

  await run(page, 'sh daemon.sh two', 'sh daemon.sh two')
  await expect(left).toContainText([/process(es)? still running/])
  await left.getByRole('button', { name: /^sh daemon\.sh two/ }).focus()
  await page.keyboard.press('Delete')
  await expect(left).toHaveCount(0)
  expect(processesWith(marker)).toEqual([])
})

test('the dashboard shows the jobs of all chats, narrows them, stops them and leads to their cards', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'busy.sh', busy('never'))
  writeScript(folders, 'serve.sh', ['echo "  Local: http://localhost:5173/"', 'while :; do sleep 0.2; done'])
  await run(page, 'sh busy.sh', 'sh busy.sh')
  await expect(card(page, 'sh busy.sh', 'Running in background')).toBeVisible()
  await startChat(page)
  await send(page, 'sh serve.sh')
  await approve(card(page, 'sh serve.sh'))
  await expect(jobs(page).getByRole('link', { name: 'localhost:5173' })).toBeVisible()

  await page.keyboard.press('Control+j')
  // Newest first, whatever changes in them; the first one has the focus.
  await expect(rows(page)).toHaveCount(3)
  const first = rows(page).nth(1).getByRole('button', { name: 'sh serve.sh, Serving' })
  await expect(first).toBeFocused()
  await expect(rows(page).nth(1)).toContainText('Serving')
  await expect(rows(page).nth(1)).toContainText('localhost:5173')
  await expect(rows(page).nth(2)).toContainText(/Running.*sh busy\.sh.*line \d+/)
  await expect(rows(page).nth(2)).toContainText(/bytes\/s/)
  await expect(dashboard(page)).toContainText('2 jobs in 2 chats')

  const search = dashboard(page).getByRole('searchbox', { name: 'Filter by name or output' })
  await page.keyboard.press('Control+f')
  await page.keyboard.type('serve')
  await expect(search).toHaveValue('serve')
  await expect(rows(page)).toHaveCount(2)
  await expect(dashboard(page).getByRole('button', { name: 'Stop those shown: 1' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await search.fill('nothing like it')
  await expect(dashboard(page)).toContainText('No job matches "nothing like it"')
  await dashboard(page).getByRole('button', { name: 'Clear filters' }).click()
  await dashboard(page).getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Server' }).click()
  await expect(rows(page)).toHaveCount(2)
  await dashboard(page).getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'All kinds' }).click()

  // With the keyboard alone: to the server, stop it; to the other, see its card.
  await first.focus()
  await page.keyboard.press('Delete')
  await expect(rows(page).nth(1)).toContainText('Stopped')
  await dashboard(page).getByRole('radio', { name: 'Running 1' }).click()
  await expect(rows(page)).toHaveCount(2)
  await rows(page).nth(1).getByRole('button', { name: 'sh busy.sh, Running' }).focus()
  await page.keyboard.press('Enter')
  await expect(card(page, 'sh busy.sh', 'Running in background')).toBeFocused()

  // Back by the palette, whose focus must not return to the chat; an output leads back here too.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('jobs dashboard')
  await page.keyboard.press('Enter')
  await expect(rows(page).nth(1).getByRole('button', { name: 'sh busy.sh, Running' })).toBeFocused()
  await dashboard(page).getByRole('button', { name: 'Show output of sh busy.sh' }).click()
  await expect(page.getByRole('heading', { name: 'Command Output of sh busy.sh' })).toBeVisible()
  await page.keyboard.press('Escape')
  await dashboard(page).getByRole('button', { name: 'Stop all' }).click()
  await expect(dashboard(page)).toContainText('Nothing runs in the background.')
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeFocused()
  await expect(sidebar(page).getByRole('button', { name: /^Recent/ })).toContainText('2')
})
