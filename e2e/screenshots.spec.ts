import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import {
  callTools,
  type FakeModelServer,
  say,
  startFakeModelServer,
} from '../src/core/testing/fake-model-server'
import type { FakeStream } from '../src/core/testing/fake-model-wire'
import { type AppFolders, test, type VigilApp } from './app.fixture'
import {
  approve,
  card,
  composer,
  jobs,
  openOutput,
  send,
  sidebar,
  startChat,
  transcript,
  writeReadySettings,
} from './person'
import { PROJECT } from './runtime'

const SIZES = [
  [1280, 820],
  [900, 640],
] as const
const THEMES = ['light', 'dark'] as const

/** Takes a picture of what the window shows in both themes and both sizes. */
async function shoot(vigil: VigilApp, name: string): Promise<void> {
  for (const theme of THEMES) {
    for (const size of SIZES) {
      await look(vigil, theme, size)
      await vigil.screenshot(`${name}-${theme}-${size[0]}`)
    }
  }
  await look(vigil, 'light', SIZES[0])
}

async function look(
  { electron, page }: VigilApp,
  theme: (typeof THEMES)[number],
  [width, height]: readonly [number, number],
): Promise<void> {
  // The window follows the system, which Playwright plays.
  await page.emulateMedia({ colorScheme: theme })
  await electron.evaluate(
    ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
    { width, height },
  )
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
}

test('pictures of the first run', async ({ vigil }) => {
  await expect(vigil.page.getByText('No local server found')).toBeVisible()
  await shoot(vigil, 'first-run')
})

test('pictures of the main states', async ({ launch, folders }) => {
  const server = await startFakeModelServer({
    product: 'Ollama',
    models: ['qwen3-coder:30b', 'gpt-oss:20b'],
  })
  try {
    const shop = makeShop(folders)
    writeReadySettings(folders, {
      workspaces: [{ id: 'workspace_1', path: shop }],
      connections: [ollama(server)],
      defaultModel: { connection: 'connection_1', model: 'qwen3-coder:30b' },
    })
    const vigil = await launch({ env: { npm_config_update_notifier: 'false' } })
    const { page } = vigil
    // Asking the server for its models is what makes it show as connected.
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Refresh models of Ollama' }).click()
    await expect(page.getByRole('main')).toContainText('Connected, 2 models')
    await shoot(vigil, 'settings-models')

    await startChat(page)
    await shoot(vigil, 'empty-chat')
    await tellOtherChats(page, server, shop)
    await tellCheckoutChat(page, server)
    await shoot(vigil, 'chat')
    await saveForReadme(vigil)

    await page.getByRole('button', { name: 'Terminals of this chat: 1 running' }).click()
    await shoot(vigil, 'terminal-menu')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+j')
    await expect(page.getByRole('row').filter({ hasText: 'test:e2e' })).toBeVisible()
    await shoot(vigil, 'jobs')
    await page.keyboard.press('Control+j')
    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder('Search commands, chats, jobs')).toBeFocused()
    await shoot(vigil, 'palette')
    await page.keyboard.press('Escape')
    await sidebar(page)
      .getByRole('button', { name: /^Needs approval Upgrade/ })
      .click()
    await expect(card(page, 'npm install', 'Needs approval')).toBeVisible()
    await shoot(vigil, 'approval')
  } finally {
    await server.close()
  }
})

/** The picture of the README, when it is asked for: it changes with every run, so it is not taken by itself. */
async function saveForReadme(vigil: VigilApp): Promise<void> {
  if (process.env.VIGIL_README_SCREENSHOT !== '1') return
  await look(vigil, 'dark', SIZES[0])
  await vigil.page.screenshot({ path: join(PROJECT, 'docs', 'screenshot.png'), animations: 'disabled' })
}

// ── A shop that is being repaired ───────────────────────────────────────────────────────────────────────────

function makeShop({ home }: AppFolders): string {
  const shop = join(home, 'code', 'storefront')
  const files: Record<string, string> = {
    '.git/HEAD': 'ref: refs/heads/fix/checkout-race\n',
    'package.json': JSON.stringify({
      name: 'storefront',
      version: '1.4.0',
      scripts: {
        test: 'sh scripts/test.sh',
        'test:e2e': 'sh scripts/e2e.sh',
        dev: 'sh scripts/dev.sh',
        build: 'sh scripts/build.sh',
      },
    }),
    'src/checkout/submit.ts':
      'export async function submitOrder(cart: Cart) {\n  const total = cart.total()\n}\n',
    'src/checkout/form.tsx': 'import { submitOrder } from "./submit"\n  await submitOrder(cart)\n',
    'scripts/test.sh': `
      ok() { printf '\\033[32mok\\033[0m    %s \\033[2m(%s tests)\\033[0m\\n' "$1" "$2"; }
      ok src/cart/price.test.ts 38
      ok src/checkout/coupon.test.ts 17
      if [ -e .fixed ]; then ok src/checkout/submit.test.ts 7; echo "62 passed"; exit 0; fi
      printf '\\033[1;31mFAIL\\033[0m  src/checkout/submit.test.ts: adds the tax before it posts\\n'
      echo "      expected 18.90, got 17.99"
      echo "61 passed, 1 failed"; touch .fixed; exit 1`,
    'scripts/e2e.sh': `
      echo "Running 50 tests using 2 workers"
      for n in 1 2 3 4 5 6; do
        printf '  \\033[32mok\\033[0m %d checkout.spec.ts:41 applies tax before submit \\033[2m(1.%d s)\\033[0m\\n' $n $((n * 3 % 10))
      done
      while :; do sleep 0.2; done`,
    'scripts/dev.sh': `
      echo "  VITE v7.1.2  ready in 412 ms"; echo "  Local: http://localhost:5173/"
      while :; do sleep 0.2; done`,
    'scripts/build.sh': `
      while [ ! -e .built ]; do sleep 0.1; done
      echo "dist/assets/index.js  214.8 kB, gzip 68.1 kB"`,
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(shop, name)), { recursive: true })
    writeFileSync(join(shop, name), text)
  }
  return shop
}

function ollama(server: FakeModelServer): object {
  const capabilities = {
    contextWindow: 32_768,
    maxOutput: null,
    tools: true,
    images: false,
    reasoning: false,
  }
  return {
    id: 'connection_1',
    kind: 'openai-compatible',
    label: 'Ollama',
    baseUrl: server.baseUrl,
    headers: {},
    keyEnv: null,
    models: ['qwen3-coder:30b', 'gpt-oss:20b'].map((id) => ({ id, ...capabilities })),
  }
}

const shell = (...commands: string[]): { tool: string; args: { command: string } }[] =>
  commands.map((command) => ({ tool: 'shell', args: { command } }))

const used = (answer: FakeStream, input: number): FakeStream => ({ ...answer, usage: { input, output: 120 } })

/** Chats that fill the sidebar: one failed, one with a server in the background, one that waits for approval. */
async function tellOtherChats(page: Page, server: FakeModelServer, shop: string): Promise<void> {
  server.script({ status: 404, body: { error: 'model "qwen3-coder:30b" not found, try pulling it first' } })
  await send(page, 'Migrate prices to Decimal')
  await expect(transcript(page)).toContainText('does not have this model')

  await startChat(page)
  server.script(callTools(shell('npm run dev')), say('The dev server is up.'))
  await send(page, 'Show me the new cart page')
  await approve(card(page, 'dev'))
  await expect(transcript(page)).toContainText('The dev server is up.')

  await startChat(page)
  server.script(callTools(shell('npm run build')), say('The bundle grew by 3 kB, all of it the date picker.'))
  await send(page, 'Bundle size report')
  await approve(card(page, 'build'))
  // Its end is not seen: the chat shows that there is something new.
  await startChat(page)
  writeFileSync(join(shop, '.built'), '')
  await expect(sidebar(page).getByRole('button', { name: /^Unread result Bundle size report/ })).toBeVisible()

  server.script(
    callTools(shell('npm install --save-dev vite@8'), 'The lock file and two plugins change with it.'),
  )
  await send(page, 'Upgrade to Vite 8')
  await expect(card(page, 'npm install', 'Needs approval')).toBeVisible()
}

async function tellCheckoutChat(page: Page, server: FakeModelServer): Promise<void> {
  const failing = 'npm test -- src/checkout'
  const proof = 'npm run test:e2e -- checkout --repeat-each=50'
  server.script(
    used(
      callTools(shell('grep -rn "submitOrder(" src', failing), 'First the callers, then the test.'),
      6_100,
    ),
    used(
      callTools(
        shell(`${failing} --coverage=false`, proof),
        '`submitOrder()` posted before the tax quote had settled, so a slow quote kept the old total. It now waits for the quote.',
      ),
      9_400,
    ),
    used(
      say('The unit tests pass. The **50 runs** go on in the background; I will report when they are done.'),
      11_300,
    ),
  )
  await startChat(page)
  await send(page, 'The checkout test fails one run in ten. Find out why, fix it, and prove it with 50 runs.')
  await approve(card(page, 'npm test', 'Needs approval'))
  await expect(card(page, 'npm test', 'exit 1')).toBeVisible()
  await approve(card(page, 'npm test', 'Needs approval'))
  await approve(card(page, 'test:e2e'))
  const runs = card(page, 'test:e2e')
  await expect(jobs(page)).toContainText('ok 6')
  await expect(transcript(page)).toContainText('I will report when they are done.')
  await openOutput(runs)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Fix the flaky checkout test')
  await page.keyboard.press('Enter')
  await composer(page).fill('Then draft the changelog entry.')
  await composer(page).blur()
}

test('pictures of a subagent', async ({ launch, folders }) => {
  const server = await startFakeModelServer({ product: 'Ollama', models: ['qwen3-coder:30b'] })
  try {
    for (const language of ['en', 'ru']) {
      const shop = makeShop(folders)
      writeReadySettings(folders, {
        language,
        workspaces: [{ id: 'workspace_1', path: shop }],
        connections: [ollama(server)],
        defaultModel: { connection: 'connection_1', model: 'qwen3-coder:30b' },
      })
      const vigil = await launch()
      await pictureSubagents(vigil, server, language)
      await vigil.quit()
    }
  } finally {
    await server.close()
  }
})

/** One that works with three commands, one that is done, and one whose model failed. */
async function pictureSubagents(vigil: VigilApp, server: FakeModelServer, language: string): Promise<void> {
  const { page } = vigil
  const shells = (...commands: string[]) =>
    callTools(commands.map((command) => ({ tool: 'shell', args: { command, timeout: 60_000 } })))
  const works = [shells('ls src'), shells('sleep 300', 'npm publish --dry-run')]
  const main = [
    callTools([
      { tool: 'subagent', args: { name: 'Find v1 callers', task: 'done', background: true } },
      { tool: 'subagent', args: { name: 'Check licences', task: 'fail', background: true } },
      { tool: 'subagent', args: { name: 'Look at the build', task: 'work', background: true } },
    ]),
    say('Three subagents are at work.'),
    say('One is done.'),
  ]
  server.otherwise(({ body }) => {
    const text = JSON.stringify(body?.messages ?? [])
    if (!text.includes('# You are a subagent')) return main.shift() ?? say('Fine.')
    if (text.includes('"done"'))
      return say('14 call sites in 6 files\n\n- src/api/orders/v1.ts\n- src/cart.ts')
    if (text.includes('"fail"')) return { status: 401, body: { error: { message: 'No such key' } } }
    return works.shift() ?? say('Nothing more.')
  })
  await page.getByRole('navigation').first().getByRole('button').first().waitFor()
  await page.keyboard.press('Control+n')
  await page.getByRole('textbox').first().fill('Have a look at everything')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-command-id]')).toHaveCount(3, { timeout: 30_000 })
  await expect(page.locator('[data-subagent-id][data-state="failed"]')).toBeVisible()
  await expect(page.locator('[data-subagent-id][data-state="succeeded"]')).toBeVisible()
  await shoot(vigil, `subagent-working-${language}`)
  await page.locator('[data-subagent-id][data-state="succeeded"] .ib').last().click()
  await shoot(vigil, `subagent-report-${language}`)
}
