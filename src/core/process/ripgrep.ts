import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { EngineError } from '../../shared/errors'
import type { HostFacts, Ripgrep } from '../ports'
import { LineReader } from '../runner/line-reader'

/** Most of its messages that are kept, in UTF-16 units. */
const MESSAGES_MAX = 4096
/** Longest line that it may print, in bytes; it cuts what it found by itself, and paths are shorter. */
const LINE_MAX_BYTES = 64 * 1024

/** The ripgrep that comes with Vigil as a process of its own; null where there is none for this machine. */
export function createRipgrep({
  ripgrepDir,
  platform,
  env,
}: Pick<HostFacts, 'ripgrepDir' | 'platform' | 'env'>): Ripgrep | null {
  if (ripgrepDir === null) return null
  const file = join(ripgrepDir, platform === 'win32' ? 'rg.exe' : 'rg')
  return {
    run: ({ args, cwd, onLine }, signal) =>
      new Promise((resolve, reject) => {
        const child = spawn(file, ['--no-config', '--color=never', ...args], {
          cwd,
          env: { PATH: env.PATH, LC_ALL: 'C.UTF-8' },
          stdio: ['ignore', 'pipe', 'pipe'],
          signal,
          windowsHide: true,
        })
        let isEnough = false
        let messages = ''
        const stop = () => {
          isEnough = true
          child.kill()
        }
        const reader = new LineReader(LINE_MAX_BYTES, (line) => isEnough || onLine(line) || stop(), stop)
        child.stdout.on('data', (chunk: Buffer) => reader.push(chunk))
        child.stderr.setEncoding('utf8')
        child.stderr.on('data', (chunk: string) => {
          messages = (messages + chunk).slice(0, MESSAGES_MAX)
        })
        child.once('error', (error) =>
          reject(signal.aborted ? signal.reason : new EngineError('spawn-failed', error.message)),
        )
        child.once('close', (code) => {
          if (signal.aborted) reject(signal.reason)
          else resolve({ code: isEnough ? 0 : code, messages, isEnough })
        })
      }),
  }
}
