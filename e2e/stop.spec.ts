import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type AppFolders, test } from './app.fixture'
import { card, coloursOf, jobs, run, send, sidebar, startChat, transcript, writeScript } from './person'
import { processesWith } from './processes'

/**
 * A script that starts a small tree and then only waits: a child, a grandchild that ignores TERM, and one that left the
 * process group's shell. All carry the marker, so that /proc tells what is left of them.
 */
function writeTree(folders: AppFolders): { marker: string; command: string } {
  const marker = `vigil-marker-${randomUUID()}`
  writeScript(folders, 'tree.sh', [
    `sh -c 'while :; do sleep 0.2; done' ${marker} &`,
    `sh -c "trap '' TERM; while :; do sleep 0.2; done" ${marker} &`,
    `(sh -c 'while :; do sleep 0.2; done' ${marker} &)`,
    'echo tree is up',
    'wait',
  ])
  return { marker, command: `sh tree.sh ${marker}` }
}

async function startTree(page: Page, folders: AppFolders) {
  const { marker, command } = writeTree(folders)
  const tree = await run(page, command, command)
  await expect(tree.getByText('tree is up')).toBeVisible()
  await expect.poll(() => processesWith(marker).length).toBeGreaterThanOrEqual(4)
  return { marker, command, tree }
}

test('Stop on the card ends the whole tree and the card is amber and says so (S-081, S-286, S-289, S-310)', async ({
  ready,
}) => {
  const { page, folders } = ready
  const { marker, command, tree } = await startTree(page, folders)
  await tree.getByRole('button', { name: `Stop ${command}` }).click()
  await expect(card(page, command, 'Stopped')).toBeVisible()
  expect(processesWith(marker)).toEqual([])
  await expect(tree.getByRole('img', { name: 'Stopped' })).toBeVisible()
  await expect(tree.getByRole('button', { name: /^Stop/ })).toHaveCount(0)
  const word = await coloursOf(tree.getByText('Stopped', { exact: true }), '--warn')
  expect(word.text).toBe(word.token)
  await expect(transcript(page)).toContainText('The command was stopped.')
})

test('Stop in the list of jobs ends the command and its row goes away (S-289, S-310)', async ({ ready }) => {
  const { page, folders } = ready
  const { marker, command } = await startTree(page, folders)
  const row = jobs(page).getByRole('listitem').filter({ hasText: marker })
  await expect(row).toContainText('tree is up')
  await expect(row).toContainText('this chat')
  await row.hover()
  await row.getByRole('button', { name: `Stop ${command}` }).click()
  await expect(card(page, command, 'Stopped')).toBeVisible()
  await expect(jobs(page)).toContainText('No background jobs.')
  expect(processesWith(marker)).toEqual([])
})

test('Stop in the composer ends what the agent waits for and cancels what waits for approval (S-292, S-309)', async ({
  ready,
}) => {
  const { page, folders } = ready
  const { marker, command } = await startTree(page, folders)
  await page.getByRole('button', { name: 'Stop the turn' }).click()
  await expect(card(page, command, 'Stopped')).toBeVisible()
  expect(processesWith(marker)).toEqual([])

  await send(page, 'touch never')
  await expect(card(page, 'touch never', 'Needs approval')).toBeVisible()
  await page.getByRole('button', { name: 'Stop the turn' }).click()
  const cancelled = card(page, 'touch never', 'Cancelled')
  await expect(cancelled).toContainText('Never started: you pressed Stop first.')
  await expect(cancelled.getByRole('button')).toHaveCount(0)
  expect(existsSync(join(folders.workspace, 'never'))).toBe(false)

  // A stopped chat goes on with the next message.
  await run(page, 'touch after', 'touch after')
  await expect(card(page, 'touch after', 'exit 0')).toBeVisible()
})

test('what a person moved to the background outlives Stop and stays in the terminal menu (S-188, S-298, S-300)', async ({
  ready,
}) => {
  const { page, folders } = ready
  const { marker, command, tree } = await startTree(page, folders)
  await tree.getByRole('button', { name: `Move ${command} to background` }).click()
  await expect(card(page, command, 'Running in background')).toBeVisible()
  await page.getByRole('button', { name: 'Stop the turn' }).click()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await expect(card(page, command, 'Running in background')).toBeVisible()
  expect(processesWith(marker).length).toBeGreaterThanOrEqual(4)

  await page.getByRole('button', { name: 'Terminals of this chat: 1 running' }).click()
  const menu = page.getByRole('dialog', { name: 'Background commands of this chat' })
  await expect(menu.getByRole('listitem')).toContainText('tree is up')
  await menu.getByRole('button', { name: 'Stop all in this chat' }).click()
  await expect(card(page, command, 'Stopped')).toBeVisible()
  expect(processesWith(marker)).toEqual([])
})

test('the row of a chat in the sidebar has the same menu: what runs there, since when, whether it is a server, and Stop (S-212, S-213, S-214, S-215)', async ({
  ready,
}) => {
  const { page, folders, electron, screenshot } = ready
  const { marker, command, tree } = await startTree(page, folders)
  await tree.getByRole('button', { name: `Move ${command} to background` }).click()
  await expect(card(page, command, 'Running in background')).toBeVisible()
  writeScript(folders, 'dev.sh', ['echo "  Local: http://localhost:5173/"', 'while :; do sleep 0.2; done'])
  await run(page, 'sh dev.sh', 'sh dev.sh')
  await expect(card(page, 'sh dev.sh', 'Running server')).toBeVisible()

  // From another chat, which has none itself.
  await startChat(page)
  await expect(page.getByRole('button', { name: 'Terminals of this chat: 0 running' })).toBeVisible()
  const button = sidebar(page).getByRole('button', { name: 'Terminals of the chat: 2 running' })
  await button.click()
  const menu = page.getByRole('dialog', { name: 'Background commands of this chat' })
  const entries = menu.getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.nth(0)).toContainText(marker)
  await expect(entries.nth(0)).toContainText('T1')
  await expect(entries.nth(0).getByRole('timer')).toHaveText(/^\d+:\d\d$/)
  await expect(entries.nth(1).getByRole('img', { name: 'Running server' })).toBeVisible()
  await expect(entries.nth(1).getByRole('link', { name: 'localhost:5173' })).toBeVisible()
  await screenshot('row-menu')

  // An end moves no row.
  const more = entries.nth(1).getByRole('button', { name: 'More actions for sh dev.sh' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Copy command' }).click()
  await expect.poll(() => electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('sh dev.sh')
  await more.click()
  await page.getByRole('menuitem', { name: 'Copy T2' }).click()
  await expect.poll(() => electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('T2')

  await entries
    .nth(0)
    .getByRole('button', { name: /^Stop sh tree/ })
    .click()
  await expect(menu.getByRole('img', { name: 'Stopped' })).toBeVisible()
  expect(processesWith(marker)).toEqual([])
  await more.click()
  await page.getByRole('menuitem', { name: 'Show output' }).click()
  await expect(page.getByRole('heading', { name: 'Command Output of sh dev.sh' })).toBeVisible()
  await sidebar(page).getByRole('button', { name: 'Terminals of the chat: 1 running' }).click()
  await menu.getByRole('button', { name: 'Stop all in this chat' }).click()
  await page.keyboard.press('Escape')
  await expect(sidebar(page).getByRole('button', { name: /^Terminals of the chat/ })).toHaveCount(0)
})
