import { expect, type Page } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import { lastMessage, test } from './model-server.fixture'
import { send, sidebar, transcript } from './person'

const question = (page: Page, text: string) => page.getByRole('article', { name: `Question: ${text}` })
const ask = (args: object) => callTools([{ tool: 'ask_user', args }])

test('the agent asks: answered by a digit key, in other words with several options, and skipped (A-094)', async ({
  connected,
  openAi,
}) => {
  const { page } = connected
  openAi.script(
    ask({
      question: 'Where should the quote be cached?',
      options: [
        { label: 'In memory, per cart', description: 'Simple; lost on reload' },
        { label: 'Session storage', description: 'Survives reload, one tab' },
        { label: 'Server side', description: 'Needs a migration' },
      ],
    }),
    ask({ question: 'Which checks?', options: [{ label: 'Lint' }, { label: 'Types' }], multiple: true }),
    ask({ question: 'Anything else?' }),
    say('I know enough.'),
  )
  await send(page, 'Cache the quote')

  const where = question(page, 'Where should the quote be cached?')
  await expect(where).toContainText('Needs an answer')
  await expect(sidebar(page).getByRole('button', { name: /^Needs an answer Cache the quote/ })).toBeVisible()
  await expect(where.getByRole('button', { name: 'Answer' })).toBeDisabled()
  await page.keyboard.press('Control+Shift+A')
  await expect(where).toBeFocused()
  await page.keyboard.press('2')
  await expect(where.getByRole('radio', { name: /Session storage/ })).toBeChecked()
  await connected.screenshot('question')
  await page.keyboard.press('Enter')

  const checks = question(page, 'Which checks?')
  await expect(where).toContainText('Session storage')
  expect(await where.getByRole('radio').count()).toBe(0)
  await checks.getByRole('checkbox', { name: /Lint/ }).click()
  await checks.getByRole('checkbox', { name: /Types/ }).click()
  await checks.getByRole('textbox', { name: 'Other answer' }).fill('and a spell check')
  await connected.screenshot('question-several')
  await checks.getByRole('button', { name: 'Answer' }).click()

  const rest = question(page, 'Anything else?')
  await rest.getByRole('button', { name: 'Skip' }).click()
  await expect(transcript(page)).toContainText('I know enough.')
  await expect(rest).toContainText('Skipped')
  await expect(checks).toContainText('Lint; Types; and a spell check')
  expect(lastMessage(openAi.chats[1])).toBe('The user picked: Session storage')
  expect(lastMessage(openAi.chats[2])).toBe('The user picked: Lint; Types\nThe user says: and a spell check')
  expect(lastMessage(openAi.chats[3])).toContain('The user skipped the question.')
  await connected.screenshot('question-answered')
})
