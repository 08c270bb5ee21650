import { join } from 'node:path'
import { app, BrowserWindow, dialog, ipcMain, Menu, safeStorage, session } from 'electron'
import { systemClock } from '../core/clock'
import type { DataPaths } from '../core/ports'
import { EVENT_CHANNEL } from '../shared/ipc-channels'
import { APP_ORIGIN } from './app-files'
import { serveApp } from './app-protocol'
import { addContextMenu } from './context-menu'
import { startEngine } from './engine-host'
import { createHandlers } from './handlers'
import { createScreen } from './host-screen'
import { type SenderCheck, serveRequests } from './ipc-server'
import { wordsFor } from './menu-words'
import { quitInOrder } from './quit'
import { reportBug } from './report-bug'
import { createSecrets } from './secrets'
import { isOwnPage, limitPermissions } from './security'
import { openSettingsStore } from './settings-store'
import { measureStart } from './timings'
import { openWindow } from './window'

// electron-vite names the server of `npm run dev` here; a packaged app loads nothing but its own files.
const devUrl = app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null)
const origin = devUrl === null ? APP_ORIGIN : new URL(devUrl).origin
const now = () => systemClock.now()

/** Runs the desktop host on a data folder until the person quits. */
export function runHost(paths: DataPaths): void {
  const settings = openSettingsStore(paths.root, now())
  const secrets = createSecrets(join(paths.root, 'secrets.json'), safeStorage, process.platform)
  const { VIGIL_TIMINGS } = process.env
  const start = VIGIL_TIMINGS ? measureStart(VIGIL_TIMINGS, now) : null
  const words = () => {
    const { language } = settings.get()
    return wordsFor(language === 'system' ? app.getLocale() : language)
  }

  const window = app.whenReady().then(() => {
    if (process.platform !== 'darwin' && devUrl === null) Menu.setApplicationMenu(null)
    serveApp(session.defaultSession, join(__dirname, '../renderer'))
    limitPermissions(session.defaultSession)
    const opened = openWindow({ stateFile: join(paths.root, 'window.json'), settings, devUrl, now })
    addContextMenu(opened, words)
    start?.watch(opened)
    return opened
  })
  // After the window, so that its page loads in its own process while the database is opened in this one.
  const engine = window.then(() => startEngine({ paths, settings, secrets }))
  quitInOrder(engine)
  serveRequests(ipcMain, createHandlers(engine, createScreen(words)), findSender, {
    answered: (name) => {
      if (name === 'app.snapshot') start?.snapshotSent()
    },
    bug: (name, error) => {
      console.error(`A bug while answering ${name}:`)
      reportBug(error)
    },
  })
  engine.then(({ onEvent }) => onEvent(({ name, payload }) => sendToAll(name, payload))).catch(failToStart)

  app.on('second-instance', showWindow)
  // Also on macOS: background commands belong to their window and end with it (S-339).
  app.on('window-all-closed', () => app.quit())
}

const findSender: SenderCheck<BrowserWindow> = (event) => {
  const window = BrowserWindow.fromWebContents(event.sender)
  return window && isOwnPage(event, window.webContents, origin) ? window : null
}

function sendToAll(name: string, payload: unknown): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, payload)
  }
}

/** Brings the one window to the front. */
function showWindow(): void {
  const [window] = BrowserWindow.getAllWindows()
  if (!window) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function failToStart(error: unknown): void {
  reportBug(error)
  dialog.showErrorBox('Vigil cannot start', error instanceof Error ? error.message : String(error))
  app.exit(1)
}
