import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
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

test('Stop of the waiting line ends what it names and says so meanwhile, and the agent hears of it with the next message (S-325, S-326, S-335, S-336, S-338)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  // What ignores the first signal takes two seconds to end.
  writeScript(folders, 'long.sh', [`trap '' TERM`, ...LONG])
  openAi.script(
    callTools([{ tool: 'shell', args: { command: 'sh long.sh' } }]),
    say('I will hear of it.'),
    say('I see.'),
  )
  await send(page, 'Start it')
  const long = card(page, 'sh long.sh')
  await approve(long)
  await long.getByRole('button', { name: 'Move sh long.sh to background' }).click()
  // The chat's head and its row carry one and the same badge.
  const badge = { name: 'waiting: 1 background command' }
  await expect(page.getByRole('main').getByRole('img', badge)).toBeVisible()
  await expect(sidebar(page).getByRole('img', badge)).toBeVisible()
  await page.locator('.waiting').getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Stopping 1 background command')).toBeVisible()
  await expect(page.getByText(LINE)).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await connected.screenshot('stopping')
  await expect(card(page, 'sh long.sh', 'Stopped')).toBeVisible()
  await expect(page.locator('.waiting')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('img', badge)).toHaveCount(0)
  expect(openAi.chats).toHaveLength(2)
  await send(page, 'And?')
  await expect(transcript(page)).toContainText('I see.')
  expect(JSON.stringify(openAi.chats[2]?.body)).toContain('Terminal event')
})

test('a message of the person ends the waiting: the command goes on in the background and the answer is about the message (S-184, S-296)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  writeScript(folders, 'long.sh', LONG)
  openAi.script(callTools([{ tool: 'shell', args: { command: 'sh long.sh' } }]), say('I look at that first.'))
  await send(page, 'Start it')
  await approve(card(page, 'sh long.sh'))
  await send(page, 'Wait, read the notes first')
  await expect(card(page, 'sh long.sh', 'Running in background')).toBeVisible()
  await expect(transcript(page)).toContainText('I look at that first.')
  expect(openAi.chats).toHaveLength(2)
  expect(lastMessage(openAi.chats[1])).toContain('Wait, read the notes first')
  // Since this turn moved it, its Stop would end it; the turn is over, so the waiting line's does.
  await page.locator('.waiting').getByRole('button', { name: 'Stop' }).click()
  await expect(card(page, 'sh long.sh', 'Stopped')).toBeVisible()
})

test.describe('ends that fall together', () => {
  // Real processes must end within half a second of each other, which a very busy machine may not allow.
  test.describe.configure({ retries: 2 })

  test('three background commands that end within half a second wake the chat once, in the order of their ends (S-244, S-245, S-246)', async ({
    connected,
    openAi,
  }) => {
    const { page, folders } = connected
    const names = ['first', 'second', 'third']
    for (const name of names) execFileSync('mkfifo', [join(folders.workspace, name)])
    writeScript(folders, 'first.sh', ['read go < first', 'echo > second'])
    writeScript(folders, 'second.sh', ['read go < second', 'sleep 0.1', 'echo > third'])
    writeScript(folders, 'third.sh', ['read go < third', 'sleep 0.1'])
    // Started in another order than they end.
    const started = ['third', 'first', 'second']
    openAi.script(
      callTools(started.map((name) => ({ tool: 'shell', args: { command: `sh ${name}.sh` } }))),
      say('All three run.'),
      say('All three are over.'),
    )
    await send(page, 'Start them')
    for (const name of started) {
      await approve(card(page, `sh ${name}.sh`))
      await card(page, `sh ${name}.sh`)
        .getByRole('button', { name: /^Move / })
        .click()
    }
    await expect(page.getByText('Waiting: 3 background commands;')).toBeVisible()
    await writeFile(join(folders.workspace, 'first'), 'go\n')
    await expect(transcript(page)).toContainText('All three are over.')
    expect(openAi.chats).toHaveLength(3)
    const told = lastMessage(openAi.chats[2])
    const ends = [...told.matchAll(/Command: sh (\w+)\.sh/g)].map((match) => match[1])
    expect(ends).toEqual(names)
  })
})
