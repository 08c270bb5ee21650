import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { Event } from '../core/events'
import type { Settings } from '../shared/settings'
import { APP_URL } from './app-files'
import { WEB_PREFERENCES } from './security'
import { windowColours } from './window-colours'
import { MIN_HEIGHT, MIN_WIDTH, placeWindow, readWindowState, writeWindowState } from './window-state'

/** The strip that the layout keeps free for the window's own buttons (ui.md 3). */
const TITLE_BAR_HEIGHT = 40

export type WindowOptions = {
  stateFile: string
  settings: { get(): Settings; readonly onChange: Event<Settings> }
  /** Address of the development server; null loads the built page. */
  devUrl: string | null
}

/** Opens the window. It becomes visible with its first frame, in the colours of its theme, where it was last. */
export function openWindow({ stateFile, settings, devUrl }: WindowOptions): BrowserWindow {
  const state = readWindowState(stateFile)
  const place = placeWindow(
    state,
    screen.getAllDisplays().map((display) => display.workArea),
  )
  const colours = () => windowColours(settings.get().theme, nativeTheme.shouldUseDarkColors)
  const window = new BrowserWindow({
    ...place,
    ...titleBar(colours()),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    title: 'Vigil',
    show: false,
    backgroundColor: colours().background,
    webPreferences: { ...WEB_PREFERENCES, preload: join(__dirname, '../preload/index.cjs') },
  })
  if (state?.maximized) window.maximize()
  followTheme(window, settings, colours)
  window.once('ready-to-show', () => window.show())
  // The title is the app's; a page that sets its own would show up in the task bar.
  window.on('page-title-updated', (event) => event.preventDefault())
  window.on('close', () => {
    writeWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  })
  // A failed load shows as an empty window; its cause is in the log of the page's own error event.
  window
    .loadURL(devUrl ?? APP_URL)
    .catch((error) => console.error(`The window could not be loaded: ${error.message}`))
  return window
}

/** Our own title bar where the system draws its buttons over it; elsewhere the system's, which is always right. */
function titleBar({ background, symbols }: { background: string; symbols: string }) {
  if (process.platform === 'linux') return {}
  return {
    titleBarStyle: 'hidden' as const,
    titleBarOverlay: { color: background, symbolColor: symbols, height: TITLE_BAR_HEIGHT },
  }
}

function followTheme(
  window: BrowserWindow,
  settings: WindowOptions['settings'],
  colours: () => { background: string; symbols: string },
): void {
  const apply = () => {
    nativeTheme.themeSource = settings.get().theme
    const { background, symbols } = colours()
    window.setBackgroundColor(background)
    if (process.platform === 'win32') {
      window.setTitleBarOverlay({ color: background, symbolColor: symbols, height: TITLE_BAR_HEIGHT })
    }
  }
  nativeTheme.themeSource = settings.get().theme
  const listening = settings.onChange(apply)
  nativeTheme.on('updated', apply)
  window.once('closed', () => {
    listening.dispose()
    nativeTheme.off('updated', apply)
  })
}
