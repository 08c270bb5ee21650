import { spawn } from 'node:child_process'

/** How many characters of a failed command's words are repeated to the person. */
const TAIL = 2000

/**
 * Runs a program to its end and returns { code, stdout, stderr }; a time limit or a missing program is a code, not an error.
 * `limitMs` ends it with SIGKILL and reports code 124, as timeout(1) does.
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, limitMs?: number }} [options]
 */
export function run(file, args, { cwd, env, limitMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const texts = { stdout: '', stderr: '' }
    let timedOut = false
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true
            child.kill('SIGKILL')
          }, limitMs)
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8')
      child[name].on('data', (text) => {
        texts[name] += text
      })
    }
    child.on('error', (error) => {
      clearTimeout(timer)
      resolve({ code: 127, ...texts, stderr: String(error.message) })
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code: timedOut ? 124 : (code ?? 1), ...texts })
    })
  })
}

/** The end of what a failed program said, for an error message. */
export function lastWords({ stdout, stderr }) {
  return (stderr.trim() || stdout.trim()).slice(-TAIL)
}

/**
 * The npm that started this script, so that its configuration and registry apply; the one in PATH otherwise.
 * @returns {[string, string[]]}
 */
export function npmCommand(env = process.env) {
  const script = env.npm_execpath
  if (script?.endsWith('npm-cli.js')) return [process.execPath, [script]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
}

/**
 * Runs npm as {@link run} does.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const [file, first] = npmCommand()
  return run(file, [...first, ...args], options)
}
