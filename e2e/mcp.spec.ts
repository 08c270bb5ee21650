import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import { connectionSettings, lastMessage, test } from './model-server.fixture'
import { send, startChat, transcript, writeReadySettings } from './person'
import { processesWith } from './processes'
import { PROJECT } from './runtime'

test('a server of the workspace is trusted, called with approval, starts again after a crash, and ends with a killed app (A-035, A-096)', async ({
  folders,
  launch,
  openAi,
}) => {
  const script = join(PROJECT, 'src', 'core', 'mcp', 'fixtures', 'odd-server.mjs')
  // It ignores the end of its input, so that only the next runner can end it.
  const odd = { command: process.execPath, args: [script, 'stays', folders.workspace] }
  mkdirSync(join(folders.workspace, '.vigil'))
  writeFileSync(
    join(folders.workspace, '.vigil', 'mcp.json'),
    JSON.stringify({ mcpServers: { odd } }, null, 2),
  )
  writeReadySettings(folders, connectionSettings(openAi))
  const vigil = await launch()
  const { page } = vigil
  await startChat(page)

  await expect(
    page.getByText('This workspace names an MCP server that you have not trusted yet: odd'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText('Not trusted')).toBeVisible()
  await vigil.screenshot('mcp-untrusted')
  await page.getByRole('main').getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trust the server "odd"?' })
  await expect(dialog).toContainText(script)
  await vigil.screenshot('mcp-trust')
  await dialog.getByRole('button', { name: 'Trust and start' }).click()
  await expect(page.getByText('5 tools')).toBeVisible()
  await page.getByRole('button', { name: 'Close settings' }).click()

  openAi.script(
    callTools([{ tool: 'mcp__odd__greet', args: { who: 'Ada' } }]),
    say('Greeted.'),
    callTools([{ tool: 'mcp__odd__crash', args: {} }]),
    say('It crashed.'),
  )
  await send(page, 'Greet Ada')
  const greet = transcript(page).getByRole('article', { name: /^Call of greet of the MCP server odd/ })
  await expect(greet).toContainText('The server says that this tool only reads.')
  await expect(greet).toContainText('"who": "Ada"')
  await vigil.screenshot('mcp-asking')
  await greet.getByRole('button', { name: 'Always allow' }).click()
  await expect(transcript(page)).toContainText('Greeted.')
  expect(lastMessage(openAi.chats.at(-1))).toMatch(/^hello Ada from \d+$/)
  const [pid] = /\d+$/.exec(lastMessage(openAi.chats.at(-1))) ?? []

  await send(page, 'Crash it')
  const crash = transcript(page).getByRole('article', { name: /^Call of crash/ })
  await crash.getByRole('button', { name: 'Approve', exact: false }).first().click()
  await expect(transcript(page)).toContainText('It crashed.')
  await expect(crash).toContainText('Failed')

  await expect
    .poll(async () => {
      openAi.script(callTools([{ tool: 'mcp__odd__greet', args: { who: 'Bo' } }]), say('Greeted again.'))
      await send(page, 'Greet Bo')
      await expect(transcript(page).getByText('Greeted again.').last()).toBeVisible()
      return lastMessage(openAi.chats.at(-1))
    })
    .toMatch(/^hello Bo/)
  expect(lastMessage(openAi.chats.at(-1))).not.toContain(`from ${pid}`)
  await send(page, '/mcp')
  await expect(transcript(page)).toContainText('odd · 5 tools')
  await vigil.screenshot('mcp-answer')

  const server = Number(/\d+$/.exec(lastMessage(openAi.chats.at(-1)))?.[0])
  expect(processesWith(script)).toContain(server)
  await vigil.kill()
  const again = await launch()
  openAi.script(callTools([{ tool: 'shell', args: { command: 'ls' } }]), say('Listed.'))
  await send(again.page, 'List')
  await expect(transcript(again.page)).toContainText('Listed.')
  await expect.poll(() => processesWith(script).includes(server)).toBe(false)
})
