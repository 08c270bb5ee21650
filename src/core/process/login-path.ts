import type { ChildProcess } from 'node:child_process'
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostFacts, ResolvedShell } from '../ports'
import { shellArgv } from './argv'
import { commandEnvironment } from './environment'
import { pathRepairScript } from './path-repair'
import { spawnShielded } from './shielded-spawn'

/** How long login files may take here, in milliseconds; a question to a person waits for it. */
const LIMIT_MS = 5000
/** How long they may take to clean up when they took too long, in milliseconds. */
const GRACE_MS = 2000
/** End of the output that is read, in bytes; profiles print before it what they like. */
const TAIL_BYTES = 64 * 1024
/** Stands around the answer; no PATH holds it. */
const MARK = '\0'

/**
 * The folders a command's shell looks for programs in, once its login files are read and what they dropped is put back
 * (S-024, S-050…S-053). Null where that cannot be told: another system's shell, login files that fail or hang.
 */
export async function readLoginPath(
  shell: ResolvedShell,
  facts: Pick<HostFacts, 'env' | 'platform'>,
  limitMs = LIMIT_MS,
): Promise<string[] | null> {
  if (facts.platform === 'win32' || shell.flavour !== 'posix') return null
  if (shell.kind === 'powershell' || shell.kind === 'cmd') return null
  const folder = mkdtempSync(join(tmpdir(), 'vigil-path-'))
  const output = openSync(join(folder, 'out'), 'wx+', 0o600)
  try {
    unlinkSync(join(folder, 'out'))
    const env = commandEnvironment({
      host: facts.env,
      profile: shell.env,
      platform: facts.platform,
      cwd: '/',
      appKeys: [],
      appendPath: null,
    })
    const repair = pathRepairScript({ before: env.PATH ?? '', append: null })
    const text = `${repair}${repair === '' ? '' : '; '}\\printf '\\0%s\\0' "$PATH"`
    const { file, args } = shellArgv(shell, text, { login: true })
    const child = spawnShielded(file, args, {
      cwd: '/',
      env,
      // A group of its own, so that what a login file starts ends with it.
      detached: true,
      stdio: ['ignore', output, 'ignore'],
    })
    return (await endOf(child, limitMs)) ? pathIn(tailOf(output)) : null
  } catch {
    // No such shell, or no process for it: the start of the command will say so.
    return null
  } finally {
    closeSync(output)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether the shell ended in time. Otherwise it is asked to end, and ended if it does not: login files hold locks. */
function endOf(child: ChildProcess, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      signalGroup(child.pid, 'SIGTERM')
      const grace = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), GRACE_MS)
      child.once('exit', () => clearTimeout(grace))
      resolve(false)
    }, limitMs)
    const finish = (ended: boolean) => {
      clearTimeout(limit)
      resolve(ended)
    }
    child.once('error', () => finish(false))
    // What login files leave running, as an agent for keys, is the person's.
    child.once('exit', () => finish(true))
  })
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is empty by now.
  }
}

function tailOf(output: number): string {
  const { size } = fstatSync(output)
  const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES))
  readSync(output, buffer, 0, buffer.length, size - buffer.length)
  return buffer.toString('utf8')
}

function pathIn(text: string): string[] | null {
  const parts = text.split(MARK)
  const path = parts.at(-2)
  return parts.length < 3 || !path ? null : path.split(':')
}
