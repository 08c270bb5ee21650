import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** One process as the system lists it. */
export type ProcessEntry = {
  pid: number
  parent: number
  group: number
  /** 0 where the system does not tell (macOS). */
  session: number
  /** Dead and not collected yet by its parent, or past the point of no return: it runs no code of its own any more. */
  isZombie: boolean
  /** Tells two processes apart that had the same pid one after the other (B-103). */
  startTime: string
}

/** What the system says about its processes now. */
export type ProcessTable = {
  /** Throws when the system gives no answer; nobody may then claim that a process is gone. */
  list(): ProcessEntry[]
  /** The entry of one pid, or null. Throws as `list` does. */
  find(pid: number): ProcessEntry | null
}

/** Longest time the system's `ps` may take, in milliseconds. */
const PS_TIMEOUT_MS = 5000

/** The table of this machine: `/proc` on Linux, `ps` elsewhere. */
export function systemProcessTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  if (platform === 'linux') return { list: listProc, find: readProc }
  return { list: listPs, find: (pid) => listPs().find((entry) => entry.pid === pid) ?? null }
}

function listProc(): ProcessEntry[] {
  const entries: ProcessEntry[] = []
  for (const name of readdirSync('/proc')) {
    if (name.charCodeAt(0) > 0x39) continue
    const entry = readProc(Number(name))
    if (entry) entries.push(entry)
  }
  return entries
}

function readProc(pid: number): ProcessEntry | null {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    // Ended while we looked.
    return null
  }
}

/** Linux' flag of a process that is on its way out; its files are closed while it still shows as running. */
const EXITING = 0x4

/** One line of `/proc/<pid>/stat`; the name in parentheses may hold blanks and parentheses itself. */
export function parseProcStat(line: string): ProcessEntry | null {
  const close = line.lastIndexOf(')')
  const pid = Number.parseInt(line, 10)
  const fields = line.slice(close + 2).split(' ')
  if (close < 0 || !Number.isInteger(pid) || fields.length < 20) return null
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    isZombie: fields[0] === 'Z' || fields[0] === 'X' || (Number(fields[6]) & EXITING) !== 0,
    startTime: fields[19] ?? '',
  }
}

function listPs(): ProcessEntry[] {
  const text = execFileSync('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], {
    encoding: 'utf8',
    timeout: PS_TIMEOUT_MS,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return parsePs(text)
}

/** The answer of `ps -o pid=,ppid=,pgid=,stat=,lstart=`. */
export function parsePs(text: string): ProcessEntry[] {
  const entries: ProcessEntry[] = []
  for (const line of text.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line)
    if (!match) continue
    entries.push({
      pid: Number(match[1]),
      parent: Number(match[2]),
      group: Number(match[3]),
      session: 0,
      isZombie: /Z|E/.test(match[4] ?? ''),
      startTime: match[5] ?? '',
    })
  }
  return entries
}
