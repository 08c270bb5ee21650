import { isPermissionMode, PERMISSION_MODES, type PermissionMode } from '../shared/permissions'
import { UsageError } from './usage-error'

/** One command to be judged, and by which rules. */
export type CheckRequest = { command: string; workdir: string | null; mode: PermissionMode; allow: string[] }

/** What `vigil check` was asked to do; `request` is null when commands come from standard input. */
export type CheckOptions = {
  json: boolean
  request: CheckRequest | null
  defaults: Omit<CheckRequest, 'command'>
}

/** Options as commander gives them. */
export type RawCheckOptions = {
  json?: boolean
  workdir?: string
  mode?: string
  allow?: string[]
  stdin?: boolean
}

/** Checks the arguments. */
export function readCheckOptions(words: readonly string[], raw: RawCheckOptions): CheckOptions {
  const { mode = 'standard', allow = [], workdir = null, json = false } = raw
  if (!isPermissionMode(mode))
    throw new UsageError(`--mode takes ${PERMISSION_MODES.join(', ')}; got ${JSON.stringify(mode)}.`)
  const empty = allow.find((pattern) => pattern.trim() === '')
  if (empty !== undefined) throw new UsageError('--allow takes a pattern, for example "npm run *".')
  const defaults = { workdir, mode, allow }
  const [command, ...more] = words
  if (raw.stdin) {
    if (command !== undefined) throw new UsageError('Give either a command or --stdin, not both.')
    return { json: true, request: null, defaults }
  }
  if (command === undefined) throw new UsageError("No command. Example: vigil check -- 'npm test'")
  if (more.length > 0)
    throw new UsageError("Quote the whole command as one argument. Example: vigil check -- 'ls -la | head'")
  return { json, request: { command, ...defaults }, defaults }
}

/** Reads one line of `--stdin`; what it does not say comes from the options. */
export function readCheckLine(line: string, defaults: Omit<CheckRequest, 'command'>): CheckRequest {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    // Said in the line's own answer.
    throw new UsageError('not a JSON object')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('not a JSON object')
  const { command, workdir, mode, allow } = value as Record<string, unknown>
  if (typeof command !== 'string') throw new UsageError('"command" must be text')
  if (workdir != null && typeof workdir !== 'string') throw new UsageError('"workdir" must be text')
  if (mode != null && !isPermissionMode(mode))
    throw new UsageError(`"mode" must be ${PERMISSION_MODES.join(', ')}`)
  if (allow != null && !(Array.isArray(allow) && allow.every((pattern) => typeof pattern === 'string')))
    throw new UsageError('"allow" must be a list of texts')
  return {
    command,
    workdir: workdir ?? defaults.workdir,
    mode: mode ?? defaults.mode,
    allow: (allow as string[] | null | undefined) ?? defaults.allow,
  }
}
