import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { EngineError } from '../../shared/errors'
import type { Git, GitResult, HostFacts } from '../ports'

/** Most output of one call that is kept, in bytes: the names of some hundred thousand files. */
const OUTPUT_MAX = 64 * 1024 * 1024
/** Most of its messages that are kept, in UTF-16 units. */
const MESSAGES_MAX = 64 * 1024
/** Where git is when the app was started with a short PATH, as from a desktop. */
const USUAL = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/local/bin']

/**
 * Git as a process of its own. Variables that would lead it to another repository are not handed on; nothing asks for a
 * password or opens an editor. Aborting ends it.
 */
export function createGit(facts: Pick<HostFacts, 'env' | 'platform'>): Git {
  const host = Object.fromEntries(
    Object.entries(facts.env).filter(([name]) => !/^(?:GIT_|EDITOR$|VISUAL$|LC_ALL$|LANGUAGE$)/i.test(name)),
  )
  return {
    run({ args, cwd, env, input }, signal) {
      const file = findGit(facts)
      if (file === null) return Promise.reject(new EngineError('spawn-failed', 'git is not installed.'))
      return new Promise((resolve, reject) => {
        const child = spawn(file, args, {
          cwd,
          env: {
            ...host,
            LC_ALL: 'C',
            GIT_TERMINAL_PROMPT: '0',
            // Looking must change nothing, not even what it remembers of the disk.
            GIT_OPTIONAL_LOCKS: '0',
            ...env,
          },
          stdio: ['pipe', 'pipe', 'pipe'],
          signal,
          windowsHide: true,
        })
        const output: Buffer[] = []
        let bytes = 0
        let messages = ''
        child.stdout.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes <= OUTPUT_MAX) output.push(chunk)
          else child.kill()
        })
        child.stderr.setEncoding('utf8')
        child.stderr.on('data', (chunk: string) => {
          messages = (messages + chunk).slice(-MESSAGES_MAX)
        })
        child.once('error', reject)
        child.once('close', (code) => {
          if (signal.aborted) reject(signal.reason)
          else if (bytes > OUTPUT_MAX)
            reject(new EngineError('internal', 'git printed more than can be held.'))
          else resolve({ code, stdout: Buffer.concat(output), stderr: messages } satisfies GitResult)
        })
        // It may end before it has read everything; its code says what that means.
        child.stdin.on('error', () => {})
        child.stdin.end(input ?? '')
      })
    },
  }
}

/** A git of the system; never one of a folder that is named relative to where it would run. */
function findGit({ env, platform }: Pick<HostFacts, 'env' | 'platform'>): string | null {
  const path = env.PATH ?? env.Path ?? ''
  const folders = [...path.split(delimiter).filter(isAbsolute), ...(platform === 'win32' ? [] : USUAL)]
  const name = platform === 'win32' ? 'git.exe' : 'git'
  for (const folder of folders) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // Not in this folder.
    }
  }
  return null
}
