import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import { expectAccessible } from './axe'
import { test } from './model-server.fixture'
import { approve, card, composer, send, transcript, writeScript } from './person'

const shell = (command: string) => ({ tool: 'shell', args: { command } })

/** Presses a button beside a message that was sent. */
async function onMessage(page: Page, text: string, button: string): Promise<void> {
  const bubble = transcript(page).locator('.bubble').filter({ hasText: text })
  await bubble.hover()
  await bubble.getByRole('button', { name: button }).click()
}

test('files and conversation go back to before a message, forth again, and a message is sent anew (A-142)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  const file = (name: string) => join(folders.workspace, name)
  const read = (name: string) => readFileSync(file(name), 'utf8')
  writeFileSync(file('a.txt'), 'before')
  writeScript(folders, 'change.sh', ['echo after > a.txt', 'echo new > c.txt'])
  openAi.script(say('Ready.'), callTools([shell('sh change.sh')]), say('All changed.'))
  await send(page, 'Get ready')
  await expect(transcript(page)).toContainText('Ready.')
  await send(page, 'Change everything')
  await approve(card(page, 'sh change.sh'))
  await expect(transcript(page)).toContainText('All changed.')

  await onMessage(page, 'Change everything', 'Go back to before this message')
  const dialog = page.getByRole('alertdialog', { name: 'Go back to before this message?' })
  await expect(dialog).toContainText('1 message leaves the conversation')
  await expect(dialog).toContainText('1 changed file is brought back')
  await expect(dialog).toContainText('1 new file is removed')
  await expectAccessible(page, 'going back')
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(transcript(page)).toContainText(
    'Went back: 1 message left the conversation. 2 files restored.',
  )
  await expect(transcript(page)).not.toContainText('All changed.')
  expect([read('a.txt'), existsSync(file('c.txt'))]).toEqual(['before', false])

  await transcript(page).getByRole('button', { name: 'Take back' }).click()
  await expect(transcript(page)).toContainText('All changed.')
  await expect(transcript(page)).toContainText('Taken back.')
  expect([read('a.txt'), existsSync(file('c.txt'))]).toEqual(['after\n', true])

  openAi.script(say('Only this, then.'))
  await onMessage(page, 'Change everything', 'Edit and send again')
  const edit = page.getByRole('alertdialog', { name: 'Edit and send again' })
  await edit.getByRole('textbox', { name: 'Message' }).fill('Change one thing')
  await edit.getByRole('radio', { name: 'Files and conversation' }).click()
  await expect(edit).toContainText('1 changed file is brought back')
  await expectAccessible(page, 'editing a message')
  await edit.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(transcript(page)).toContainText('Only this, then.')
  await expect(transcript(page)).not.toContainText('Change everything')
  expect(read('a.txt')).toBe('before')
  const asked = JSON.stringify(openAi.chats.at(-1)?.body?.messages)
  expect(asked).toContain('Get ready')
  expect(asked).toContain('Change one thing')
  expect(asked).not.toContain('Change everything')
  await expect(composer(page)).toHaveValue('')
})

test('the files go back to after a change, the conversation stays, and it can be taken back (A-142)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  const file = join(folders.workspace, 'a.txt')
  const write = (content: string) => callTools([{ tool: 'write_file', args: { path: 'a.txt', content } }])
  openAi.script(write('one\n'), say('First.'))
  await send(page, 'Write one')
  const changes = page.getByRole('article', { name: /^a\.txt, / })
  await approve(changes.first())
  await expect(transcript(page)).toContainText('First.')
  openAi.script(
    callTools([
      { tool: 'edit_file', args: { path: 'a.txt', edits: [{ old_text: 'one', new_text: 'two' }] } },
    ]),
    say('Second.'),
  )
  await send(page, 'Write two')
  await approve(changes.last())
  await expect(transcript(page)).toContainText('Second.')
  expect(readFileSync(file, 'utf8')).toBe('two\n')

  await changes.first().hover()
  await changes.first().getByRole('button', { name: 'Restore files to after this change of a.txt' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Restore the files to after the change of a.txt?' })
  await expect(dialog).toContainText('1 changed file is brought back')
  await connected.screenshot('restore-after')
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(transcript(page)).toContainText('1 file restored.')
  await expect(transcript(page)).toContainText('Second.')
  expect(readFileSync(file, 'utf8')).toBe('one\n')
  await transcript(page).getByRole('button', { name: 'Take back' }).click()
  await expect(transcript(page)).toContainText('Taken back.')
  expect(readFileSync(file, 'utf8')).toBe('two\n')
})
