import { expect } from '@playwright/test'
import { test } from './app.fixture'
import { card, openOutput, run, writeReadySettings, writeScript } from './person'

test('a command gets nothing of the app: no open files, no sockets, no variables, and its Node is none of the app (B-031, B-034, B-036, B-237, P-029)', async ({
  launch,
  folders,
}) => {
  writeReadySettings(folders)
  const { page } = await launch({
    env: { OPENAI_API_KEY: 'sk-secret-e2e', NODE_OPTIONS: '--no-deprecation', APPIMAGE: '/opt/vigil' },
  })
  writeScript(folders, 'look.sh', [
    // Its own: the null device, the pipe for its output, the script, and the list.
    'ls -l /proc/$$/fd > seen',
    'sed -n "s/.* -> //p" seen | grep -v -e /dev/null -e look.sh -e /seen -e /runtime/run- | sed "s/^/open: /"',
    'env | grep -E "^(ELECTRON|NODE_|APPIMAGE|OPENAI|VIGIL|CHROME)" | sort | cut -c1-40',
    'echo named > /dev/stdout',
    // What starts itself again must not open a second window of the app.
    `node -p "process.versions.electron + ' ' + require('child_process').spawnSync(process.execPath, ['-p', '1 + 1']).stdout"`,
    'echo end',
  ])
  await page.getByRole('navigation').getByRole('button', { name: 'New chat' }).click()
  await run(page, 'sh look.sh', 'sh look.sh')
  await expect(card(page, 'sh look.sh', 'exit 0')).toBeVisible()
  const lines = await openOutput(card(page, 'sh look.sh'))
  await expect(lines.getByText('end', { exact: true })).toBeVisible()
  const printed = await lines.locator('.ln').allTextContents()
  expect(printed.filter((line) => line !== '')).toEqual(['VIGIL_SHELL=shell', 'named', 'undefined 2', 'end'])
})
