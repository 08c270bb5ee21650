import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import type { VigilApp } from './app.fixture'
import { connectionSettings, lastMessage, test } from './model-server.fixture'
import {
  approve,
  card,
  jobs,
  run,
  send,
  startChat,
  transcript,
  writeReadySettings,
  writeScript,
} from './person'
import { processesWith } from './processes'

const FOREVER = ['echo up', 'while :; do sleep 0.2; done']
const shell = (command: string) => callTools([{ tool: 'shell', args: { command } }])

const reload = ({ electron }: VigilApp) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())

/** What a script says in the page that the window has now; '' while there is none. */
function inPage({ electron }: VigilApp, script: string): Promise<string> {
  return electron.evaluate(({ BrowserWindow }, code) => {
    const said = BrowserWindow.getAllWindows()[0]
      ?.webContents.executeJavaScript(code)
      .catch(() => '')
    // A page that dies over it never answers.
    return Promise.race([said, new Promise((resolve) => setTimeout(() => resolve(''), 1000))])
  }, script) as Promise<string>
}

/** The process of the page; 0 while there is none, or it is being loaded. */
const pageProcess = ({ electron }: VigilApp): Promise<number> =>
  electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return contents && !contents.isCrashed() && !contents.isLoading() ? contents.getOSProcessId() : 0
  })

test('a reload ends what the window ran; the cards say Cancelled and the next message tells the agent (S-339…S-345)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  const marker = `vigil-${randomUUID()}`
  writeScript(folders, 'wait.sh', FOREVER)
  openAi.script(shell(`sh wait.sh ${marker}`), say('It runs.'))
  await send(page, 'Start it')
  const long = card(page, `sh wait.sh ${marker}`)
  await approve(long)
  await long.getByRole('button', { name: /^Move/ }).click()
  await expect(transcript(page)).toContainText('It runs.')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search commands, chats, jobs').fill('reload')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Its running servers and commands stop with it.')
  await question.getByRole('button', { name: 'Reload window' }).click()

  await expect(card(page, `sh wait.sh ${marker}`, 'Cancelled')).toBeVisible()
  await expect(jobs(page)).toContainText('Nothing runs in the background.')
  expect(processesWith(marker)).toEqual([])
  await expect(transcript(page)).toContainText('ended together with Vigil')
  expect(openAi.chats).toHaveLength(2)

  // It stays so after one more, and nobody was told twice.
  await reload(connected)
  await expect(card(page, `sh wait.sh ${marker}`, 'Cancelled')).toBeVisible()
  openAi.script(say('I see.'))
  await send(page, 'And now?')
  await expect(transcript(page)).toContainText('I see.')
  const told = JSON.stringify(openAi.chats[2]?.body)
  expect(told.split('The command ended together with the Vigil window')).toHaveLength(2)
  expect(lastMessage(openAi.chats[2])).toMatch(/And now\?$/)
})

test('a page whose process is killed comes back; what the agent waited for was interrupted (S-346…S-350)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  const [front, back] = [`vigil-front-${randomUUID()}`, `vigil-back-${randomUUID()}`]
  writeScript(folders, 'wait.sh', FOREVER)
  openAi.script(shell(`sh wait.sh ${back}`), shell(`sh wait.sh ${front}`))
  await send(page, 'Start both')
  const behind = card(page, `sh wait.sh ${back}`)
  await approve(behind)
  await behind.getByRole('button', { name: /^Move/ }).click()
  const ahead = card(page, `sh wait.sh ${front}`)
  await approve(ahead)
  await expect(ahead).toContainText('up')
  process.kill(await pageProcess(connected), 'SIGKILL')

  // The window is the same, but Playwright's page is gone with the process: what is there now is asked for by script.
  const look = (script: string) => inPage(connected, script)
  const text = () => look('document.body.innerText')
  await expect.poll(text).toContain('The window ended unexpectedly and was loaded again.')
  expect(await text()).toContain('2 commands ended with it; your next message tells the agent.')
  const labels = () =>
    look('[...document.querySelectorAll("article")].map((card) => card.ariaLabel).join("; ")')
  await expect.poll(labels).toContain(`${front}, Interrupted`)
  await expect.poll(labels).toContain(`${back}, Cancelled`)
  expect(processesWith(front)).toEqual([])
  expect(processesWith(back)).toEqual([])

  openAi.script(say('I know.'))
  await look(`(async () => {
    const { value } = await window.api.request('app.snapshot', {})
    await window.api.request('chat.send', { chatId: value.chats[0].id, text: 'What happened?' })
  })()`)
  await expect.poll(text).toContain('I know.')
  const told = JSON.stringify(openAi.chats.at(-1)?.body)
  expect(told).toContain('The command was interrupted')
  expect(told).toContain('The command ended together with the Vigil window')
  await look('document.querySelector(".banner button").click()')
  await expect.poll(text).not.toContain('The window ended unexpectedly')
})

test('jobs that belong to the app outlive a reload and a crash of the page; a signal ends them (B-230, B-236)', async ({
  launch,
  folders,
}) => {
  writeReadySettings(folders, { keepInTray: true })
  const vigil = await launch()
  const { page, electron } = vigil
  const marker = `job-${randomUUID()}`
  writeScript(folders, 'wait.sh', FOREVER)
  await startChat(page)
  const long = await run(page, `sh wait.sh ${marker}`, `sh wait.sh ${marker}`)
  await expect(long).toContainText('up')
  await reload(vigil)
  await expect(card(page, `sh wait.sh ${marker}`)).toContainText('Running')
  const processes = processesWith(marker)
  process.kill(await pageProcess(vigil), 'SIGKILL')
  const text = () => inPage(vigil, 'document.body.innerText')
  await expect.poll(text).toContain('The window ended unexpectedly and was loaded again.')
  expect(await text()).not.toContain('ended with it')
  await expect.poll(text).toContain('Running')
  expect(processesWith(marker)).toEqual(processes)
  const closed = electron.waitForEvent('close')
  electron.process().kill('SIGTERM')
  await closed
  expect(processesWith(marker)).toEqual([])
})

test('a run that nobody watches is loaded again three times, goes on by itself, and then fails (S-351…S-354)', async ({
  launch,
  folders,
  openAi,
}) => {
  writeReadySettings(folders, connectionSettings(openAi))
  const vigil = await launch({ args: ['--unattended'] })
  const { page, electron } = vigil
  await startChat(page)
  openAi.script({ blocks: [], faults: { firstEventAfterMs: 60_000 } }, say('I went on.'))
  await send(page, 'Work')
  await expect.poll(() => openAi.open).toBe(1)
  let last = 0
  const killPage = async () => {
    await expect.poll(async () => ![0, last].includes(await pageProcess(vigil))).toBe(true)
    last = await pageProcess(vigil)
    process.kill(last, 'SIGKILL')
  }
  await killPage()
  await expect.poll(() => openAi.chats.length).toBe(2)
  expect(lastMessage(openAi.chats[1])).toContain('The Vigil window ended unexpectedly and was loaded again.')
  await expect.poll(() => inPage(vigil, 'document.body.innerText')).toContain('I went on.')
  await killPage()
  await killPage()
  const exited = new Promise<number | null>((resolve) => electron.process().once('exit', resolve))
  await killPage()
  expect(await exited).toBe(1)
})

test('quitting with running jobs asks, lists them, and confirms their end (B-230, B-235, P-065)', async ({
  ready,
}) => {
  const { page, folders, electron } = ready
  const [stubborn, soft] = [`hard-${randomUUID()}`, `soft-${randomUUID()}`]
  writeScript(folders, 'soft.sh', ['sleep 600 & wait'])
  writeScript(folders, 'stubborn.sh', ["trap '' TERM", 'while :; do sleep 0.2; done'])
  for (const command of [`sh soft.sh ${soft}`, `sh stubborn.sh ${stubborn}`]) {
    const started = await run(page, command, command)
    await started.getByRole('button', { name: /^Move/ }).click()
    await expect(started).toContainText('Running in background')
    await startChat(page)
  }
  const quit = () => electron.evaluate(({ app }) => app.quit())
  const close = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  const question = page.getByRole('alertdialog')

  await close()
  await expect(question).toContainText('Quit while 2 jobs run?')
  await expect(question.getByRole('listitem')).toHaveCount(2)
  await connected(question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(processesWith(soft)).not.toEqual([])

  await quit()
  await quit()
  await expect(question).toContainText('Quit while 2 jobs run?')
  const closed = electron.waitForEvent('close')
  await question.getByRole('button', { name: 'Stop jobs and quit' }).click()
  await expect(question).toContainText('Stopping jobs')
  await closed
  expect(processesWith(soft)).toEqual([])
  expect(processesWith(stubborn)).toEqual([])

  async function connected(shown: typeof question): Promise<void> {
    await expect(shown.getByRole('button')).toHaveText(['Cancel', 'Minimize', 'Stop jobs and quit'])
    await expect(shown.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await ready.screenshot('quit-dialog')
  }
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} to the app ends its jobs without a question (B-230)`, async ({ ready }) => {
    const { page, folders, electron } = ready
    const marker = `vigil-${randomUUID()}`
    writeScript(folders, 'wait.sh', FOREVER)
    const long = await run(page, `sh wait.sh ${marker}`, `sh wait.sh ${marker}`)
    await expect(long).toContainText('up')
    const closed = electron.waitForEvent('close')
    electron.process().kill(signal)
    await closed
    expect(processesWith(marker)).toEqual([])
  })
}
