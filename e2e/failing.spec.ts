import { rmSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from './app.fixture'
import { card, coloursOf, outputOf, run, send, transcript, writeScript } from './person'

test('a failing command is red, shows its exit code and its last line, and stops Runbook (S-069, S-079)', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'check.sh', ['echo checking', 'echo "2 problems found" >&2', 'exit 3'])
  await send(page, '```sh\nsh check.sh\n```\n\n```sh\nsh never.sh\n```')
  await card(page, 'sh check.sh').getByRole('button', { name: 'Approve Y' }).click()
  const failed = card(page, 'sh check.sh', 'exit 3')
  await expect(failed).toBeVisible()
  await expect(failed.getByRole('img', { name: 'Failed' })).toBeVisible()
  const code = await coloursOf(failed.getByText('exit 3', { exact: true }), '--err')
  expect(code.text).toBe(code.token)
  // Its last line can be read without opening anything.
  await expect(failed.getByText('2 problems found')).toBeVisible()
  await expect(outputOf(failed)).toHaveCount(0)
  await expect(transcript(page)).toContainText('Stopped: command 1 of 2 failed with exit code 3.')
  await expect(card(page, 'sh never.sh')).toHaveCount(0)
})

test('text that looks like an error does not make a failure (S-079)', async ({ ready }) => {
  const { page, folders } = ready
  writeScript(folders, 'noise.sh', ['echo "FATAL: error: command failed with exit code 1" >&2'])
  await run(page, 'sh noise.sh', 'sh noise.sh')
  await expect(card(page, 'sh noise.sh', 'exit 0')).toBeVisible()
})

test('a command ended by a signal names it (S-082)', async ({ ready }) => {
  const { page } = ready
  const crash = await run(page, 'kill -SEGV $$', 'kill')
  await expect(crash.getByText('exit 139, SIGSEGV', { exact: true })).toBeVisible()
})

test('a working folder that is gone gives its own message and nothing runs (S-092)', async ({ ready }) => {
  const { page, folders } = ready
  rmSync(folders.workspace, { recursive: true })
  await send(page, 'touch somewhere')
  // Nothing is asked: there is nothing that could run.
  const refused = card(page, 'touch somewhere', 'Could not start')
  await expect(refused).toContainText('Working directory does not exist')
  await expect(transcript(page)).toContainText('The command was not run: Working directory does not exist')
})
