import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import { test } from './model-server.fixture'
import { approve, card, composer, send, transcript, writeScript } from './person'

const SUM = 'export function sum(a, b) {\n  return a - b\n}\n'
const read = (path: string) => ({ tool: 'read_file', args: { path } })
const edit = (path: string, oldText: string, newText: string) => ({
  tool: 'edit_file',
  args: { path, edits: [{ old_text: oldText, new_text: newText }] },
})
/** The card of a change, by its file and, when given, its state in words. */
const change = (page: Page, path: string, state = '') =>
  page.getByRole('article', { name: new RegExp(`^${path}, ${state}`) })

test('a failing test is fixed: read, a change that is rejected, one that is approved, the tests run (A-019, A-035)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  const sum = join(folders.workspace, 'sum.js')
  writeFileSync(sum, SUM)
  writeScript(folders, 'test.sh', ['grep -q "a + b" sum.js && echo "1 passed"'])
  openAi.script(
    callTools(
      [
        read('sum.js'),
        read('test.sh'),
        { tool: 'search', args: { pattern: 'sum' } },
        { tool: 'search', args: { pattern: '(' } },
      ],
      'I will look at the test and at what it tests.',
    ),
    callTools([edit('sum.js', 'a - b', 'b - a')]),
    callTools([edit('sum.js', 'a - b', 'a + b')], 'Of course: a sum.'),
    callTools([{ tool: 'shell', args: { command: 'sh test.sh' } }]),
    say('The test passes again.'),
  )
  await send(page, 'Fix the failing test')

  // What only looked is one row.
  const looked = page.getByRole('article', { name: 'Read 2 files, searched 2' })
  await looked.getByRole('button', { name: 'Details' }).click()
  await expect(looked.getByRole('listitem')).toHaveText([
    'sum.jsall',
    'test.shall',
    '"sum"2 matches',
    /^"\("The search could not be made: /,
  ])

  // The change is shown before it is made, and by keyboard it is rejected with words.
  const asked = change(page, 'sum.js', 'Needs approval')
  const lines = asked.getByRole('group', { name: 'Changes of sum.js' })
  await expect(lines).toContainText('return a - b')
  await expect(lines).toContainText('return b - a')
  await expect(asked).toContainText('lines added: 1, removed: 1')
  expect(readFileSync(sum, 'utf8')).toBe(SUM)
  await asked.getByRole('button', { name: 'Reject with a message' }).click()
  await page.keyboard.type('add them')
  await page.keyboard.press('Enter')
  await expect(change(page, 'sum.js', 'Rejected')).toContainText('You told the agent: add them')
  await expect(transcript(page)).toContainText('Of course: a sum.')
  expect(readFileSync(sum, 'utf8')).toBe(SUM)

  await expect(asked.getByRole('group', { name: 'Changes of sum.js' })).toContainText('return a + b')
  await asked.focus()
  await page.keyboard.press('y')
  await expect(change(page, 'sum.js', 'Applied')).toContainText('+1')
  await expect(composer(page)).toBeFocused()
  expect(readFileSync(sum, 'utf8')).toBe(SUM.replace('a - b', 'a + b'))

  await approve(card(page, 'sh test.sh'))
  await expect(card(page, 'sh test.sh', 'exit 0')).toBeVisible()
  await expect(transcript(page)).toContainText('The test passes again.')

  // What is opened stays where it can be read, also while the conversation follows its end.
  const table = Array.from({ length: 90 }, (_, row) => `row ${row}`).join('\n')
  openAi.script(
    callTools([{ tool: 'write_file', args: { path: 'table.txt', content: table } }]),
    say(Array.from({ length: 12 }, (_, count) => `Remark ${count}.`).join('\n\n')),
  )
  await send(page, 'Write a table')
  await change(page, 'table.txt', 'Needs approval').focus()
  await page.keyboard.press('y')
  await expect(transcript(page)).toContainText('Remark 11.')
  const written = change(page, 'table.txt', 'Applied')
  await written.getByRole('button', { name: 'Changes' }).click()
  await expect(written.getByRole('group', { name: 'Changes of table.txt' })).toContainText('row 89')
  await expect(written.locator('.tool-head')).toBeInViewport({ ratio: 1 })
  expect(connected.pageErrors).toEqual([])
})
