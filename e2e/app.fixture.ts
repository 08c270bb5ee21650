import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type ElectronApplication, _electron as electron, type Page } from '@playwright/test'
import { startChat, writeReadySettings } from './person'
import { electronExecutable, PROJECT } from './runtime'
import { readTimings } from './timings'

/** A cold start on a busy two-core machine. */
const LAUNCH_LIMIT_MS = 60_000
const TIMINGS = '.vigil-timings'
const SCREENSHOTS = join(PROJECT, 'test-results', 'screenshots')

export type LaunchOptions = {
  /** Added to the app's environment. */
  env?: Record<string, string>
  /** The language that the system asks for; the app follows it unless its settings say otherwise. */
  systemLanguage?: string
  /** More arguments for the app. */
  args?: string[]
}

/** The real app with folders of its own. */
export type VigilApp = {
  electron: ElectronApplication
  page: Page
  folders: AppFolders
  /** Errors that the page printed or threw since it was opened. */
  pageErrors: string[]
  /** What the app printed, and what became of its page, oldest first. */
  log: string[]
  /** Start to first paint and to interactive, in words. */
  timings(): Promise<string>
  /** Answers the next folder or file dialog; null is Cancel. */
  answerDialog(path: string | null): Promise<void>
  /** Saves what the window shows to test-results/screenshots/NAME.png. */
  screenshot(name: string): Promise<void>
  /** Quits the app as a person would who lets its jobs be stopped, and waits for its end. */
  quit(): Promise<void>
  /** Ends the app's main process at once, as a crash or a power cut would. */
  kill(): Promise<void>
}

/** Folders of one test; they outlive a restart of the app. */
export type AppFolders = { data: string; home: string; workspace: string }

type Fixtures = {
  folders: AppFolders
  /** Starts the app; may be called again after `quit` or `kill`, with the same folders. */
  launch: (options?: LaunchOptions) => Promise<VigilApp>
  /** The app, started with no options: it shows the first-run screen. */
  vigil: VigilApp
  /** The app after the first run: Runbook answers, the folder is open, and a chat waits for its first message. */
  ready: VigilApp
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  folders: async ({}, use) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'vigil-e2e-')))
    const folders = { data: join(root, 'data'), home: join(root, 'home'), workspace: join(root, 'workspace') }
    for (const folder of Object.values(folders)) mkdirSync(folder, { mode: 0o700 })
    await use(folders)
    // A test may have taken rights away from a folder of its own.
    chmodSync(root, 0o700)
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  },

  launch: async ({ folders }, use, testInfo) => {
    const started: VigilApp[] = []
    await use(async (options = {}) => {
      const app = await launchApp(folders, options)
      started.push(app)
      return app
    })
    for (const app of started) {
      if (testInfo.status !== testInfo.expectedStatus) {
        const picture = app.page.isClosed() ? null : await app.page.screenshot().catch(() => null)
        if (picture) await testInfo.attach('window', { body: picture, contentType: 'image/png' })
        // Also of an app whose window never came up.
        await testInfo.attach('log', { body: app.log.join(''), contentType: 'text/plain' })
      }
      await app.quit()
    }
  },

  vigil: async ({ launch }, use) => {
    await use(await launch())
  },

  ready: async ({ launch, folders }, use) => {
    writeReadySettings(folders)
    const vigil = await launch()
    await startChat(vigil.page)
    await use(vigil)
  },
})

async function launchApp(folders: AppFolders, options: LaunchOptions): Promise<VigilApp> {
  const language = options.systemLanguage ?? 'en-US'
  rmSync(join(folders.data, TIMINGS), { force: true }) // of an earlier start in the same folders
  const app = await electron.launch({
    executablePath: electronExecutable(),
    cwd: folders.home,
    args: [...appArguments(folders, language), ...(options.args ?? [])],
    env: { ...appEnvironment(folders, language), ...options.env },
    timeout: LAUNCH_LIMIT_MS,
  })
  const page = await app.firstWindow({ timeout: LAUNCH_LIMIT_MS })
  const log: string[] = []
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.on('data', (chunk: Buffer) => log.push(chunk.toString('utf8')))
  const pageErrors: string[] = []
  page.on('crash', () => log.push('the page crashed\n'))
  page.on('framenavigated', (frame) => log.push(`at ${frame.url()}\n`))
  page.on('pageerror', (error) => pageErrors.push(String(error.stack ?? error)))
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text())
  })
  const closed = new Promise<void>((resolve) => app.once('close', () => resolve()))
  return {
    electron: app,
    page,
    folders,
    pageErrors,
    log,
    timings: () => readTimings(join(folders.data, TIMINGS)),
    async answerDialog(path) {
      await app.evaluate(({ dialog }, chosen) => {
        const answer = { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] }
        dialog.showOpenDialog = () => Promise.resolve(answer)
      }, path)
    },
    async screenshot(name) {
      mkdirSync(SCREENSHOTS, { recursive: true })
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: 'disabled' })
    },
    quit: () => quitApp(app, page, closed),
    async kill() {
      app.process().kill('SIGKILL')
      await closed
    },
  }
}

async function quitApp(app: ElectronApplication, page: Page, closed: Promise<void>): Promise<void> {
  // It may have ended already, or end while it is asked.
  await app.evaluate(({ app }) => app.quit()).catch(() => {})
  const isOver = closed.then(() => true)
  while (!(await Promise.race([isOver, stopJobs(page)]))) {
    // The question may have been another one by the time it was answered.
  }
}

/** Answers the question about running jobs, if there is one; always false. */
async function stopJobs(page: Page): Promise<false> {
  const answer = page.locator('.quit-dialog .btn.danger:not([aria-busy])')
  // A page that crashed refuses at once.
  await answer.click({ timeout: 1000 }).catch(() => new Promise((resolve) => setTimeout(resolve, 200)))
  return false
}

/** How the app is started on these folders. */
export function appArguments(folders: AppFolders, language = 'en-US'): string[] {
  const root = process.getuid?.() === 0
  return [...(root ? ['--no-sandbox'] : []), `--lang=${language}`, PROJECT, '--data-dir', folders.data]
}

/** As little as possible of the machine that runs the tests: no keys, no profile, no language of the tester. */
export function appEnvironment(folders: AppFolders, language = 'en-US'): Record<string, string> {
  const kept = ['PATH', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR', 'TMPDIR', 'SystemRoot']
  const env: Record<string, string> = {
    HOME: folders.home,
    USERPROFILE: folders.home,
    SHELL: '/bin/bash',
    VIGIL_TIMINGS: join(folders.data, TIMINGS),
    LANG: 'C.UTF-8',
    // Chromium reads the languages of a Linux desktop from here.
    LANGUAGE: language.replace('-', '_'),
  }
  for (const name of kept) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return env
}
