import { spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import type { Clock } from '../clock'
import { DisposableStore } from '../disposable'
import { Emitter } from '../events'
import { createLineChannel } from './line-channel'
import { EVENT_MAX_BYTES } from './protocol'
import type { RunnerConnection } from './runner-connection'

/** The descriptor under which a runner finds the channel to its owner. */
export const CHANNEL_FD = 3

/**
 * A runner holds buffers, not objects: 5 MB of heap at rest. The limit keeps a mistake from eating the machine, and the
 * small young generation keeps short-lived objects from growing the process.
 */
const RUNTIME_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=1']
/** What is kept of what a runner prints to stderr: the reason of a crash, in characters. */
const LAST_WORDS_CHARS = 4096
/** How long the rest of a runner's end is awaited after the first sign of it, in milliseconds. */
const DRAIN_MS = 1000

/**
 * What the runtime itself needs; nothing else of the environment goes along. Commands get the owner's environment by a
 * message and through their own filter, so that no variable meant for the runner can reach them (B-031, B-032).
 */
const KEPT_VARIABLES = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'LD_LIBRARY_PATH',
  'NIX_LD',
  'NIX_LD_LIBRARY_PATH',
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
]

/** Starts a runner with this process's own runtime: Node, or Electron running as Node. */
export function spawnRunner(script: string, clock: Clock): RunnerConnection {
  const isWindows = process.platform === 'win32'
  const child = spawn(process.execPath, [...RUNTIME_FLAGS, script], {
    // Keeps no folder of the user's in use.
    cwd: isWindows ? undefined : '/',
    env: runnerEnvironment(process.env, process.versions.electron !== undefined),
    // A session of its own: signals of a terminal reach the owner only, and it can clean up after the owner's death.
    detached: !isWindows,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const owned = new DisposableStore()
  const ends = owned.add(new Emitter<string>())
  const channel = owned.add(createLineChannel(child.stdio[CHANNEL_FD] as unknown as Duplex, EVENT_MAX_BYTES))
  let lastWords = ''
  let how = ''
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    child.kill('SIGKILL')
    ends.fire(lastWords.trim() === '' ? how : `${how}: ${lastWords.trim()}`)
    owned.dispose()
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS_CHARS)
  })
  child.on('error', (error) => {
    how ||= error.message
    end()
  })
  child.on('exit', (code, signal) => {
    how ||= signal === null ? `it exited with code ${code ?? 'unknown'}` : `it was ended by ${signal}`
    // What it said before is still in the channel; `close` comes when that has been read.
    owned.add(clock.setTimer(DRAIN_MS, end))
  })
  child.on('close', end)
  channel.onClose((why) => {
    // The exit follows, unless the channel is broken.
    owned.add(
      clock.setTimer(DRAIN_MS, () => {
        how ||= why
        end()
      }),
    )
  })
  return {
    pid: child.pid ?? null,
    onLine: channel.onLine,
    onEnd: ends.event,
    send: (message) => channel.send(message),
    kill(why) {
      how ||= why
      child.kill('SIGKILL')
    },
  }
}

/** The environment of the runner itself. */
export function runnerEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  isElectron: boolean,
): Record<string, string> {
  const env: Record<string, string> = {}
  for (const name of KEPT_VARIABLES) {
    const value = own[name]
    if (value !== undefined) env[name] = value
  }
  if (isElectron) env.ELECTRON_RUN_AS_NODE = '1'
  return env
}
