import { readdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type AppFolders, test, type VigilApp } from './app.fixture'
import { expectAccessible } from './axe'
import { card, openOutput, run, send, sidebar, topOf, writeReadySettings, writeScript } from './person'

const DAY_MS = 24 * 60 * 60 * 1000

/** 200 MB in more than 23 million lines. */
const LAST = '23456789'
const HUGE = `seq 1 ${LAST}`

const viewer = (page: Page) => page.getByRole('main').getByRole('group', { name: /^Command Output of / })
const field = (page: Page) => page.getByRole('textbox', { name: 'Find in output' })
const logsOf = ({ data }: AppFolders) =>
  (readdirSync(join(data, 'outputs'), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(data, 'outputs', name))

/** Remembers what the app asks the desktop to open, instead of opening it. */
async function catchOpened({ electron }: VigilApp): Promise<() => Promise<string[]>> {
  await electron.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openPath = async (path) => {
      opened.push(`open ${path}`)
      return ''
    }
    shell.showItemInFolder = (path) => void opened.push(`show ${path}`)
  })
  return () => electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

test('the whole of a 200 MB output opens in the window: its ends, any line, and what is searched for (S-125, S-134, S-135, S-153…S-155)', async ({
  ready,
}) => {
  const { page, folders } = ready
  await send(page, HUGE)
  const done = card(page, HUGE, 'exit 0')
  await expect(done).toBeVisible({ timeout: 60_000 })
  await openOutput(done)
  await done.getByRole('button', { name: 'Open full output (200 MB)' }).click()
  const lines = viewer(page)
  await expect(lines).toBeFocused()
  await expect(lines.getByText(LAST, { exact: true })).toBeInViewport()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(HUGE)

  // Back to the first line: near it by its number, then page by page, with what is read held still.
  await page.keyboard.press('Control+g')
  await page.getByRole('textbox', { name: 'Go to line' }).pressSequentially('450\n')
  await expect(lines.getByText('450', { exact: true })).toBeInViewport()
  await expect(lines).toBeFocused()
  const earlier = lines.getByRole('button', { name: 'Show earlier lines' })
  for (const first of ['150', '1']) {
    await lines.evaluate((element) => element.scrollTo(0, 0))
    const seen = lines.locator('.ln').first()
    const [text, top] = [await seen.textContent(), await topOf(seen)]
    await earlier.focus()
    await page.keyboard.press('Enter')
    await expect(lines.locator('.ln').first()).toHaveText(first)
    expect(await topOf(lines.getByText(text ?? '', { exact: true }))).toBeCloseTo(top, 0)
  }
  // At the start the button is gone, and the keyboard still is in the lines.
  await expect(earlier).toHaveCount(0)
  await expect(lines).toBeFocused()
  await page.keyboard.press('Control+End')
  await expect(lines.getByText(LAST, { exact: true })).toBeInViewport()
  await page.keyboard.press('Control+Home')
  await expect(lines.getByText('1', { exact: true })).toBeInViewport()
  await page.keyboard.press('Control+g')
  await page.getByRole('textbox', { name: 'Go to line' }).pressSequentially('12345678\n')
  await expect(lines.getByText('12345678', { exact: true })).toBeInViewport()
  await expect(lines.locator('.hit')).toHaveText('12345678')

  // Found far from what is loaded, and back again.
  await page.keyboard.press('Control+f')
  await field(page).fill('9999')
  await expect(lines.locator('mark.cur')).toBeInViewport()
  const search = page.getByRole('search')
  await expect(search.getByRole('status')).toHaveText(/1,000 or more$/)
  await field(page).fill('7654321')
  await expect(search.getByRole('status')).toHaveText('1 of 2')
  await field(page).press('Enter')
  await expect(search.getByRole('status')).toHaveText('2 of 2')
  await expect(lines.locator('mark.cur')).toBeInViewport()
  await expect(lines.locator('mark.cur')).toHaveText('7654321')
  await field(page).press('Shift+Enter')
  await expect(search.getByRole('status')).toHaveText('1 of 2')
  await expect(lines.locator('mark.cur')).toBeInViewport()
  await search.getByRole('button', { name: 'Previous match' }).click()
  await expect(search.getByRole('status')).toHaveText('2 of 2')
  await ready.screenshot('output-full-find')
  await expectAccessible(page, 'the whole output, light')
  await search.getByRole('button', { name: 'Regular expression' }).click()
  await field(page).fill('^1(0{6})$')
  await expect(search.getByRole('status')).toHaveText('1 of 1')
  await expect(lines.locator('mark.cur')).toHaveText('1000000')
  expect(await lines.locator('.ln').count()).toBeLessThanOrEqual(401)
  await field(page).fill('(')
  await expect(search.getByRole('status')).toHaveText('Not a valid expression')
  await page.keyboard.press('Escape')
  await expect(lines).toBeFocused()

  const opened = await catchOpened(ready)
  await page.getByRole('button', { name: 'Open in editor' }).click()
  await page.getByRole('button', { name: 'Reveal in folder' }).click()
  const [log] = logsOf(folders)
  await expect.poll(opened).toEqual([`open ${log}`, `show ${log}`])

  // Esc leads back to the card.
  await lines.press('Escape')
  await expect(done).toBeFocused()
  expect(ready.pageErrors).toEqual([])
})

test('it follows a running command and survives a reload (S-152, S-162, S-163)', async ({ ready }) => {
  const { page, folders } = ready
  writeScript(folders, 'watch.sh', [
    'seq 1 50000',
    'i=0',
    'while [ ! -e go ]; do i=$((i+1)); echo tick $i; sleep 0.1; done',
  ])
  const watch = await run(page, 'sh watch.sh', 'sh watch.sh')
  await openOutput(watch)
  await watch.getByRole('button', { name: /^Open full output/ }).click()
  const lines = viewer(page)
  await expect(lines.getByText(/^tick \d\d$/).last()).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Follow output' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Jump to start' }).click()
  await expect(lines.getByText('1', { exact: true })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Follow output' })).toHaveAttribute('aria-pressed', 'false')
  await ready.screenshot('output-full-running')
  await page.reload()
  // The same page is there again, from the end; what ran in this window has ended with it (S-339).
  await expect(page.getByRole('heading', { level: 1 })).toContainText('sh watch.sh')
  await expect(lines.getByText(/^tick \d+$/).last()).toBeInViewport()
  await page.getByRole('button', { name: 'Close full output' }).click()
  await expect(card(page, 'sh watch.sh', 'Cancelled')).toBeFocused()
  const again = await openOutput(card(page, 'sh watch.sh'))
  await expect(again.getByText(/^tick \d+$/).last()).toBeInViewport()
})

test('an output that was cleaned up or deleted is no longer offered (S-142, S-147, S-148)', async ({
  launch,
  folders,
}) => {
  writeReadySettings(folders)
  const first = await launch()
  await sidebar(first.page).getByRole('button', { name: 'New chat' }).click()
  for (const command of ['seq 1 30001', 'seq 1 30002']) {
    await send(first.page, command)
    await expect(card(first.page, command, 'exit 0')).toBeVisible()
  }
  const logs = logsOf(folders)
  expect(logs).toHaveLength(2)
  await first.quit()
  const old = (Date.now() - 8 * DAY_MS) / 1000
  for (const log of logs) utimesSync(log, old, old)

  const second = await launch()
  const { page } = second
  await sidebar(page)
    .getByRole('button', { name: /seq 1 30001/ })
    .click()
  await expect.poll(() => logsOf(folders)).toEqual([])
  const shown = card(page, 'seq 1 30001', 'exit 0')
  await openOutput(shown)
  await expect(shown).toContainText('Full output unavailable')
  await expect(shown.getByRole('button', { name: /^Open full output/ })).toHaveCount(0)
  await second.screenshot('output-unavailable')

  // Deleted from outside while the window is open: the action finds out, says so, and is gone.
  await send(page, 'seq 1 30003')
  const third = card(page, 'seq 1 30003', 'exit 0')
  await openOutput(third)
  for (const log of logsOf(folders)) rmSync(log)
  await third.getByRole('button', { name: /^Open full output/ }).click()
  await page.getByRole('button', { name: 'Jump to start' }).click()
  await expect(page.getByRole('main')).toContainText('Full output unavailable')
  await expect(page.getByRole('button', { name: 'Open in editor' })).toHaveCount(0)
})

test('a read that fails shows Retry beside the lines that are there, and Retry goes on (S-156, S-157)', async ({
  ready,
}) => {
  const { page, folders } = ready
  await send(page, 'seq 1 30000')
  const shown = card(page, 'seq 1 30000', 'exit 0')
  const lines = await openOutput(shown)
  await expect(lines.getByText('30000', { exact: true })).toBeVisible()
  const [log = ''] = logsOf(folders)
  // A disk that does not answer for a while: a link to itself cannot be opened, whoever asks.
  renameSync(log, `${log}.away`)
  symlinkSync(log, log)
  await lines.getByRole('button', { name: 'Show earlier lines' }).click()
  const alert = shown.getByRole('alert')
  await expect(alert).toContainText('Could not read the output')
  await expect(lines.getByText('30000', { exact: true })).toBeAttached()
  await expect(shown).not.toContainText('Full output unavailable')
  await ready.screenshot('output-read-failed')
  rmSync(log)
  renameSync(`${log}.away`, log)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toHaveCount(0)
  await expect(lines.getByText('29700', { exact: true })).toBeAttached()
  await expect(lines.getByText('30000', { exact: true })).toBeAttached()
})

test('the view of a whole output speaks Russian and fits a narrow dark window', async ({
  launch,
  folders,
}) => {
  writeReadySettings(folders, { language: 'ru', theme: 'dark' })
  const vigil = await launch()
  const { page } = vigil
  await sidebar(page)
    .or(page.getByRole('navigation').first())
    .getByRole('button', { name: 'Новый чат' })
    .click()
  await page.getByRole('textbox').fill('seq 1 40000')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Command Output' }).click()
  await page.getByRole('button', { name: /^Открыть полный вывод \(229\s?кБ\)$/ }).click()
  await expect(page.getByRole('button', { name: 'Открыть в редакторе' })).toBeVisible()
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Поиск в выводе' }).fill('3999')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^\d+ из 1\s?[01]\d\d?$|^\d+ из \d+$/)
  await vigil.screenshot('output-full-ru-dark')
  await expectAccessible(page, 'the whole output, dark')
  await page.setViewportSize({ width: 480, height: 640 })
  await vigil.screenshot('output-full-ru-dark-narrow')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
