import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { say } from '../src/core/testing/fake-model-server'
import { expectAccessible } from './axe'
import { test } from './model-server.fixture'
import { send, startChat, transcript } from './person'

test('finds what was said in any chat, leads to it, and exports a chat (A-139)', async ({
  connected,
  openAi,
}) => {
  const { page, electron, folders } = connected
  const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`).join('\n\n')
  openAi.script(say('The flamingo stands in config.yaml.'), say(long), say('Nothing here.'))
  await send(page, `Where is the bird? ${'chirp '.repeat(800)}`)
  await expect(transcript(page)).toContainText('The flamingo stands')
  await transcript(page).getByRole('button', { name: 'Show full message' }).click()
  await send(page, 'Tell me more')
  await expect(transcript(page)).toContainText('Paragraph 59.')
  await startChat(page)
  await send(page, 'Other things')
  await expect(transcript(page)).toContainText('Nothing here.')

  await page.keyboard.press('Control+Shift+F')
  const field = page.getByRole('combobox', { name: 'Search all chats' })
  await expect(page.getByText('Finds messages and answers of all chats.')).toBeVisible()
  await field.fill('flaming config')
  const hit = page.getByRole('option', { name: /Where is the bird\?/ })
  await expect(hit.locator('mark')).toHaveText(['flamingo', 'config'])
  await expectAccessible(page, 'search of all chats')
  await page.keyboard.press('Enter')
  await expect(transcript(page).getByText('The flamingo stands')).toBeInViewport()
  // What was opened is as it was left, although its row was out of the document.
  await expect(transcript(page).getByRole('button', { name: 'Show less' })).toHaveCount(1)

  const file = join(folders.home, 'bird.md')
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export as Markdown…' }).click()
  await expect.poll(() => existsSync(file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toMatch(
    /\*\*User:\*\*\n\nWhere is the bird\?(?: chirp)+\s+The flamingo stands/,
  )

  // What fits nothing on the first page is looked for in what was said.
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search commands, chats, jobs').fill('nowhere at all')
  await expect(page.getByRole('option')).toHaveText(['Search all chats for "nowhere at all"'])
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('nowhere at all')
  await expect(page.getByText('Nothing found for "nowhere at all"')).toBeVisible()
})
