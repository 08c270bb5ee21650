import type { Readable } from 'node:stream'
import { textFrom } from './given-text'
import { UsageError } from './usage-error'

/** What `vigil exec` was asked to do. */
export type ExecOptions = {
  command: string
  json: boolean
  /** As given; the shell tool resolves it against the current folder. */
  workdir: string | null
  timeoutMs: number | null
  profile: string | null
  stopAfterMs: number | null
}

/** Options as commander gives them. */
export type RawExecOptions = {
  json?: boolean
  workdir?: string
  timeout?: string
  profile?: string
  stopAfter?: string
  commandFile?: string
}

/** Checks the arguments and reads the command from where it is. */
export async function readExecOptions(
  words: readonly string[],
  raw: RawExecOptions,
  stdin: Readable,
): Promise<ExecOptions> {
  return {
    command: await commandOf(words, raw.commandFile, stdin),
    json: raw.json ?? false,
    workdir: raw.workdir ?? null,
    timeoutMs: milliseconds('--timeout', raw.timeout),
    profile: raw.profile ?? null,
    stopAfterMs: milliseconds('--stop-after', raw.stopAfter),
  }
}

async function commandOf(
  words: readonly string[],
  file: string | undefined,
  stdin: Readable,
): Promise<string> {
  if (file !== undefined) {
    if (words.length > 0) throw new UsageError('Give either a command or --command-file, not both.')
    const text = await textFrom(file, 'command file', stdin)
    // An editor ends every file with a newline, which is no part of a command.
    const command = text.replace(/\r?\n$/, '')
    if (command.trim() === '') throw new UsageError(`The command file ${file} is empty.`)
    return command
  }
  const [command, ...more] = words
  if (command === undefined || command.trim() === '')
    throw new UsageError("No command. Example: vigil exec -- 'npm test'")
  if (more.length > 0)
    throw new UsageError("Quote the whole command as one argument. Example: vigil exec -- 'ls -la | head'")
  return command
}

function milliseconds(name: string, given: string | undefined): number | null {
  if (given === undefined) return null
  const value = Number(given)
  if (given.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new UsageError(`${name} takes milliseconds, for example 10000; got ${JSON.stringify(given)}.`)
  return value
}
