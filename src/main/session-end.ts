import { app, BrowserWindow, powerMonitor } from 'electron'

/** Calls `end` when the system wants the app gone: by a signal, or with the session of the person (B-230). */
export function onSessionEnd(end: () => void): void {
  app.whenReady().then(() => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      // While it starts, Chromium puts handlers of its own in place, which quit as a person would. A listener counts only
      // if it is the first one after that; a library below electron-store has others from before.
      process.removeAllListeners(signal)
      process.on(signal, end)
    }
    powerMonitor.on('shutdown', end)
    for (const window of BrowserWindow.getAllWindows()) window.on('session-end', end)
  })
}
