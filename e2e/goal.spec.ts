import { expect } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import { test } from './model-server.fixture'
import { send, transcript } from './person'

test('a goal makes the agent go on until it holds, and ends with the person’s word (S-253)', async ({
  connected,
  openAi,
}) => {
  const { page } = connected
  const answered = (count: number) => expect.poll(() => openAi.chats.length).toBe(count)
  openAi.script(
    say('One test still fails.'),
    callTools([{ tool: 'goal', args: { action: 'done', reason: 'All 42 tests pass.' } }]),
    say('That was the last one.'),
  )
  await send(page, '/goal all tests pass')
  await expect(transcript(page)).toContainText('Goal set: all tests pass')
  await expect(transcript(page)).toContainText('Goal reached: all tests pass · All 42 tests pass.')
  await expect(transcript(page)).toContainText('That was the last one.')
  await answered(3)
  expect(JSON.stringify(openAi.chats.at(-1)?.body?.messages)).toContain('[Goal, turn 2 of 25')
  await expect(page.getByRole('button', { name: /^Goal, turns/ })).toHaveCount(0)

  openAi.script(
    callTools([{ tool: 'shell', args: { command: 'tail -f /dev/null', timeout: 1000 } }]),
    say('It sleeps.'),
  )
  await send(page, '/goal the long check has passed')
  await expect(transcript(page)).toContainText('It sleeps.')
  await page.getByRole('button', { name: 'Goal, turns 1 of 25' }).click()
  const menu = page.getByRole('dialog', { name: 'Goal of this chat' })
  await expect(menu).toContainText('the long check has passed')
  await connected.screenshot('goal-menu')
  await menu.getByRole('button', { name: 'End goal' }).click()
  await expect(transcript(page)).toContainText('Goal ended: the long check has passed')
  await expect(menu).toHaveCount(0)
  await send(page, '/goal')
  await expect(transcript(page)).toContainText('There is no goal.')
  await answered(5)
  expect(connected.pageErrors).toEqual([])
})
