import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './app.fixture'
import {
  approve,
  card,
  composer,
  openOutput,
  outputOf,
  send,
  sidebar,
  startWithRunbook,
  topOf,
  transcript,
  writeScript,
} from './person'

test('first run: Runbook, a folder, a command approved, its output and exit code (S-008, S-009, S-069, S-149, S-153, S-154)', async ({
  vigil,
}) => {
  const { page, folders } = vigil
  writeScript(folders, 'count.sh', ['n=0', 'while [ $n -lt 500 ]; do n=$((n+1)); echo "line $n"; done'])
  await expect(page.getByRole('heading', { name: 'Choose what runs your chats' })).toBeVisible()
  await startWithRunbook(vigil)
  await expect(page.getByText('New chat in workspace')).toBeVisible()

  await send(page, 'sh count.sh')
  const count = card(page, 'sh count.sh')
  await expect(card(page, 'sh count.sh', 'Needs approval')).toBeVisible()
  await expect(count).toContainText('may change something: sh count.sh')
  await expect(count.getByRole('button', { name: 'Command Output' })).toHaveCount(0)
  await approve(count)
  await expect(card(page, 'sh count.sh', 'exit 0')).toBeVisible()
  await expect(transcript(page)).toContainText('Done: the command ended with exit code 0.')

  // Folded at first, then open at its end.
  await expect(outputOf(count)).toHaveCount(0)
  const lines = await openOutput(count)
  await expect(lines.getByText('line 500', { exact: true })).toBeInViewport()
  await expect(lines.getByText('line 300', { exact: true })).toHaveCount(0)
  await expect(count).toContainText('500 lines')

  // Earlier lines come on request, and what was read stays where it was.
  const earlier = lines.getByRole('button', { name: 'Show earlier lines' })
  await earlier.scrollIntoViewIfNeeded()
  const first = lines.getByText('line 301', { exact: true })
  const place = await topOf(first)
  await earlier.click()
  await expect(lines.getByText('line 300', { exact: true })).toBeAttached()
  expect(await topOf(first)).toBeCloseTo(place, 0)

  // The chat is named after its message.
  await expect(sidebar(page).getByRole('button', { name: /^sh count\.sh/ })).toBeVisible()
  expect(vigil.pageErrors).toEqual([])
})

test('first run: a Markdown file becomes a message, and its shell blocks run one after another until one fails', async ({
  vigil,
}) => {
  const { page, folders } = vigil
  const file = join(folders.home, 'release.md')
  writeFileSync(
    file,
    '# Release\n\nFirst the version:\n\n```sh\ntouch version\n```\n\n```text\nnot a command\n```\n\n```sh\nls missing\n```\n\n```sh\ntouch late\n```\n',
  )
  await vigil.answerDialog(file)
  await page.getByRole('button', { name: 'Open a Markdown file' }).click()
  // The person sees what would run before anything does.
  await expect(composer(page)).toHaveValue(/^# Release/)
  await composer(page).press('Enter')
  await expect(transcript(page)).toContainText('Running 3 commands, one after another, until one fails.')
  await approve(card(page, 'touch version'))
  await expect(card(page, 'touch version', 'exit 0')).toBeVisible()
  await expect(card(page, 'ls missing', 'exit 2')).toBeVisible()
  await expect(transcript(page)).toContainText('Stopped: command 2 of 3 failed with exit code 2.')
  await expect(card(page, 'touch late')).toHaveCount(0)
  await expect(sidebar(page).getByRole('button', { name: /^Release/ })).toBeVisible()
})
