import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import { test } from './model-server.fixture'
import {
  approve,
  card,
  composer,
  jobs,
  openOutput,
  run,
  send,
  sidebar,
  startChat,
  transcript,
  writeScript,
} from './person'
import { processesWith } from './processes'

const FOREVER = ['echo up', 'while :; do sleep 0.2; done']

test('after quitting and starting again everything is there: chats, cards, outputs, model (A-139, S-152, S-163)', async ({
  connected,
  openAi,
  launch,
}) => {
  const { page, folders } = connected
  writeScript(folders, 'count.sh', ['n=0', 'while [ $n -lt 300 ]; do n=$((n+1)); echo "line $n"; done'])
  openAi.script(
    callTools([{ tool: 'shell', args: { command: 'sh count.sh' } }], 'Counting.'),
    say('Counted.'),
  )
  await send(page, 'Count, please')
  await approve(card(page, 'sh count.sh'))
  await expect(transcript(page)).toContainText('Counted.')
  await startChat(page)
  await page.getByRole('main').getByRole('button', { name: 'Model: tiny-coder' }).first().click()
  await page.getByRole('menuitemradio', { name: 'Runbook, no model' }).click()
  await run(page, 'sh count.sh | tail -1; exit 4', 'sh count.sh')
  await expect(card(page, 'sh count.sh', 'exit 4')).toBeVisible()
  await connected.quit()

  const again = (await launch()).page
  // The chat that was open is open, with the model it had.
  await expect(card(again, 'sh count.sh', 'exit 4')).toBeVisible()
  await expect(again.getByRole('button', { name: 'Model: Runbook' }).first()).toBeVisible()
  const lines = await openOutput(card(again, 'sh count.sh'))
  await expect(lines.getByText('line 300', { exact: true })).toBeVisible()

  await sidebar(again)
    .getByRole('button', { name: /^Count, please/ })
    .click()
  await expect(again.getByRole('button', { name: 'Model: tiny-coder' }).first()).toBeVisible()
  await expect(transcript(again)).toContainText('Counting.')
  await expect(transcript(again)).toContainText('Counted.')
  const earlier = await openOutput(card(again, 'sh count.sh', 'exit 0'))
  await expect(earlier.getByText('line 300', { exact: true })).toBeInViewport()
  await earlier.getByRole('button', { name: 'Show earlier lines' }).click()
  await expect(earlier.getByText('line 1', { exact: true })).toBeAttached()

  // And it goes on, with all of its history.
  openAi.script(say('Still here.'))
  await send(again, 'Are you there?')
  await expect(transcript(again)).toContainText('Still here.')
  expect(openAi.chats.at(-1)?.body?.messages).toHaveLength(6)
})

test('quitting ends what runs, and its cards say so after the next start (S-340, S-342, S-344)', async ({
  ready,
  launch,
}) => {
  const { page, folders } = ready
  const [front, back] = [`vigil-front-${randomUUID()}`, `vigil-back-${randomUUID()}`]
  writeScript(folders, 'wait.sh', FOREVER)
  const behind = await run(page, `sh wait.sh ${back}`, `sh wait.sh ${back}`)
  await behind.getByRole('button', { name: /^Move/ }).click()
  await expect(behind).toContainText('Running in background')
  await startChat(page)
  const ahead = await run(page, `sh wait.sh ${front}`, `sh wait.sh ${front}`)
  await expect(ahead).toContainText('up')
  await ready.quit()
  expect(processesWith(front)).toEqual([])
  expect(processesWith(back)).toEqual([])

  const again = (await launch()).page
  await expect(card(again, `sh wait.sh ${front}`, 'Cancelled')).toContainText('Ended together with Vigil.')
  await expect(transcript(again)).toContainText('Vigil ended while the agent was working.')
  await expect(jobs(again)).toContainText('Nothing runs in the background.')
  await sidebar(again)
    .getByRole('button', { name: new RegExp(back) })
    .click()
  const lost = card(again, `sh wait.sh ${back}`, 'Cancelled')
  await expect(lost).toContainText('Ended together with Vigil.')
  await expect((await openOutput(lost)).getByText('up')).toBeVisible()
})

test('killed right after a message was sent: it is there and can be answered (A-139)', async ({
  connected,
  openAi,
  launch,
}) => {
  openAi.script({ blocks: [], faults: { firstEventAfterMs: 60_000 } })
  await send(connected.page, 'Anybody there?')
  await expect.poll(() => openAi.open).toBe(1)
  await connected.kill()

  const { page } = await launch()
  await expect(transcript(page)).toContainText('Anybody there?')
  openAi.script(say('Yes.'))
  await transcript(page).getByRole('button', { name: 'Retry' }).click()
  await expect(transcript(page)).toContainText('Yes.')
  expect(openAi.chats.at(-1)?.body?.messages).toHaveLength(2)
})

test('killed in the very moment of sending: the chat opens and works (A-139)', async ({ ready, launch }) => {
  await composer(ready.page).fill('touch first')
  await composer(ready.page).press('Enter')
  await ready.kill()

  const { page } = await launch()
  // Whether the message made it or not, nothing of it runs and the chat goes on.
  await run(page, 'touch second', 'touch second')
  await expect(card(page, 'touch second', 'exit 0')).toBeVisible()
  expect(existsSync(join(ready.folders.workspace, 'first'))).toBe(false)
})

test('killed while an answer streams: only that answer is lost, and Retry asks again (S-346, A-139)', async ({
  connected,
  openAi,
  launch,
}) => {
  const { page } = connected
  openAi.script(say('First answer.'))
  await send(page, 'One')
  await expect(transcript(page)).toContainText('First answer.')
  openAi.script({
    blocks: [{ text: 'An answer that is cut by the end of it all.' }],
    faults: { stallAfterEvents: 4 },
  })
  await send(page, 'Two')
  await expect(transcript(page)).toContainText('An answer that')
  await connected.kill()

  const again = (await launch()).page
  await expect(transcript(again)).toContainText('First answer.')
  await expect(transcript(again)).toContainText('Two')
  await expect(transcript(again)).toContainText('Vigil ended while the agent was working.')
  openAi.script(say('Second answer.'))
  await transcript(again).getByRole('button', { name: 'Retry' }).click()
  await expect(transcript(again)).toContainText('Second answer.')
})

test('killed while a command waits for approval: it is cancelled, never ran, and the next message works (S-309, S-317)', async ({
  ready,
  launch,
}) => {
  await send(ready.page, 'touch never')
  await expect(card(ready.page, 'touch never', 'Needs approval')).toBeVisible()
  await ready.kill()

  const { page, folders } = await launch()
  const never = card(page, 'touch never', 'Cancelled')
  await expect(never).toContainText('Never started: Vigil ended first.')
  await expect(never.getByRole('button')).toHaveCount(0)
  await expect(transcript(page)).not.toContainText('ended together with Vigil')
  await run(page, 'touch after', 'touch after')
  await expect(card(page, 'touch after', 'exit 0')).toBeVisible()
  expect(existsSync(join(folders.workspace, 'never'))).toBe(false)
})

test('killed while commands run: the awaited one is interrupted, the other cancelled, the agent is told (S-317, S-347, S-349)', async ({
  connected,
  openAi,
  launch,
}) => {
  const { page, folders } = connected
  // They end by themselves once the app is gone, so that nothing is left of this test.
  writeScript(folders, 'wait.sh', ['echo up', 'while :; do echo still; sleep 0.2; done'])
  const [front, back] = [`vigil-front-${randomUUID()}`, `vigil-back-${randomUUID()}`]
  const shell = (command: string) => callTools([{ tool: 'shell', args: { command } }])
  openAi.script(shell(`sh wait.sh ${back}`), shell(`sh wait.sh ${front}`))
  await send(page, 'Start both')
  const behind = card(page, `sh wait.sh ${back}`)
  await approve(behind)
  await behind.getByRole('button', { name: /^Move/ }).click()
  const ahead = card(page, `sh wait.sh ${front}`)
  await approve(ahead)
  await expect(ahead).toContainText('still')
  await connected.kill()

  const again = (await launch()).page
  await expect(card(again, `sh wait.sh ${front}`, 'Interrupted')).toContainText(
    'Vigil ended unexpectedly while this ran.',
  )
  await expect(card(again, `sh wait.sh ${back}`, 'Cancelled')).toContainText('Ended together with Vigil.')
  await expect(transcript(again)).toContainText('2 commands ended together with Vigil')
  await expect((await openOutput(card(again, `sh wait.sh ${front}`))).getByText('up')).toBeAttached()

  openAi.script(say('I know.'))
  await send(again, 'What happened?')
  await expect(transcript(again)).toContainText('I know.')
  const told = JSON.stringify(openAi.chats.at(-1)?.body?.messages)
  // The result of the call that was cut off, with what the command had printed.
  expect(told).toMatch(/Status: ended together with the Vigil window.{0,80}Output:.{0,4}up/)
  expect(told).toContain('The command was interrupted')
  expect(told).toContain('The command ended together with the Vigil window')
  await expect(composer(again)).toBeVisible()
})
