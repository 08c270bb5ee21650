import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import { test } from './model-server.fixture'
import { send, transcript } from './person'

const asked = (page: Page, name: string, state: string) =>
  page.getByRole('article', { name: `${name}, ${state}` })

test('a note is read before it is kept, is listed by /memory, changed in the settings and told to the next chat (A-143, A-148, A-150, A-151)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  const note = join(folders.workspace, '.vigil', 'memories', 'tests.md')
  openAi.script(
    callTools([
      {
        tool: 'memory',
        args: { scope: 'workspace', path: 'tests', content: 'Run make check.\nTOKEN=abc123def' },
      },
    ]),
    say('I will remember it.'),
  )
  await send(page, 'Remember how we test')
  const card = asked(page, 'tests.md, This workspace', 'Needs approval')
  await expect(card).toContainText('TOKEN=[secret removed]')
  expect(existsSync(note)).toBe(false)
  await connected.screenshot('memory-card')
  await card.focus()
  await page.keyboard.press('y')
  await expect(transcript(page)).toContainText('I will remember it.')
  expect(readFileSync(note, 'utf8')).toBe('Run make check.\nTOKEN=[secret removed]')

  await send(page, '/memory')
  await expect(transcript(page)).toContainText('tests.md · This workspace, 2 lines')
  await transcript(page).getByRole('button', { name: 'Open memory' }).click()
  await page.getByRole('button', { name: 'Edit tests.md' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Run make check-fast.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('Run make check-fast.')
  await connected.screenshot('memory-page')
  for (const add of await page.getByRole('button', { name: 'Add a note' }).all())
    expect((await add.boundingBox())?.width).toBeGreaterThan(200)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close settings' }).click()

  openAi.script(
    callTools([
      { tool: 'schedule', args: { action: 'create', text: 'Look at the nightly build', cron: '0 6 * * *' } },
    ]),
    say('Planned.'),
  )
  await send(page, 'Look at the build each morning')
  await expect(transcript(page)).toContainText('Planned.')
  expect(JSON.stringify(openAi.chats.at(-1)?.body?.messages)).toContain('> Run make check-fast.')
  // P-038
  const planned = page.getByRole('button', { name: '1 planned wake-up' })
  await planned.click()
  await expect(page.getByRole('dialog', { name: 'Planned wake-ups of this chat' })).toContainText('Next:')
  await connected.screenshot('schedule-menu')
  await page.getByRole('button', { name: 'Cancel: Look at the nightly build' }).click()
  await expect(planned).toHaveCount(0)
  expect(connected.pageErrors).toEqual([])
})
