import { expect } from '@playwright/test'
import { test } from './app.fixture'

test('the window opens with its title and its page prints no error', async ({ vigil }) => {
  const { page, electron } = vigil
  await expect(page.locator('#root > *').first()).toBeVisible()
  const title = await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())
  expect(title).toBe('Vigil')
  console.log(await vigil.timings())
  await vigil.screenshot('first-window')
  // Parts of the window scroll, never the window itself.
  const size = await page.evaluate(() => {
    const { clientWidth, scrollHeight } = document.documentElement
    return [clientWidth, scrollHeight]
  })
  expect(size).toEqual(await page.evaluate(() => [innerWidth, innerHeight]))
  expect(vigil.pageErrors).toEqual([])
})

test('the page has no Node, no way out and only the bridge', async ({ vigil }) => {
  const { page } = vigil
  const seen = await page.evaluate(() => ({
    require: typeof Reflect.get(window, 'require'),
    process: typeof Reflect.get(window, 'process'),
    api: Object.keys(Reflect.get(window, 'api')),
    url: location.href,
  }))
  expect(seen).toEqual({
    require: 'undefined',
    process: 'undefined',
    api: ['request', 'on'],
    url: 'vigil://app/index.html',
  })
  expect(await page.evaluate(() => window.open('https://example.org/'))).toBeNull()
  const reply = await page.evaluate(() => Reflect.get(window, 'api').request('shell.run', {}))
  expect(reply).toMatchObject({ ok: false, error: { code: 'bad-input' } })
})

test('a script from elsewhere or written into the page does not run', async ({ vigil }) => {
  const ran = await vigil.page.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
    return Reflect.get(window, 'ran') === true
  })
  expect(ran).toBe(false)
})
