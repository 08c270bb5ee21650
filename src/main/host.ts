import { join } from 'node:path'
import { app, BrowserWindow, dialog, ipcMain, Menu, powerSaveBlocker, safeStorage, session } from 'electron'
import { systemClock } from '../core/clock'
import type { DataPaths } from '../core/ports'
import { systemIds } from '../core/system-ids'
import type { HostState } from '../shared/host'
import type { ChatId } from '../shared/ids'
import type { Shown } from '../shared/ipc'
import { type Language, languageOf } from '../shared/language'
import { shortName } from '../shared/short-name'
import { APP_ORIGIN } from './app-files'
import { serveApp } from './app-protocol'
import { addContextMenu } from './context-menu'
import { afterCrash } from './crash-policy'
import { Desktop } from './desktop/desktop'
import { startEngine } from './engine-host'
import { createHandlers } from './handlers'
import { createScreen } from './host-screen'
import { HostAnnouncer } from './host-state'
import { type SenderCheck, serveRequests } from './ipc-server'
import { wordsFor } from './menu-words'
import { askAboutCrash, askAboutQuitting } from './native-questions'
import { bringWindowBack, isWindowInFront, putWindowAway, sendToWindow, showWindow } from './own-window'
import { type WatchedPage, watchPage } from './page-watch'
import { quitInOrder } from './quit'
import { Quitting } from './quitting'
import { reportBug } from './report-bug'
import { RunningNow } from './running-now'
import { createSecrets } from './secrets'
import { isOwnPage, limitPermissions } from './security'
import { onSessionEnd } from './session-end'
import { openSettingsStore } from './settings-store'
import { holdSleepBack } from './sleep-guard'
import { measureStart } from './timings'
import { openWindow } from './window'
import { WindowLife } from './window-life'

// electron-vite names the server of `npm run dev` here; a packaged app loads nothing but its own files.
const devUrl = app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null)
const origin = devUrl === null ? APP_ORIGIN : new URL(devUrl).origin
const clock = systemClock
const now = () => clock.now()

/** As in build/electron-builder.yml. */
const APP_ID = 'dev.vigil.app'

/** Nobody can answer a dialog or a question; the second one is what migrating users know (S-351, S-359, S-365). */
const UNATTENDED = ['--unattended', '--kodik-unattended']

/** Runs the desktop host on a data folder until the person quits. */
export function runHost(paths: DataPaths): void {
  const settings = openSettingsStore(paths.root, now())
  const secrets = createSecrets(join(paths.root, 'secrets.json'), safeStorage, process.platform)
  const { VIGIL_TIMINGS } = process.env
  const start = VIGIL_TIMINGS ? measureStart(VIGIL_TIMINGS, now) : null
  const language = (): Language => {
    const setting = settings.get().language
    return setting === 'system' ? languageOf(app.getLocale()) : setting
  }
  const words = () => wordsFor(language())
  let page: WatchedPage | null = null
  let desktop: Desktop | null = null
  /** The chat that the window has in view. */
  let showing: ChatId | null = null
  let crash: HostState['crash'] = null
  const crashes: number[] = []
  const isUnattended = UNATTENDED.some((flag) => process.argv.includes(flag))

  // Windows shows notifications only of apps that it knows by such a name.
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  const window = app.whenReady().then(() => {
    if (process.platform !== 'darwin' && devUrl === null) Menu.setApplicationMenu(null)
    serveApp(session.defaultSession, join(__dirname, '../renderer'))
    limitPermissions(session.defaultSession)
    const opened = openWindow({ stateFile: join(paths.root, 'window.json'), settings, devUrl })
    addContextMenu(opened, words)
    start?.watch(opened)
    page = watchPage(opened, { reloaded: () => life.ended('closed'), crashed: pageCrashed })
    opened.on('close', (event) => {
      if (!mayClose()) event.preventDefault()
    })
    opened.on('focus', () => {
      if (showing) desktop?.notifications.markChatRead(showing)
    })
    return opened
  })
  // After the window, so that its page loads in its own process while the database is opened in this one.
  const engine = window.then(() => startEngine({ paths, settings, secrets, isUnattended }))
  const running = new RunningNow()
  const awake = holdSleepBack(running, {
    start: () => powerSaveBlocker.start('prevent-app-suspension'),
    stop: (id) => powerSaveBlocker.stop(id),
  })
  const life = new WindowLife({
    endWindow: async (how) => (await engine).windowEnded(how),
    ownsJobs: () => !settings.get().keepInTray,
    reportBug,
  })
  const quitting: Quitting = new Quitting({
    clock,
    running,
    endAll: () => life.end('closed'),
    showQuestion() {
      if (!page?.canAnswer()) return false
      showWindow()
      return true
    },
    askNatively: (jobs) =>
      askAboutQuitting(words(), jobs, ({ command, chatTitle }) =>
        command ? shortName(command.text) : chatTitle,
      ),
    keep: () => putWindowAway(desktop?.hasTray ?? false),
    leave() {
      awake.dispose()
      desktop?.dispose()
      ending.leave()
    },
    changed: () => announcer.changed(),
    reportBug,
  })
  // Without anyone to answer there is nothing to ask.
  const wish = isUnattended ? () => quitting.now() : () => quitting.request()
  const ending = quitInOrder(engine, wish)
  const state = (): HostState => ({
    hasTray: desktop?.hasTray ?? false,
    notifications: desktop?.notifications.entries ?? [],
    mutedUntil: desktop?.notifications.mutedUntil ?? null,
    desktopShows: desktop?.notifications.desktopShows ?? null,
    quit: quitting.question,
    crash,
  })
  const announcer = new HostAnnouncer(clock, state, (host) => sendToWindow('host.changed', { host }))

  const ready = async () => {
    await life.settled()
    return engine
  }
  const handlers = createHandlers<BrowserWindow>(ready, createScreen(words), {
    'host.state': state,
    'window.showing': ({ chatId }) => {
      showing = chatId
      if (chatId && isInFront(chatId)) desktop?.notifications.markChatRead(chatId)
    },
    'window.reload': () => page?.reload(),
    'window.dismissCrash': () => {
      crash = null
      announcer.changed()
    },
    'app.quit': () => app.quit(),
    'quit.answer': ({ answer }) => quitting.answer(answer),
    'notifications.read': () => desktop?.notifications.markRead(),
    'notifications.clear': () => desktop?.notifications.clear(),
    'notifications.mute': ({ isMuted }) => desktop?.notifications.mute(isMuted),
  })
  serveRequests(ipcMain, handlers, findSender, {
    answered: (name) => {
      if (name === 'app.snapshot') start?.snapshotSent()
    },
    bug: (name, error) => {
      console.error(`A bug while answering ${name}:`)
      reportBug(error)
    },
  })
  engine
    .then(async (started) => {
      desktop = new Desktop({
        clock,
        ids: systemIds,
        running,
        settings,
        language,
        isInFront,
        show,
        trayIsGone: bringWindowBack,
        stopAll() {
          for (const { id } of running.commands())
            started.handlers['command.stop']({ commandId: id }).catch(reportBug)
        },
        quit: () => app.quit(),
        changed: () => announcer.changed(),
      })
      started.onEvent((event) => {
        running.take(event)
        desktop?.take(event)
        sendToWindow(event.name, event.payload)
      })
      running.load(await started.snapshot())
    })
    .catch(failToStart)

  app.on('second-instance', showWindow)
  app.on('activate', showWindow)
  // Also on macOS: background commands belong to their window and end with it (S-339).
  app.on('window-all-closed', () => app.quit())
  onSessionEnd(() => quitting.now())

  /** Closing the window quits, unless the person lets Vigil go on in the tray, or jobs without one. */
  function mayClose(): boolean {
    if (quitting.isLeaving) return true
    const hasTray = desktop?.hasTray ?? false
    if (settings.get().keepInTray && (hasTray || running.commands().length > 0)) putWindowAway(hasTray)
    else app.quit()
    return false
  }

  function isInFront(chatId: ChatId): boolean {
    return showing === chatId && isWindowInFront()
  }

  function show(what: Shown | null): void {
    showWindow()
    if (what) sendToWindow('host.show', { show: what })
  }

  function pageCrashed(reason: string): void {
    console.error(`The page ended unexpectedly (${reason}).`)
    crashes.push(now())
    crash = { at: now(), ended: settings.get().keepInTray ? 0 : running.commands().length }
    // Said before anyone is asked: what the agent waited for does not seem to run until somebody answers (S-348).
    life.ended('crashed')
    const next = afterCrash(crashes, isUnattended)
    if (next === 'give-up') ending.leave(1)
    else if (next === 'reload') reloadAfterCrash()
    else
      askAboutCrash(words())
        .then((answer) => (answer === 'reload' ? page?.reload() : app.quit()))
        .catch(reportBug)
  }

  function reloadAfterCrash(): void {
    page?.reload()
    if (isUnattended)
      ready()
        .then((started) => started.goOnAfterCrash())
        .catch(reportBug)
  }
}

const findSender: SenderCheck<BrowserWindow> = (event) => {
  const window = BrowserWindow.fromWebContents(event.sender)
  return window && isOwnPage(event, window.webContents, origin) ? window : null
}

function failToStart(error: unknown): void {
  reportBug(error)
  dialog.showErrorBox('Vigil cannot start', error instanceof Error ? error.message : String(error))
  app.exit(1)
}
