import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import { lastMessage, test } from './model-server.fixture'
import { approve, card, composer, send, sidebar, transcript, writeScript } from './person'

const LONG = ['echo up', 'until [ -e go ]; do sleep 0.05; done', 'echo down']
const LINE = 'Waiting: 1 background command; the agent will continue when everything finishes'

test('a background command wakes the chat when it ends, and a waiting line says so meanwhile (S-224, S-242, S-243, S-320, S-323, S-326, S-328)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  writeScript(folders, 'long.sh', LONG)
  openAi.script(
    callTools([{ tool: 'shell', args: { command: 'sh long.sh' } }]),
    say('I will hear of it.'),
    say('It went well.'),
  )
  await send(page, 'Start it')
  const long = card(page, 'sh long.sh')
  await approve(long)
  await long.getByRole('button', { name: 'Move sh long.sh to background' }).click()
  await expect(transcript(page)).toContainText('I will hear of it.')
  await expect(page.getByText(LINE)).toBeVisible()
  await expect(sidebar(page).getByRole('img', { name: 'waiting: 1 background command' })).toBeVisible()
  await connected.screenshot('waiting')
  writeFileSync(join(folders.workspace, 'go'), '')
  await expect(transcript(page)).toContainText('It went well.')
  await expect(page.getByText(LINE)).toHaveCount(0)
  await expect(transcript(page)).toContainText('sh long.sh finished with code 0 after')
  expect(openAi.chats).toHaveLength(3)
  const told = lastMessage(openAi.chats[2])
  expect(told).toMatch(/terminal_id: T1\nCommand: sh long\.sh\nResult: exit code 0\n/)
  expect(told).toContain('\ndown\n')
  expect(told).not.toContain('\nup\n')
  await expect(composer(page)).toHaveValue('')
})

test('Stop of the waiting line ends what it names, and the agent hears of it with the next message (S-335, S-336, S-338)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  writeScript(folders, 'long.sh', LONG)
  openAi.script(
    callTools([{ tool: 'shell', args: { command: 'sh long.sh' } }]),
    say('I will hear of it.'),
    say('I see.'),
  )
  await send(page, 'Start it')
  const long = card(page, 'sh long.sh')
  await approve(long)
  await long.getByRole('button', { name: 'Move sh long.sh to background' }).click()
  await page.locator('.waiting').getByRole('button', { name: 'Stop' }).click()
  await expect(card(page, 'sh long.sh', 'Stopped')).toBeVisible()
  await expect(page.getByText(LINE)).toHaveCount(0)
  expect(openAi.chats).toHaveLength(2)
  await send(page, 'And?')
  await expect(transcript(page)).toContainText('I see.')
  expect(JSON.stringify(openAi.chats[2]?.body)).toContain('Terminal event')
})
