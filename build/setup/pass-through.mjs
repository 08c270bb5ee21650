import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in our place: it has our standard streams, gets the signals that we get, and its end becomes our exit
 * code (128 + n after a signal, as shells report it).
 *
 * `ownGroup` is for programs that end in order only when nobody else signals their children: Ctrl+C goes to a whole
 * process group, and Chromium's helpers would die before the app could close.
 * @param {string} file
 * @param {string[]} args
 * @param {{ ownGroup?: boolean, cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export function passThrough(file, args, { ownGroup = false, ...options } = {}) {
  const detached = ownGroup && process.platform !== 'win32'
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', detached, ...options })
    // In our group the child gets Ctrl+C from the terminal itself; a second one from us would look impatient.
    const forward = (signal) => {
      if (detached || signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of SIGNALS) process.on(signal, forward)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, forward)
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}
