import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { callTools, type FakeModelServer, say } from '../src/core/testing/fake-model-server'
import type { AppFolders, VigilApp } from './app.fixture'
import { ANTHROPIC_KEY, test } from './model-server.fixture'
import {
  approve,
  card,
  send,
  sidebar,
  startChat,
  transcript,
  writeReadySettings,
  writeScript,
} from './person'

/** Files below a folder that contain the text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesWith(path, text)
    return entry.isFile() && readFileSync(path).includes(text) ? [path] : []
  })
}

/** An answer with two calls, then one that sums up. */
function scriptTwoCommands(server: FakeModelServer): void {
  const shell = (command: string) => ({ tool: 'shell', args: { command } })
  server.script(
    callTools([shell('sh one.sh'), shell('sh two.sh')], 'I will run both scripts.'),
    say('The first one works, **the second** fails with code 2.'),
  )
}

async function runTwoCommands(page: Page, folders: AppFolders): Promise<void> {
  writeScript(folders, 'one.sh', ['echo first'])
  writeScript(folders, 'two.sh', ['echo second', 'exit 2'])
  await send(page, 'Run both scripts')
  await expect(transcript(page)).toContainText('I will run both scripts.')
  await approve(card(page, 'sh one.sh'))
  await expect(card(page, 'sh one.sh', 'exit 0')).toBeVisible()
  await approve(card(page, 'sh two.sh'))
  await expect(card(page, 'sh two.sh', 'exit 2')).toBeVisible()
  await expect(transcript(page)).toContainText('The first one works, the second fails with code 2.')
  await expect(sidebar(page).getByRole('button', { name: /^Run both scripts/ })).toBeVisible()
}

async function connect(
  { page }: VigilApp,
  kind: string,
  fields: Record<'Name' | 'Address', string>,
  outcome: RegExp,
): Promise<void> {
  await page.getByRole('button', { name: 'Add connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'New connection' })
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: kind }).click()
  for (const [name, value] of Object.entries(fields)) {
    await dialog.getByRole('textbox', { name }).fill(value)
  }
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByRole('status')).toContainText(outcome)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('an OpenAI-compatible server, added on the first-run screen, runs two commands in one turn (A-153, S-101, S-102)', async ({
  vigil,
  openAi,
}) => {
  const { page, folders } = vigil
  await connect(
    vigil,
    'OpenAI-compatible server',
    { Name: 'Bench', Address: openAi.baseUrl },
    /^Connected in .* ms: 1 model\./,
  )
  await vigil.answerDialog(folders.workspace)
  await page.getByRole('main').getByRole('button', { name: 'Open folder' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Model: tiny-coder' })).toHaveCount(2)
  await expect(sidebar(page)).toContainText('Bench, 1 model')

  scriptTwoCommands(openAi)
  await runTwoCommands(page, folders)
  expect(openAi.chats).toHaveLength(2)
  expect(openAi.chats[1]?.body?.messages).toMatchObject([
    { role: 'system' },
    { role: 'user', content: 'Run both scripts' },
    { role: 'assistant', content: 'I will run both scripts.', tool_calls: [{}, {}] },
    { role: 'tool', content: 'Exit code: 0\nOutput:\nfirst\n' },
    { role: 'tool', content: 'Exit code: 2\nOutput:\nsecond\n' },
  ])
})

test('Anthropic, added in the settings with its address and a key from the environment, runs two commands in one turn (A-153, A-160)', async ({
  launch,
  anthropic,
  folders,
}) => {
  writeReadySettings(folders)
  const vigil = await launch({ env: { ANTHROPIC_API_KEY: ANTHROPIC_KEY } })
  const { page } = vigil
  await page.getByRole('button', { name: 'Settings' }).click()
  await connect(
    vigil,
    'Anthropic',
    { Name: 'Claude here', Address: anthropic.baseUrl },
    /^Connected in .* ms: 1 model\./,
  )
  const settings = page.getByRole('main', { name: 'Settings' })
  await expect(settings).toContainText('API key from ANTHROPIC_API_KEY')
  await expect(settings).toContainText('Connected, 1 model')

  await startChat(page)
  await page.getByRole('main').getByRole('button', { name: 'Model: Runbook' }).first().click()
  await page.getByRole('menuitemradio', { name: /^claude-e2e/ }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Model: claude-e2e' })).toHaveCount(2)

  scriptTwoCommands(anthropic)
  await runTwoCommands(page, folders)
  expect(anthropic.chats[1]?.body?.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: [{ type: 'text' }, { type: 'tool_use' }, { type: 'tool_use' }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', content: 'Exit code: 0\nOutput:\nfirst\n' },
        { type: 'tool_result', content: 'Exit code: 2\nOutput:\nsecond\n' },
      ],
    },
  ])
  // The key is neither on the screen nor in a file of the app.
  await expect(page.locator('body')).not.toContainText(ANTHROPIC_KEY)
  await vigil.quit()
  expect(filesWith(folders.data, ANTHROPIC_KEY)).toEqual([])
})
