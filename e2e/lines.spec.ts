import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { say } from '../src/core/testing/fake-model-server'
import { lastMessage, test } from './model-server.fixture'
import { composer, send, transcript } from './person'

/** Nothing lies over it or cuts it off. */
async function expectSeen(list: Locator): Promise<void> {
  const option = list.getByRole('option').first()
  await expect
    .poll(() =>
      option.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }),
    )
    .toBe(true)
}

test('/ and @ are completed while typing; /help costs nothing and @file brings the file (A-044…A-046, A-052, A-057, A-058)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  mkdirSync(join(folders.workspace, 'src'))
  writeFileSync(join(folders.workspace, 'src', 'checkout.ts'), 'export const total = 1\n')

  await composer(page).pressSequentially('/')
  const commands = page.getByRole('listbox', { name: 'Commands' })
  await expect(commands.getByRole('option')).toHaveCount(11)
  await expectSeen(commands)
  await composer(page).pressSequentially('he')
  await expect(commands.getByRole('option')).toHaveText(['/help shows this list'])
  await composer(page).press('Tab')
  await expect(composer(page)).toHaveValue('/help ')
  await composer(page).press('Enter')
  await expect(transcript(page)).toContainText('Commands you can write here:')
  expect(openAi.chats).toHaveLength(0)

  openAi.script(say('It adds up.'))
  await composer(page).pressSequentially('Look at @check')
  const files = page.getByRole('listbox', { name: 'Files' })
  await expect(files.getByRole('option')).toHaveText(['src/checkout.ts'])
  await expectSeen(files)
  await composer(page).press('Escape')
  await expect(files).toHaveCount(0)
  await composer(page).pressSequentially('o')
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('Look at @src/checkout.ts ')
  await composer(page).pressSequentially('and @src/gone.ts')
  await composer(page).press('Enter')
  await expect(transcript(page)).toContainText('It adds up.')
  expect(lastMessage(openAi.chats[0])).toBe(
    'Look at @src/checkout.ts and @src/gone.ts\n\n<file path="src/checkout.ts">\nexport const total = 1\n</file>',
  )
  await expect(transcript(page).getByRole('list', { name: 'Attached' })).toHaveText('src/checkout.ts')
  await expect(transcript(page)).toContainText('Nothing was found at @src/gone.ts; it was sent as text.')
})

test('a slash command changes the model and the mode, and opens an empty chat (A-049, A-051, A-054)', async ({
  connected,
}) => {
  const { page } = connected
  await send(page, '/modle')
  await expect(transcript(page)).toContainText('There is no command /modle. Did you mean /model, /mode?')
  await send(page, '/model runbook')
  await expect(transcript(page)).toContainText('The model is now runbook.')
  await send(page, '/mode plan')
  await expect(transcript(page)).toContainText('The permission mode is now Plan.')
  await send(page, '/compact')
  await expect(transcript(page)).toContainText('There is too little to compact yet.')
  await send(page, '/clear')
  await expect(page.getByText(/^New chat in /)).toBeVisible()
})

test('/compact folds the conversation into a summary that can be opened, and the next request starts from it (A-047, A-122, A-129)', async ({
  connected,
  openAi,
}) => {
  const { page } = connected
  openAi.script(say('Understood. '.repeat(200)), say('## Goal\nTo pay the **right** tax.'), say('Going on.'))
  await send(page, 'Fix the tax')
  await expect(transcript(page)).toContainText('Understood.')
  await send(page, '/compact')
  const divider = transcript(page).getByRole('button', { name: 'Conversation compacted' })
  await divider.click()
  await expect(transcript(page).getByRole('heading', { name: 'Goal' })).toBeVisible()
  await send(page, 'Go on')
  await expect(transcript(page)).toContainText('Going on.')
  const sent = JSON.stringify(openAi.chats[2]?.body?.messages)
  expect(sent).toContain('What has been done so far in this conversation?')
  expect(sent).not.toContain('Understood.')
})
