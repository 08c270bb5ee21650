import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { appArguments, appEnvironment, test, type VigilApp } from './app.fixture'
import { writeReadySettings } from './person'
import { electronExecutable } from './runtime'

/** Asks the app as its page would. */
function ask({ page }: VigilApp, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(([name, input]) => Reflect.get(window, 'api').request(name, input), [name, input])
}

const boundsOf = ({ electron }: VigilApp) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())

test('a second start on the same data folder shows the first window and ends', async ({ vigil }) => {
  const { folders, electron } = vigil
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  const second = spawn(electronExecutable(), appArguments(folders), {
    env: appEnvironment(folders),
    stdio: 'ignore',
  })
  expect(await once(second, 'exit')).toEqual([0, null])
  const windows = await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  expect(windows).toBe(1)
})

test('the window comes back where it was', async ({ launch }) => {
  const place = { x: 60, y: 40, width: 900, height: 600 }
  const first = await launch()
  await first.electron.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    place,
  )
  // The display's own report of an earlier size may come in between: the place is compared, not what is read once.
  await expect.poll(() => boundsOf(first)).toEqual(place)
  await first.quit()
  const second = await launch()
  await expect.poll(() => boundsOf(second)).toEqual(place)
})

test('nobody but the owner can read what Vigil stores (S-140)', async ({ vigil }) => {
  const { data } = vigil.folders
  await ask(vigil, 'settings.update', { theme: 'dark' })
  const mode = (name: string) => statSync(join(data, name)).mode & 0o777
  expect(statSync(data).mode & 0o777).toBe(0o700)
  for (const entry of readdirSync(data, { withFileTypes: true })) {
    if (entry.isDirectory()) expect(mode(entry.name), entry.name).toBe(0o700)
  }
  expect(mode('settings.json')).toBe(0o600)
})

test('settings that cannot be read are kept aside and the app starts', async ({ launch, folders }) => {
  writeFileSync(join(folders.data, 'settings.json'), '{"theme": "dark"')
  const vigil = await launch()
  const reply = await ask(vigil, 'app.snapshot', {})
  expect(reply).toMatchObject({
    ok: true,
    value: { settings: { theme: 'system' }, banners: [{ type: 'settings-moved' }] },
  })
  const kept = readdirSync(folders.data).filter((name) => name.startsWith('settings.json.broken-'))
  expect(kept).toHaveLength(1)
})

for (const url of ['file:///etc/passwd', 'http://example.org/', 'javascript:alert(1)']) {
  test(`the page cannot make the app open ${url}`, async ({ vigil }) => {
    expect(await ask(vigil, 'link.open', { url })).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  })
}

test('the page cannot be led elsewhere', async ({ vigil }) => {
  const { page, electron } = vigil
  await page.evaluate(() => {
    location.href = 'https://example.org/'
  })
  const urls = await electron.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => contents.getURL()),
  )
  expect(urls).toEqual(['vigil://app/index.html'])
  expect(page.url()).toBe('vigil://app/index.html')
})

test('the switcher looks afresh for folders that are gone, each time it is opened', async ({
  launch,
  folders,
}) => {
  const other = join(folders.home, 'other')
  mkdirSync(other)
  writeReadySettings(folders, {
    workspaces: [
      { id: 'workspace_1', path: folders.workspace },
      { id: 'workspace_2', path: other },
    ],
  })
  const { page } = await launch()
  const switcher = page.getByRole('button', { name: 'Workspace: workspace' })
  const entry = page.getByRole('menuitem', { name: 'other' })
  await switcher.click()
  await expect(entry).toHaveText('other')
  await page.keyboard.press('Escape')
  rmdirSync(other)
  await switcher.click()
  await expect(entry).toContainText('Folder not found')
  await page.keyboard.press('Escape')
  mkdirSync(other)
  await switcher.click()
  await expect(entry).toHaveText('other')
})
