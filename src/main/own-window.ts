import { BrowserWindow } from 'electron'
import type { WindowEvents } from '../shared/ipc'
import { EVENT_CHANNEL } from '../shared/ipc-channels'

// The one window of the app, which may be hidden in the tray or gone already.

/** Tells its page something. */
export function sendToWindow<K extends keyof WindowEvents>(name: K, payload: WindowEvents[K]): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, payload)
  }
}

/** Brings it to the front, from wherever it is. */
export function showWindow(): void {
  const [window] = BrowserWindow.getAllWindows()
  if (!window) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Puts it where the person finds it again: without a tray it must not be hidden (B-233). */
export function putWindowAway(hasTray: boolean): void {
  const [window] = BrowserWindow.getAllWindows()
  if (hasTray) window?.hide()
  else window?.minimize()
}

/** Makes it reachable when the tray that it was hidden in is gone (B-233). */
export function bringWindowBack(): void {
  const [window] = BrowserWindow.getAllWindows()
  if (!window || window.isVisible()) return
  window.showInactive()
  window.minimize()
}

/** True while the person works in it. */
export function isWindowInFront(): boolean {
  const [window] = BrowserWindow.getAllWindows()
  return Boolean(window?.isVisible() && window.isFocused())
}
