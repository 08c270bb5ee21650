import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './app.fixture'
import { card, run, startChat, writeReadySettings } from './person'

const GARBAGE = 'This was a database once.\n'.repeat(400)

test('a database that cannot be read is kept, named in a banner, and the app works with an empty one (issue 2, A-141)', async ({
  launch,
  folders,
}) => {
  writeReadySettings(folders)
  const first = await launch()
  await startChat(first.page)
  await run(first.page, 'touch a', 'touch a')
  await expect(card(first.page, 'touch a', 'exit 0')).toBeVisible()
  await first.quit()
  writeFileSync(join(folders.data, 'vigil.db'), GARBAGE)

  const vigil = await launch()
  const { page } = vigil
  const banner = page.getByRole('status').filter({ hasText: 'The database could not be read' })
  await expect(banner).toContainText('nothing was deleted')
  const kept = readdirSync(folders.data).filter((name) => name.startsWith('vigil.db.'))
  expect(kept).toHaveLength(1)
  await expect(banner).toContainText(join(folders.data, kept[0] ?? ''))
  expect(readFileSync(join(folders.data, kept[0] ?? ''), 'utf8')).toBe(GARBAGE)
  await vigil.screenshot('banner-database')

  await startChat(page)
  await run(page, 'touch b', 'touch b')
  await expect(card(page, 'touch b', 'exit 0')).toBeVisible()
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toHaveCount(0)
  await vigil.quit()

  // It is told once; what came after is there.
  const { page: again } = await launch()
  await expect(card(again, 'touch b', 'exit 0')).toBeVisible()
  await expect(again.getByText('The database could not be read')).toHaveCount(0)
})

test('settings that cannot be read are kept, named in a banner, and the first run comes again', async ({
  launch,
  folders,
}) => {
  writeFileSync(join(folders.data, 'settings.json'), '{"firstRunDone": true, "theme": "dark"')
  const { page } = await launch()
  const banner = page.getByRole('status').filter({ hasText: 'The settings could not be read' })
  const kept = readdirSync(folders.data).filter((name) => name.startsWith('settings.json.broken-'))
  expect(kept).toHaveLength(1)
  await expect(banner).toContainText(join(folders.data, kept[0] ?? ''))
  await expect(page.getByRole('heading', { name: 'Choose what runs your chats' })).toBeVisible()
})
