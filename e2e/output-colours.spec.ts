import { expect, type Page } from '@playwright/test'
import { test, type VigilApp } from './app.fixture'
import { expectAccessible } from './axe'
import {
  card,
  coloursOf,
  openOutput,
  outputOf,
  run,
  sidebar,
  writeReadySettings,
  writeScript,
} from './person'

const SIZES = [
  [1280, 820],
  [900, 640],
] as const

async function shoot(vigil: VigilApp, name: string): Promise<void> {
  const { electron, page } = vigil
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of SIZES) {
      await page.emulateMedia({ colorScheme })
      await electron.evaluate(
        ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size[0], size[1]),
        [width, height] as const,
      )
      await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
      await vigil.screenshot(`${name}-${colorScheme}-${width}`)
    }
}

/** What a colourful build prints: base colours, the palette, true colours, badges, dim and struck text. */
const BUILD = [
  "e='\\033['",
  'printf "${e}2mvite v7.1.2 building for production...${e}0m\\n"',
  'printf "${e}32mok${e}0m 1842 modules transformed.\\n"',
  'printf "dist/assets/index-C4xQ.js   ${e}36m412.08 kB${e}0m\\n"',
  'printf "${e}33mwarn${e}0m chunk ${e}1mvendor${e}0m is larger than 500 kB\\n"',
  'printf "${e}1;31merror${e}0m ${e}4mTS2345${e}0m ${e}9mold${e}0m ${e}3mnew${e}0m\\n"',
  'printf "${e}7;32m PASS ${e}0m ${e}97;41m FAIL ${e}0m ${e}30;43m WAIT ${e}0m ${e}38;5;208morange${e}0m ${e}38;2;255;255;0myellow${e}0m\\n"',
  'for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do printf "${e}38;5;${i}m%3d${e}0m" $i; done; echo',
]

test('colours of a real command are shown, can be read, are found above and copied without codes (S-064, S-126, S-149…S-155)', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'build.sh', BUILD)
  const build = await run(page, 'sh build.sh', 'sh build.sh')
  const lines = await openOutput(build)
  const ok = lines.getByText('ok', { exact: true })
  await expect(ok).toBeVisible()
  for (const [text, token] of [
    ['ok', '--ansi-2'],
    ['412.08 kB', '--ansi-6'],
    ['warn', '--ansi-3'],
    ['error', '--ansi-1'],
  ] as const) {
    const colours = await coloursOf(lines.getByText(text, { exact: true }), token)
    expect(colours.text, text).toBe(colours.token)
  }
  await expect(lines.getByText('error', { exact: true })).toHaveCSS('font-weight', '600')
  await expect(lines.getByText('TS2345')).toHaveCSS('text-decoration-line', 'underline')
  await expect(lines.getByText('FAIL')).toHaveCSS('background-color', 'rgb(179, 40, 37)')
  await expect(lines).not.toContainText('[3')
  await shoot(ready, 'output-colours')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'coloured output, dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, 'coloured output, light')

  // What is found lies above the colours, also over the end of one.
  await lines.press('Control+f')
  await page.getByRole('textbox', { name: 'Find in output' }).fill('warn chunk')
  const mark = lines.locator('mark.cur')
  await expect(mark).toHaveText('warn chunk')
  const inside = mark.getByText('warn', { exact: true })
  expect(await inside.evaluate((span) => getComputedStyle(span).color)).toBe(
    await mark.evaluate((element) => getComputedStyle(element).color),
  )
  await shoot(ready, 'output-colours-find')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  const copied = await ready.electron.evaluate(({ clipboard }) => clipboard.readText())
  expect(copied.split('\n').slice(0, 3)).toEqual([
    'vite v7.1.2 building for production...',
    'ok 1842 modules transformed.',
    'dist/assets/index-C4xQ.js   412.08 kB',
  ])
  expect(copied).not.toContain('\u001b')

  // The colours are kept with the output: they are there again after a reload.
  await page.reload()
  await openOutput(card(page, 'sh build.sh'))
  const again = await coloursOf(
    outputOf(card(page, 'sh build.sh')).getByText('ok', { exact: true }),
    '--ansi-2',
  )
  expect(again.text).toBe(again.token)
  expect(ready.pageErrors).toEqual([])
})

const newChat = (page: Page) =>
  sidebar(page).or(page.getByRole('navigation').first()).getByRole('button', { name: 'Новый чат' })

test('the coloured output of a failed build, in Russian', async ({ launch, folders }) => {
  writeReadySettings(folders, { language: 'ru' })
  writeScript(folders, 'fail.sh', [...BUILD, 'exit 3'])
  const vigil = await launch()
  const { page } = vigil
  await newChat(page).click()
  await page.getByRole('textbox').fill('sh fail.sh')
  await page.keyboard.press('Enter')
  await page
    .getByRole('button', { name: /^Одобрить/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Command Output' }).click()
  await expect(
    page.getByRole('group', { name: /^Command Output: / }).getByText('ok', { exact: true }),
  ).toBeVisible()
  await shoot(vigil, 'output-colours-ru')
})
