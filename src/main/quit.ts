import { app, BrowserWindow } from 'electron'
import { systemClock } from '../core/clock'
import type { Engine } from '../core/engine-api'
import { inTime } from './quitting'
import { reportBug } from './report-bug'

/** Stopping a process tree takes at most its 2 s of grace and a look afterwards; past this the engine is stuck. */
const DISPOSE_LIMIT_MS = 15_000

/**
 * The last steps of the app. Until `leave` was called, every attempt to quit is only a `wish`. It ends the engine and then
 * the app, with an exit code other than 0 for a run that failed (S-354).
 */
export function quitInOrder(engine: Promise<Engine>, wish: () => void): { leave(exitCode?: number): void } {
  let isOver = false
  app.on('before-quit', (event) => {
    if (isOver) return
    event.preventDefault()
    wish()
  })
  return {
    leave(exitCode = 0) {
      for (const window of BrowserWindow.getAllWindows()) window.hide()
      const ended = engine.then((started) => started.dispose())
      inTime(ended, DISPOSE_LIMIT_MS, systemClock, reportBug).then((how) => {
        if (how === 'too-late') reportBug(new Error(`The engine did not stop within ${DISPOSE_LIMIT_MS} ms.`))
        isOver = true
        if (exitCode === 0) app.quit()
        else app.exit(exitCode)
      })
    },
  }
}
