import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { callTools, type FakeModelServer, type FakeRequest, say } from '../src/core/testing/fake-model-server'
import type { FakeStream } from '../src/core/testing/fake-model-wire'
import { lastMessage, test } from './model-server.fixture'
import { approve, card, jobs, send, transcript, writeScript } from './person'

/** Answers of the chat's agent and of its subagent, each in its own order; who asks is told by the instructions. */
function play(server: FakeModelServer, main: FakeStream[], subagent: FakeStream[]): void {
  server.otherwise((request) => (isSubagent(request) ? subagent : main).shift() ?? say('Nothing more.'))
}

function isSubagent({ body }: FakeRequest): boolean {
  return JSON.stringify(body?.messages ?? []).includes('# You are a subagent')
}

const subagent = (page: Page, name: string, state: string): Locator =>
  page.getByRole('article', { name: `Subagent ${name}, ${state}`, exact: true })

test('a subagent with a change and a background command asks in its chat, and reports when its result is there (S-355, S-356, S-321, A-038)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  writeScript(folders, 'build.sh', ['until [ -e go ]; do sleep 0.05; done', 'echo built'])
  const task = { name: 'Build the shop', task: 'Build it and tell what came out.', background: true }
  play(
    openAi,
    [callTools([{ tool: 'subagent', args: task }]), say('It is being built.'), say('The shop is built.')],
    [
      callTools([{ tool: 'write_file', args: { path: 'notes.txt', content: 'Build first.\n' } }]),
      callTools([{ tool: 'shell', args: { command: 'sh build.sh', timeout: 1000 } }]),
      say('It builds.'),
      say('Everything was built without errors.'),
    ],
  )
  await send(page, 'Build the shop')
  // Its questions stand in this chat, behind the subagent's name: what it would write, then what it would run.
  const working = subagent(page, task.name, 'Running in background')
  const change = working.getByRole('article', { name: /^notes\.txt, / })
  await expect(change).toContainText('Build first.')
  await expect(page.getByRole('button', { name: /^Needs approval Build the shop/ })).toBeVisible()
  await connected.screenshot('subagent-asks')
  await page.keyboard.press('Control+Shift+A')
  await expect(change).toBeFocused()
  await page.keyboard.press('y')
  await expect.poll(() => existsSync(join(folders.workspace, 'notes.txt'))).toBe(true)
  await approve(working.getByRole('article', { name: /^Command sh build\.sh/ }))
  await expect(working).toContainText('Running in background, 1 command')
  await expect(transcript(page)).toContainText('It is being built.')
  await expect(card(page, 'sh build.sh', 'Running in background')).toContainText('T1')
  await expect(page.getByText('Waiting: 1 subagent')).toBeVisible()

  // It is a job as well, beside its command.
  const row = jobs(page).getByRole('button', { name: 'Build the shop, this chat, Running', exact: true })
  await expect(row).toBeVisible()
  await expect(jobs(page).getByRole('heading')).toContainText('Background jobs')
  await connected.screenshot('subagent-job')

  // Folded and opened again; its command stays what it was.
  await working.getByRole('button', { name: 'Details' }).click()
  await expect(card(page, 'sh build.sh')).toHaveCount(0)
  await working.getByRole('button', { name: 'Details' }).click()
  await expect(card(page, 'sh build.sh', 'Running in background')).toBeVisible()

  writeFileSync(join(folders.workspace, 'go'), '')
  const done = subagent(page, task.name, 'Finished')
  await expect(done).toContainText('Everything was built without errors.')
  await expect(transcript(page)).toContainText('The shop is built.')
  await expect(row).toHaveCount(0)
  await expect(page.getByText('Waiting: 1 subagent')).toHaveCount(0)
  // The end of the command was told to the subagent, its report to the chat.
  const told = openAi.chats.map((request) => [isSubagent(request), lastMessage(request)] as const)
  expect(told.filter(([, text]) => text.includes('Background command ended')).map(([own]) => own)).toEqual([
    true,
  ])
  expect(told.filter(([, text]) => text.includes('[Subagent ended')).map(([own]) => own)).toEqual([false])

  // It stays open, as the person left it.
  await expect(done.getByRole('article', { name: 'Command sh build.sh, exit 0' })).toBeVisible()
})

test('Stop ends the subagent that the turn waits for, with its command; after a restart its card is the same (S-293, S-308)', async ({
  connected,
  openAi,
  launch,
}) => {
  const { page, folders } = connected
  writeScript(folders, 'endless.sh', ['sleep 600'])
  play(
    openAi,
    [callTools([{ tool: 'subagent', args: { name: 'Wait', task: 'Wait for it.' } }])],
    [callTools([{ tool: 'shell', args: { command: 'sh endless.sh', timeout: 60_000 } }])],
  )
  await send(page, 'Wait')
  const working = subagent(page, 'Wait', 'Running')
  await approve(working.getByRole('article', { name: /^Command sh endless\.sh/ }))
  await expect(card(page, 'sh endless.sh', 'Running')).toBeVisible()
  await page.getByRole('button', { name: 'Stop the turn' }).click()
  await expect(subagent(page, 'Wait', 'Stopped')).toBeVisible()
  await connected.quit()

  const again = await launch()
  const kept = subagent(again.page, 'Wait', 'Stopped')
  await kept.getByRole('button', { name: 'Details' }).click()
  await expect(kept.getByRole('article', { name: /^Command sh endless\.sh, Stopped/ })).toBeVisible()
})
