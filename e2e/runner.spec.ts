import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test, type VigilApp } from './app.fixture'
import { card, run, send, sidebar, startChat, transcript, writeScript } from './person'
import { processesWith } from './processes'

const FOREVER = ['echo up', 'while :; do sleep 0.2; done']

/** The runner of an app: its child that runs the runner's program. */
function runnerOf(app: VigilApp): number {
  const own = app.electron.process().pid ?? 0
  const runners = processesWith('runner.cjs').filter((pid) => ancestorsOf(pid).includes(own))
  if (runners.length !== 1) throw new Error(`The app has ${runners.length} runners.`)
  return runners[0] ?? 0
}

function ancestorsOf(pid: number): number[] {
  const found: number[] = []
  for (let at = pid; at > 1; ) {
    at = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))?.[1] ?? 0)
    found.push(at)
  }
  return found
}

test('commands get no variable and no descriptor of the app, the runner or Chromium (B-031, B-032, B-036)', async ({
  launch,
  folders,
}) => {
  const vigil = await launch({ env: { NODE_OPTIONS: '', KEPT: 'mine' } })
  const { page } = vigil
  await page.getByRole('button', { name: 'Use Runbook' }).click()
  await vigil.answerDialog(folders.workspace)
  await page.getByRole('main').getByRole('button', { name: 'Open folder' }).click()
  writeScript(folders, 'leaks.sh', [
    'echo "electron variables: $(env | grep -c "^ELECTRON_")"',
    'echo "kept: $KEPT"',
    'bad=0',
    'for n in $(ls /proc/$$/fd); do',
    '  [ "$n" -gt 2 ] || continue',
    '  t=$(readlink /proc/$$/fd/$n) || continue',
    '  case $t in socket:*|anon_inode*|*ptmx*|*shm*|*.pak|*.bin|*.asar*|*.db*) bad=$((bad+1)); echo "leak $n $t";; esac',
    'done',
    'echo "leaks: $bad"',
  ])
  const leaks = await run(page, 'sh leaks.sh', 'sh leaks.sh')
  await expect(card(page, 'sh leaks.sh', 'exit 0')).toBeVisible()
  await leaks.getByRole('button', { name: 'Command Output' }).click()
  await expect(leaks).toContainText('electron variables: 0')
  await expect(leaks).toContainText('kept: mine')
  await expect(leaks).toContainText('leaks: 0')
})

test('killed with SIGKILL, the app leaves neither commands nor a runner (S-344, S-346, S-349, B-108)', async ({
  ready,
}) => {
  const { page, folders } = ready
  const marker = `vigil-marker-${randomUUID()}`
  writeScript(folders, 'deaf.sh', ["trap '' TERM HUP INT", `sh -c 'sleep 600' ${marker} &`, ...FOREVER])
  const name = `sh deaf.sh ${marker}`
  const tree = await run(page, name, name)
  await expect(tree).toContainText('up')
  const runner = runnerOf(ready)
  expect(processesWith(marker).length).toBeGreaterThan(0)
  await ready.kill()
  await expect.poll(() => processesWith(marker), { timeout: 15_000 }).toEqual([])
  await expect.poll(() => processesWith('runner.cjs').includes(runner), { timeout: 15_000 }).toBe(false)
})

test('killed together with its runner, the app finds at its next start what is left, ends it, and tells the agent (B-103, B-108, S-342, S-344, S-349)', async ({
  ready,
  launch,
}) => {
  const { page, folders } = ready
  const marker = `left-${randomUUID()}`
  writeScript(folders, 'wait.sh', FOREVER)
  writeScript(folders, 'child.sh', [`sh wait.sh child-${marker} &`, 'wait'])
  const [first, second] = [`sh wait.sh ${marker}`, `sh child.sh ${marker}`]
  await expect(await run(page, first, first)).toContainText('up')
  await startChat(page)
  await expect(await run(page, second, second)).toContainText('up')
  const runner = runnerOf(ready)
  process.kill(runner, 'SIGSTOP') // so that it cannot clean up between the two kills
  await ready.kill()
  process.kill(runner, 'SIGKILL')
  // Of the second command only a child is left, in the group of a shell that is gone.
  const ofSecond = processesWith('child.sh').filter((pid) => processesWith(marker).includes(pid))
  for (const pid of ofSecond) process.kill(pid, 'SIGKILL')
  expect(processesWith(`child-${marker}`)).toHaveLength(1)
  expect(processesWith(`wait.sh\0${marker}`).length).toBeGreaterThan(0)

  const again = (await launch()).page
  await expect.poll(() => processesWith(marker), { timeout: 20_000 }).toEqual([])
  await sidebar(again)
    .getByRole('button', { name: new RegExp(`wait\\.sh ${marker}`) })
    .click()
  await expect(card(again, `sh wait.sh ${marker}`, 'Interrupted')).toBeVisible()
  await expect(transcript(again)).toContainText('ended together with Vigil')
})

test('when the runner dies its command is interrupted, its tree ends, and the next command runs (S-239, S-278, S-347)', async ({
  ready,
}) => {
  const { page, folders } = ready
  const marker = `vigil-marker-${randomUUID()}`
  writeScript(folders, 'wait.sh', FOREVER)
  const name = `sh wait.sh ${marker}`
  const ahead = await run(page, name, name)
  await expect(ahead).toContainText('up')
  const first = runnerOf(ready)
  process.kill(first, 'SIGKILL')
  const lost = card(page, name, 'Interrupted')
  await expect(lost).toContainText('The process that ran this ended unexpectedly.')
  expect(processesWith(marker)).toEqual([])
  await expect(transcript(page)).toContainText('The command was interrupted before it finished.')
  // The chat goes on, with another runner.
  await send(page, 'echo again')
  await expect(card(page, 'echo again', 'exit 0')).toBeVisible()
  expect(runnerOf(ready)).not.toBe(first)
})
