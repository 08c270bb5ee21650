import { app, BrowserWindow } from 'electron'
import { systemClock } from '../core/clock'
import type { Engine } from '../core/engine-api'
import { reportBug } from './report-bug'

/** Stopping a process tree takes at most its 2 s of grace and a look afterwards; past this the engine is stuck. */
const DISPOSE_LIMIT_MS = 15_000

/** Lets the app go only after the engine has stopped everything it runs and has confirmed that. */
export function quitInOrder(engine: Promise<Engine>): void {
  let phase: 'running' | 'stopping' | 'stopped' = 'running'
  app.on('before-quit', (event) => {
    if (phase === 'stopped') return
    event.preventDefault()
    if (phase === 'stopping') return
    phase = 'stopping'
    for (const window of BrowserWindow.getAllWindows()) window.hide()
    disposeInTime(engine).finally(() => {
      phase = 'stopped'
      app.quit()
    })
  })
}

function disposeInTime(engine: Promise<Engine>): Promise<void> {
  return new Promise((resolve) => {
    const limit = systemClock.setTimer(DISPOSE_LIMIT_MS, () => {
      reportBug(new Error(`The engine did not stop within ${DISPOSE_LIMIT_MS} ms.`))
      resolve()
    })
    engine
      .then((started) => started.dispose())
      .catch(reportBug)
      .finally(() => {
        limit.dispose()
        resolve()
      })
  })
}
