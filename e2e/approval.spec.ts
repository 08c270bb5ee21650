import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './app.fixture'
import { card, composer, send, transcript, writeScript } from './person'

test('a rejected command never runs and its card and the agent say so (S-010)', async ({ ready }) => {
  const { page, folders } = ready
  writeScript(folders, 'touch.sh', ['touch ran'])
  await send(page, 'sh touch.sh')
  await card(page, 'sh touch.sh').getByRole('button', { name: 'Reject N' }).click()
  await expect(card(page, 'sh touch.sh', 'Rejected')).toBeVisible()
  await expect(card(page, 'sh touch.sh').getByRole('button')).toHaveCount(0)
  expect(existsSync(join(folders.workspace, 'ran'))).toBe(false)
})

test('a rejection with a text shows the text and carries it to the agent (S-010)', async ({ ready }) => {
  const { page, folders } = ready
  writeScript(folders, 'touch.sh', ['touch ran'])
  await send(page, 'sh touch.sh')
  const touch = card(page, 'sh touch.sh')
  await touch.getByRole('button', { name: 'Reject with a message' }).click()
  const field = touch.getByRole('textbox', { name: 'Message for the agent' })
  await expect(field).toBeFocused()
  await field.fill('only on a copy, please')
  await touch.getByRole('button', { name: 'Reject' }).click()
  await expect(card(page, 'sh touch.sh', 'Rejected')).toBeVisible()
  await expect(touch).toContainText('You told the agent: only on a copy, please')
  await expect(transcript(page)).toContainText('only on a copy, please')
  await expect(composer(page)).toBeFocused()
  expect(existsSync(join(folders.workspace, 'ran'))).toBe(false)
})
