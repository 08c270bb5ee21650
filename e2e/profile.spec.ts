import { expect } from '@playwright/test'
import { test } from './app.fixture'
import { card, openOutput, run, startChat, writeReadySettings, writeScript } from './person'

test('a default profile whose shell is gone: the platform shell runs the command and the card says so (S-022)', async ({
  launch,
  folders,
}) => {
  const gone = { name: 'old zsh', path: '/opt/gone/bin/zsh', args: [], env: {}, source: 'user' }
  writeReadySettings(folders, { terminal: { defaultProfile: gone.name, profiles: [gone] } })
  const { page } = await launch()
  await startChat(page)
  await run(page, 'touch a', 'touch a')
  const done = card(page, 'touch a', 'exit 0')
  await expect(done).toContainText('The shell of profile old zsh is missing; bash was used.')

  await page.getByRole('button', { name: 'Settings' }).click()
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('button', { name: 'Terminal profile' })
    .click()
  await expect(page.getByRole('main')).toContainText(
    'The program of profile old zsh is not on disk, so bash (/bin/bash) is used.',
  )
})

test('Terminal: Select Default Profile changes the shell of the next command (S-014, S-018)', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'who.sh', ['readlink /proc/$PPID/exe'])
  await page.keyboard.press('Control+k')
  await page.keyboard.type('select default profile')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /^dash/ }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Two commands, so that the shell stays and can be asked about.
  await run(page, 'sh who.sh; true', 'sh who.sh; true')
  const lines = await openOutput(card(page, 'sh who.sh; true', 'exit 0'))
  await expect(lines).toContainText(/\/dash$/)
})
