import { expect } from '@playwright/test'
import { callTools, say, startFakeModelServer } from '../src/core/testing/fake-model-server'
import { lastMessage, SERVER, test } from './model-server.fixture'
import { approve, card, composer, send, transcript, writeScript } from './person'

test('an answer is shown while it streams; Stop keeps what came (A-011, A-107)', async ({
  connected,
  openAi,
}) => {
  const { page } = connected
  const text = 'These words are here long before the answer ends. '
  openAi.script({ blocks: [{ text }], faults: { stallAfterEvents: 5 } }, say('Going on.'))
  await send(page, 'Talk to me')
  await expect(transcript(page)).toContainText('These words are')
  await expect(transcript(page)).not.toContainText('the answer ends')
  await expect(composer(page)).toHaveAttribute('placeholder', /^Add a follow-up/)
  await page.getByRole('button', { name: 'Stop the turn' }).click()
  await expect(transcript(page)).toContainText('The answer was interrupted here.')
  await expect(transcript(page)).toContainText('These words are')
  await expect.poll(() => openAi.open).toBe(0)
  await send(page, 'Go on')
  await expect(transcript(page)).toContainText('Going on.')
})

test('a busy server is tried again in plain sight (A-162)', async ({ connected, openAi }) => {
  const { page } = connected
  openAi.script({ status: 429 }, { status: 500 }, say('Here I am.'))
  await send(page, 'Hello')
  await expect(transcript(page)).toContainText(`${SERVER} limits the number of requests. Attempt 1 of 5`)
  await expect(transcript(page)).toContainText(/Attempt 2 of 5 in 0:0\d/)
  await expect(transcript(page)).toContainText('Here I am.')
  await expect(transcript(page)).not.toContainText('Attempt')
  await expect(transcript(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

test('waiting for another attempt can be stopped (A-009, A-162)', async ({ connected, openAi }) => {
  const { page } = connected
  openAi.otherwise(() => ({ status: 503, headers: { 'retry-after': '60' } }))
  await send(page, 'Hello')
  await expect(transcript(page)).toContainText(/in (1:00|0:5\d)/)
  await transcript(page).getByRole('button', { name: 'Stop the turn' }).click()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await expect(transcript(page)).not.toContainText('Attempt')
  expect(openAi.chats).toHaveLength(1)
})

test('a cut answer keeps what came, says so, and Retry goes on (A-080, A-163)', async ({
  connected,
  openAi,
}) => {
  const { page } = connected
  openAi.script(
    { blocks: [{ text: 'Half of what I wanted to say, and then' }], faults: { cutAfterBytes: 900 } },
    say('The whole answer.'),
  )
  await send(page, 'Hello')
  await expect(transcript(page)).toContainText('The answer was interrupted here.')
  await expect(transcript(page)).toContainText('Half of')
  await transcript(page).getByRole('button', { name: 'Retry' }).click()
  await expect(transcript(page)).toContainText('The whole answer.')
})

test('a server that is not there: plain words, the setting to change, Retry (A-159, A-165)', async ({
  connected,
  openAi,
}) => {
  const { page } = connected
  await openAi.close()
  await send(page, 'Hello')
  await expect(transcript(page)).toContainText(`${SERVER} is not answering. Attempt 1 of 3`)
  await expect(transcript(page)).toContainText(
    'Start the server, or correct its address in Settings, Models.',
  )
  await transcript(page).getByRole('button', { name: 'Open settings' }).click()
  await expect(page.getByRole('main', { name: 'Settings' })).toContainText(SERVER)
  await page.getByRole('button', { name: 'Close settings' }).click()

  const again = await startFakeModelServer({ port: openAi.port })
  try {
    again.script(say('Back again.'))
    await transcript(page).getByRole('button', { name: 'Retry' }).click()
    await expect(transcript(page)).toContainText('Back again.')
  } finally {
    await again.close()
  }
})

test('a refused key is not tried again; the row says what to change, and Retry works after that (A-159, A-164)', async ({
  connected,
  openAi,
}) => {
  const { page } = connected
  const error = {
    message: 'Incorrect API key provided',
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  }
  openAi.script({ status: 401, body: { error } }, say('Let me in, thanks.'))
  await send(page, 'Hello')
  await expect(transcript(page)).toContainText(`${SERVER} rejected the key.`)
  await expect(transcript(page)).toContainText('Replace the API key in Settings, Models.')
  await expect(transcript(page)).toContainText('HTTP 401: Incorrect API key provided')
  expect(openAi.chats).toHaveLength(1)
  await transcript(page).getByRole('button', { name: 'Retry' }).click()
  await expect(transcript(page)).toContainText('Let me in, thanks.')
})

test('what became of a command reaches the model: refused with a text, stopped, and a folder that does not exist (S-010, S-092, S-318)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  writeScript(folders, 'wait.sh', ['echo up', 'while :; do sleep 0.2; done'])
  const shell = (args: object) => callTools([{ tool: 'shell', args }])
  openAi.script(
    shell({ command: 'touch a' }),
    shell({ command: 'sh wait.sh' }),
    shell({ command: 'touch b', workdir: 'nowhere' }),
    say('Enough.'),
  )
  await send(page, 'Try three things')
  const touch = card(page, 'touch a')
  await touch.getByRole('button', { name: 'Reject with a message' }).click()
  await touch.getByRole('textbox', { name: 'Message for the agent' }).fill('use a copy')
  await touch.getByRole('button', { name: 'Reject' }).click()
  const wait = card(page, 'sh wait.sh')
  await approve(wait)
  await expect(wait).toContainText('up')
  await wait.getByRole('button', { name: 'Stop sh wait.sh' }).click()
  await expect(card(page, 'sh wait.sh', 'Stopped')).toBeVisible()
  await expect(card(page, 'touch b', 'Could not start')).toContainText('Working directory does not exist')
  await expect(transcript(page)).toContainText('Enough.')

  const results = openAi.chats.map((request) => lastMessage(request))
  expect(results[1]).toContain('The user says: use a copy')
  expect(results[2]).toContain('Status: stopped by the user\nterminal_id: T2')
  expect(results[3]).toContain('Working directory does not exist')
})
