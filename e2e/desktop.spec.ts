import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { canStartBus, type FakeDesktop, startFakeDesktop } from '../src/main/testing/fake-desktop'
import { test as base, type VigilApp } from './app.fixture'
import {
  approve,
  card,
  composer,
  run,
  send,
  sidebar,
  startChat,
  writeReadySettings,
  writeScript,
} from './person'
import { processesWith } from './processes'

const FOREVER = ['echo up', 'while :; do sleep 0.2; done']
const UNTIL_TOLD = ['echo up', 'until [ -e go ]; do sleep 0.05; done', 'echo down']

const test = base.extend<{ bus: FakeDesktop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  bus: async ({}, use) => {
    const bus = await startFakeDesktop()
    await use(bus)
    await bus.dispose()
  },
})

const isShown = ({ electron }: VigilApp) =>
  electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    return window?.isVisible() === true && !window.isMinimized()
  })
const close = ({ electron }: VigilApp) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())

test.describe('with a desktop', () => {
  test.skip(!canStartBus(), 'There is no dbus-daemon to start a desktop with.')

  test('the tray shows what runs; jobs outlive the closed window and everything is there when it is back; Quit ends them (B-235, B-236)', async ({
    launch,
    folders,
    bus,
  }) => {
    const tray = await bus.addTray()
    writeReadySettings(folders, { keepInTray: true })
    const vigil = await launch({ env: { DBUS_SESSION_BUS_ADDRESS: bus.address } })
    const { page, electron } = vigil
    await expect.poll(() => tray.icons.length).toBe(1)
    await expect
      .poll(() => tray.menu())
      .toEqual([
        'Nothing is running',
        '---',
        'New chat',
        'Mute notifications for 1 hour',
        'Stop all background jobs',
        '---',
        'Open Vigil',
        'Quit Vigil',
      ])

    const marker = `job-${randomUUID()}`
    writeScript(folders, 'wait.sh', FOREVER)
    await startChat(page)
    const long = await run(page, `sh wait.sh ${marker}`, `sh wait.sh ${marker}`)
    await long.getByRole('button', { name: /^Move/ }).click()
    await expect(long).toContainText('Running in background')
    await startChat(page)
    await send(page, 'touch later')
    await expect(card(page, 'touch later', 'Needs approval')).toBeVisible()
    await expect
      .poll(async () => (await tray.menu()).slice(0, 3))
      .toEqual([
        '1 running, 1 chat needs approval',
        'Review: touch later',
        expect.stringMatching(/^sh wait\.sh job-.* \(under a minute\)$/),
      ])

    await close(vigil)
    await expect.poll(() => isShown(vigil)).toBe(false)
    expect(processesWith(marker)).not.toEqual([])
    await tray.choose((await tray.menu())[2] ?? '')
    await expect.poll(() => isShown(vigil)).toBe(true)
    // As if it had never closed: the same job, and the question still stands.
    await expect(card(page, `sh wait.sh ${marker}`)).toContainText('Running in background')
    await close(vigil)
    await expect.poll(() => isShown(vigil)).toBe(false)
    await tray.choose('Review: touch later')
    await approve(card(page, 'touch later'))
    await expect(card(page, 'touch later', 'exit 0')).toBeVisible()

    await close(vigil)
    await expect.poll(() => isShown(vigil)).toBe(false)
    await tray.choose('Quit Vigil')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Quit while 1 job runs?')
    await expect.poll(() => isShown(vigil)).toBe(true)
    await expect(question.getByRole('button')).toHaveText(['Cancel', 'Keep in tray', 'Stop jobs and quit'])
    await question.getByRole('button', { name: 'Keep in tray' }).click()
    await expect.poll(() => isShown(vigil)).toBe(false)
    expect(processesWith(marker)).not.toEqual([])
    await tray.choose('Quit Vigil')
    const closed = electron.waitForEvent('close')
    await question.getByRole('button', { name: 'Stop jobs and quit' }).click()
    await closed
    expect(processesWith(marker)).toEqual([])
  })

  test('the desktop is told once of what happens elsewhere, and a click opens the chat (S-329, B-263)', async ({
    launch,
    folders,
    bus,
  }) => {
    const service = await bus.addNotifications()
    writeReadySettings(folders)
    const vigil = await launch({ env: { DBUS_SESSION_BUS_ADDRESS: bus.address } })
    const { page } = vigil
    writeScript(folders, 'until.sh', UNTIL_TOLD)
    await startChat(page)
    const long = await run(page, 'sh until.sh', 'sh until.sh')
    await expect(long).toContainText('up')
    await startChat(page)
    await expect(composer(page)).toBeFocused()
    writeFileSync(join(folders.workspace, 'go'), '')
    await expect.poll(() => service.asked.length).toBe(1)
    expect(service.asked[0]).toMatchObject({ title: 'The agent has finished', body: 'sh until.sh' })
    await expect(card(page, 'sh until.sh')).toHaveCount(0)
    await expect(sidebar(page).getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible()
    service.click(service.asked[0]?.id ?? 0)
    await expect(card(page, 'sh until.sh', 'exit 0')).toBeVisible()
    await expect.poll(() => isShown(vigil)).toBe(true)
  })
})

test('without a notification service the bell tells, and nothing waits for one (B-232)', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'until.sh', UNTIL_TOLD)
  const long = await run(page, 'sh until.sh', 'sh until.sh')
  await expect(long).toContainText('up')
  await startChat(page)
  await send(page, 'touch other')
  await expect(card(page, 'touch other', 'Needs approval')).toBeVisible()
  await startChat(page)
  writeFileSync(join(folders.workspace, 'go'), '')
  const bell = sidebar(page).getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName(/^Notifications, \d new$/)
  // The app answers all the while.
  await composer(page).fill('still here')
  await bell.click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByRole('button', { name: /^The agent has finished.*sh until\.sh$/ })).toBeVisible()
  await expect(list).toContainText('This desktop does not show notifications, so they are listed here only.')
  await ready.screenshot('notifications')
  await list.getByRole('button', { name: /^The agent has finished/ }).click()
  await expect(card(page, 'sh until.sh', 'exit 0')).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
})

test('without a tray the window is minimized while jobs run, never hidden, and closes when nothing does (B-233)', async ({
  launch,
  folders,
}) => {
  writeReadySettings(folders, { keepInTray: true })
  const vigil = await launch()
  const { page, electron } = vigil
  writeScript(folders, 'until.sh', UNTIL_TOLD)
  await startChat(page)
  const long = await run(page, 'sh until.sh', 'sh until.sh')
  await expect(long).toContainText('up')
  await close(vigil)
  // Where no window manager runs it only stays as it is; it must never be hidden.
  const isHidden = () =>
    electron.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return !(window?.isVisible() || window?.isMinimized())
    })
  expect(await isHidden()).toBe(false)
  writeFileSync(join(folders.workspace, 'go'), '')
  await expect(card(page, 'sh until.sh', 'exit 0')).toBeVisible()
  const closed = electron.waitForEvent('close')
  await close(vigil)
  await closed
})
