import { expect } from '@playwright/test'
import { test } from './app.fixture'
import { composer, run, writeScript } from './person'

test('running a command opens no terminal and takes neither the focus nor what a person types (S-001, S-005, S-006, S-007)', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'slow.sh', ['tty', 'sleep 2', 'echo over'])
  const finished = await run(page, 'sh slow.sh', 'sh slow.sh')
  await composer(page).focus()
  await composer(page).pressSequentially('typed while it runs', { delay: 20 })
  await expect(finished).toContainText(/exit \d/)
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('typed while it runs')
  await expect(page.getByRole('region', { name: 'Terminal', exact: true })).toHaveCount(0)
  await expect(page.locator('.xterm')).toHaveCount(0)
})
