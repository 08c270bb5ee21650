import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptCommand, aptInstall, canUseApt, inPath } from './apt.mjs'
import { SetupError } from './step.mjs'

/** Wide enough for the largest window the tests open. */
const SCREEN = '1680x1050x24'
const START_LIMIT_MS = 15_000
/** Xauthority's "any address". */
const FAMILY_WILD = 0xffff

/**
 * True when windows can be shown without a display of our own.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} platform
 */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Makes sure that a virtual display can be started. */
export async function provideXvfb(doing) {
  if (inPath('Xvfb')) return 'no display here, Xvfb is ready'
  if (!canUseApt()) {
    throw new SetupError(
      `There is no display, and no Xvfb to stand in for one.\nRun this once, then try again:\n\n    ${await aptCommand(['xvfb'])}\n`,
    )
  }
  doing('installing xvfb')
  await aptInstall(['xvfb'])
  return 'no display here, installed xvfb'
}

/**
 * Starts Xvfb with a cookie of its own and returns { env, stop }. We do not use xvfb-run: it is a shell that passes no
 * signals on, so the app inside could not quit in order.
 */
export async function startVirtualDisplay() {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-display-'))
  const authority = join(folder, 'Xauthority')
  writeFileSync(authority, authorityEntry(randomBytes(16)), { mode: 0o600 })
  // Detached: Ctrl+C in the terminal must reach the app only, which still needs its display to close.
  // Without -noreset it starts anew when its last window goes, and drops an app that connects in that moment.
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset', '-auth', authority],
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const stop = () => {
    process.off('exit', stop)
    server.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', stop)
  try {
    const number = await displayNumber(server)
    server.unref()
    server.stdio[3].destroy()
    return { env: { DISPLAY: `:${number}`, XAUTHORITY: authority }, stop }
  } catch (error) {
    stop()
    throw error
  }
}

function displayNumber(server) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new SetupError('Xvfb did not start in time.')), START_LIMIT_MS)
    const settle = (act) => (value) => {
      clearTimeout(timer)
      act(value)
    }
    let text = ''
    server.stdio[3].on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) settle(resolve)(text.trim())
    })
    server.once(
      'error',
      settle((error) => reject(new SetupError(`Xvfb: ${error.message}`))),
    )
    server.once(
      'exit',
      settle((code) => reject(new SetupError(`Xvfb ended with ${code}.`))),
    )
  })
}

/** One record of an Xauthority file: lengths are 16-bit big-endian. */
export function authorityEntry(cookie) {
  const sized = (bytes) => {
    const size = Buffer.alloc(2)
    size.writeUInt16BE(bytes.length)
    return Buffer.concat([size, bytes])
  }
  const family = Buffer.alloc(2)
  family.writeUInt16BE(FAMILY_WILD)
  const empty = Buffer.alloc(0)
  return Buffer.concat([
    family,
    sized(empty),
    sized(empty),
    sized(Buffer.from('MIT-MAGIC-COOKIE-1')),
    sized(cookie),
  ])
}
