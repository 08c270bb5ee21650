import { expect, type Page } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import { test } from './model-server.fixture'
import {
  card,
  composer,
  send,
  sidebar,
  startChat,
  transcript,
  writeReadySettings,
  writeScript,
} from './person'

/** A key of a keyboard whose letters are Cyrillic: the place is the same, the letter is not. */
async function pressCyrillic(page: Page, code: 'KeyY' | 'KeyN', letter: string): Promise<void> {
  await page.evaluate(
    ([code, key]) => {
      const init = { code, key, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
    },
    [code, letter],
  )
}

test('a whole story with keys only: new chat, message, approve, output, sidebar, settings, palette (ui.md 5)', async ({
  launch,
  folders,
}) => {
  writeReadySettings(folders)
  writeScript(folders, 'print.sh', ['seq 40'])
  const { page } = await launch()
  await expect(page.getByRole('heading', { name: 'No chat is open' })).toBeVisible()
  await page.keyboard.press('Control+n')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('sh print.sh')
  await page.keyboard.press('Enter')
  await expect(card(page, 'sh print.sh', 'Needs approval')).toBeVisible()

  // The new question took nothing away; the key goes to it and Y answers.
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Control+Shift+a')
  await expect(card(page, 'sh print.sh')).toBeFocused()
  await page.keyboard.press('y')
  await expect(card(page, 'sh print.sh', 'exit 0')).toBeVisible()
  await expect(composer(page)).toBeFocused()

  // F6 goes round: the next regions are the transcript's main part again after the sidebar and the jobs.
  const regions: string[] = []
  for (let step = 0; step < 3; step++) {
    await page.keyboard.press('F6')
    regions.push(
      await page.evaluate(
        () => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') ?? '',
      ),
    )
  }
  expect([...regions].sort()).toEqual(['jobs', 'main', 'sidebar'])
  await page.keyboard.press('Shift+F6')
  expect(
    await page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region')),
  ).toBe(regions[1])

  // Enter on the card opens its output, again closes it.
  await card(page, 'sh print.sh').focus()
  await page.keyboard.press('Enter')
  await expect(card(page, 'sh print.sh').getByText('40', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(card(page, 'sh print.sh').getByText('40', { exact: true })).toHaveCount(0)

  await page.keyboard.press('Control+b')
  await expect(sidebar(page)).toBeHidden()
  await page.keyboard.press('Control+b')
  await expect(sidebar(page)).toBeVisible()

  await page.keyboard.press('Control+,')
  await expect(page.getByRole('main', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Control+1')
  await expect(card(page, 'sh print.sh')).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search commands, chats, jobs')).toBeFocused()
  await page.keyboard.type('select default')
  await expect(page.getByRole('option', { name: 'Terminal: Select Default Profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Up in an empty field brings the last message back.
  await composer(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(composer(page)).toHaveValue('sh print.sh')
})

test('Y and N only act on the focused card, also on a Cyrillic keyboard (ui.md 5)', async ({ ready }) => {
  const { page } = ready
  await send(page, 'touch one')
  await expect(card(page, 'touch one', 'Needs approval')).toBeVisible()
  // Typed into the message they are letters.
  await page.keyboard.type('yn')
  await expect(composer(page)).toHaveValue('yn')
  await expect(card(page, 'touch one', 'Needs approval')).toBeVisible()
  await composer(page).fill('')

  await card(page, 'touch one').focus()
  await pressCyrillic(page, 'KeyN', 'т')
  await expect(card(page, 'touch one', 'Rejected')).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await send(page, 'touch two')
  await expect(card(page, 'touch two', 'Needs approval')).toBeVisible()
  await card(page, 'touch two').focus()
  await pressCyrillic(page, 'KeyY', 'н')
  await expect(card(page, 'touch two', 'exit 0')).toBeVisible()
})

test('Ctrl+. stops the turn and Ctrl+Shift+B moves the running command to the background (ui.md 5)', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'wait.sh', ['echo up', 'while :; do sleep 0.2; done'])
  await send(page, 'sh wait.sh')
  await expect(card(page, 'sh wait.sh', 'Needs approval')).toBeVisible()
  await page.keyboard.press('Control+Shift+a')
  await page.keyboard.press('y')
  await expect(card(page, 'sh wait.sh', 'Running')).toBeVisible()
  await page.keyboard.press('Control+Shift+b')
  await expect(card(page, 'sh wait.sh', 'Running in background')).toBeVisible()
  await page.keyboard.press('Control+.')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await expect(card(page, 'sh wait.sh', 'Running in background')).toBeVisible()

  // The job's row in the sidebar: Delete stops it.
  await page.getByRole('button', { name: 'sh wait.sh, this chat, Running in background' }).focus()
  await page.keyboard.press('Delete')
  await expect(card(page, 'sh wait.sh', 'Stopped')).toBeVisible()
})

test('an approval that appears never takes the focus, and Ctrl+Shift+A goes round all that wait (ui.md 6)', async ({
  connected,
  openAi,
}) => {
  const { page } = connected
  const ask = (command: string) => callTools([{ tool: 'shell', args: { command } }])
  // The second question comes while the person types the next message.
  openAi.script(ask('touch one'), { ...ask('touch two'), faults: { firstEventAfterMs: 500 } })
  openAi.otherwise(() => say('Done.'))
  await send(page, 'First')
  await expect(card(page, 'touch one', 'Needs approval')).toBeVisible()
  await startChat(page)
  await send(page, 'Second')
  await composer(page).fill('half a thou')
  await expect(card(page, 'touch two', 'Needs approval')).toBeVisible()
  await page.keyboard.type('ght')
  await expect(composer(page)).toHaveValue('half a thought')

  await page.keyboard.press('Control+Shift+a')
  await expect(card(page, 'touch two')).toBeFocused()
  // After its decision there is nothing else in this chat: the message field.
  await page.keyboard.press('n')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Control+Shift+a')
  await expect(card(page, 'touch one')).toBeFocused()
  await page.keyboard.press('y')
  await expect(card(page, 'touch one', 'exit 0')).toBeVisible()
  // What was being written is still there.
  // Its answer may have come while the other chat was shown: then its name begins with what is new.
  await sidebar(page)
    .getByRole('button', { name: /Second/ })
    .click()
  await expect(composer(page)).toHaveValue('half a thought')
  await expect(transcript(page)).toBeVisible()
})
