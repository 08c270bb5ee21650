import { expect } from '@playwright/test'
import { say } from '../src/core/testing/fake-model-server'
import { test } from './model-server.fixture'
import { send, sidebar, startChat, transcript } from './person'

test('a chat that is done goes to the archive, is found there, and comes back with the next message', async ({
  connected,
  openAi,
}) => {
  const { page } = connected
  openAi.script(say('Done.'), say('Also done.'), say('Back again.'))
  await send(page, 'Fix the parser')
  await expect(transcript(page)).toContainText('Done.')
  await startChat(page)
  await send(page, 'Draw a logo')
  await expect(transcript(page)).toContainText('Also done.')

  const row = (title: string) => sidebar(page).getByRole('button', { name: new RegExp(title) })
  await row('Fix the parser').click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
  // The neighbour is shown instead.
  await expect(page.getByRole('heading', { name: 'Draw a logo' })).toBeVisible()
  await expect(row('Fix the parser')).toHaveCount(0)

  const fold = sidebar(page).getByRole('button', { name: /^Archived/ })
  await fold.click()
  await connected.screenshot('archive')
  await row('Fix the parser').click()
  await expect(transcript(page)).toContainText('Done.')
  await expect(page.getByRole('main').getByText('Archived', { exact: true })).toBeVisible()
  await send(page, 'And the lexer')
  await expect(transcript(page)).toContainText('Back again.')
  await expect(fold).toHaveCount(0)
  await expect(row('Fix the parser')).toBeVisible()
})
