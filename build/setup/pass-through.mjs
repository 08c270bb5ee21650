import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in our place: it has our terminal, gets the signals that we get, and its end becomes our exit code
 * (128 + n after a signal, as shells report it).
 */
export function passThrough(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', ...options })
    // From a terminal the child gets Ctrl+C itself; a second one from us would look like an impatient user.
    const forward = (signal) => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of SIGNALS) process.on(signal, forward)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, forward)
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}
