import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Owner-only: settings name private servers, and the secrets file holds keys (S-140). */
const FILE_MODE = 0o600

/** What a JSON file held; `broken` files stay where they are until the caller moves them. */
export type JsonRead =
  | { kind: 'missing' }
  | { kind: 'ok'; value: unknown }
  | { kind: 'broken'; reason: string }

/** Reads a JSON file; a file that cannot be read or parsed is a value, because its owner must be able to say so. */
export function readJsonFile(file: string): JsonRead {
  if (!existsSync(file)) return { kind: 'missing' }
  try {
    return { kind: 'ok', value: JSON.parse(readFileSync(file, 'utf8')) }
  } catch (error) {
    return { kind: 'broken', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Replaces a JSON file in one step: after a crash it holds the old or the new value, never half of one. */
export function writeJsonFile(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.new`
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: FILE_MODE })
  chmodSync(temporary, FILE_MODE) // the mode above does not apply to a left-over of an earlier crash
  renameSync(temporary, file)
}

/** Moves a file aside under a name that is still free and returns that name; nothing of it is lost. */
export function moveAside(file: string, stamp: string): string {
  for (let n = 0; ; n++) {
    const target = `${file}.broken-${stamp}${n === 0 ? '' : `-${n}`}`
    if (existsSync(target)) continue
    renameSync(file, target)
    return target
  }
}
