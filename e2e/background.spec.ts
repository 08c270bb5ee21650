import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './app.fixture'
import { card, jobs, run, sidebar, startChat, transcript, writeScript } from './person'

/** Prints, then waits until the test puts a file there. */
const untilFile = (go: string, last: string) => [
  'echo started',
  `until [ -e ${go} ]; do sleep 0.05; done`,
  `echo "${last}"`,
]

test('a long command goes to the background by itself and by hand; card, sidebar and menu follow it (S-158, S-166, S-172, S-174, S-188)', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'build.sh', untilFile('go-build', 'built'))
  writeScript(folders, 'watch.sh', [...untilFile('go-watch', 'seen'), 'exit 7'])
  await run(page, 'sh build.sh', 'sh build.sh')
  await expect(card(page, 'sh build.sh', 'Running')).toBeVisible()

  // Meanwhile another chat: its command is moved by hand, long before the five seconds are over.
  await startChat(page)
  const watch = await run(page, 'sh watch.sh', 'sh watch.sh')
  await watch.getByRole('button', { name: 'Move sh watch.sh to background' }).click()
  const moved = card(page, 'sh watch.sh', 'Running in background')
  await expect(moved).toContainText('T1')
  await expect(moved.getByRole('button', { name: /^Move/ })).toHaveCount(0)

  // Both run: here and elsewhere, with the last line each.
  const rows = jobs(page).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText('sh watch.shthis chat')
  await expect(rows.nth(1)).toContainText('sh build.shsh build.sh')
  await expect(rows.nth(1)).toContainText('started')
  await page.getByRole('button', { name: 'Terminals of this chat: 1 running' }).click()
  const menu = page.getByRole('dialog', { name: 'Background commands of this chat' })
  const entry = menu.getByRole('listitem')
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('sh watch.sh')
  await expect(entry).toContainText('started')
  await expect(entry.getByRole('timer')).toHaveText(/^0:0\d$/)
  await expect(entry.getByRole('button', { name: 'Stop sh watch.sh' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)

  // The job's row leads to its card, which moved by itself.
  await rows
    .nth(1)
    .getByRole('button', { name: /^sh build\.sh/ })
    .click()
  const build = card(page, 'sh build.sh', 'Running in background')
  await expect(build).toContainText('T1')
  await expect(build).toBeFocused()
  await expect(build.getByRole('img', { name: 'Running in background' })).toBeVisible()

  writeFileSync(join(folders.workspace, 'go-build'), '')
  await expect(card(page, 'sh build.sh', 'exit 0')).toContainText('T1')
  await expect(transcript(page)).toContainText(/sh build\.sh finished with code 0 after \d+(\.\d)?\u00a0s/)
  await expect(transcript(page)).toContainText('Done: the command ended with exit code 0.')
  await expect(rows).toHaveCount(1)

  // The other one fails while its chat is not shown: the row of the chat says so, its card when it is opened.
  writeFileSync(join(folders.workspace, 'go-watch'), '')
  await expect(jobs(page)).toContainText('Nothing runs in the background.')
  const other = sidebar(page).getByRole('button', { name: /sh watch\.sh/ })
  await expect(other.getByRole('img', { name: 'Unread result' })).toBeVisible()
  await other.click()
  await expect(card(page, 'sh watch.sh', 'exit 7')).toBeVisible()
  await expect(transcript(page)).toContainText(/sh watch\.sh exited with code 7 after/)
  await expect(other.getByRole('img')).toHaveCount(0)
  await page.getByRole('button', { name: 'Terminals of this chat: 0 running' }).click()
  await expect(menu.getByRole('listitem')).toContainText('exit 7: seen')
})
