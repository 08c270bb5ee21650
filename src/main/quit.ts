import { app, BrowserWindow } from 'electron'
import { systemClock } from '../core/clock'
import type { Engine } from '../core/engine-api'
import { inTime } from './quitting'
import { reportBug } from './report-bug'

/** Stopping a process tree takes at most its 2 s of grace and a look afterwards; past this the engine is stuck. */
const DISPOSE_LIMIT_MS = 15_000

/** The last steps of the app. `leave` ends the engine and then the app; until then every wish to quit is a question. */
export function quitInOrder(
  engine: Promise<Engine>,
  quitting: { request(): void; readonly isLeaving: boolean },
): { leave(): void } {
  let isOver = false
  app.on('before-quit', (event) => {
    if (isOver) return
    event.preventDefault()
    quitting.request()
  })
  return {
    leave() {
      for (const window of BrowserWindow.getAllWindows()) window.hide()
      const ended = engine.then((started) => started.dispose())
      inTime(ended, DISPOSE_LIMIT_MS, systemClock, reportBug).then((how) => {
        if (how === 'too-late') reportBug(new Error(`The engine did not stop within ${DISPOSE_LIMIT_MS} ms.`))
        isOver = true
        app.quit()
      })
    },
  }
}
