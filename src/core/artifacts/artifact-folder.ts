import type { Stats } from 'node:fs'
import { chmod, lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, extname, join, parse } from 'node:path'
import type { StoredOutput } from './retention'

/** What belongs to one output: the log, and beside it the record of its colours. */
const LOG = '.log'
const PARTS = [LOG, '.sgr']

/** The outputs on disk, one folder per chat (S-138…S-140). */
export type ArtifactFolder = {
  /** Every output there is. Whatever others could read is made owner-only on the way (S-140). */
  list(): Promise<StoredOutput[]>
  /** Deletes an output with everything that belongs to it; its folder too, once that is empty. */
  remove(output: Pick<StoredOutput, 'file'>): Promise<void>
}

/** The outputs under the folder that `createOutputLogs` fills. Links are left alone: nothing here follows them. */
export function createArtifactFolder(root: string): ArtifactFolder {
  return {
    async list() {
      const found: StoredOutput[] = []
      for (const chat of await entries(root)) {
        const folder = join(root, chat)
        const stats = await look(folder)
        if (!stats?.isDirectory()) continue
        await keepToOwner(folder, stats, 0o700)
        found.push(...(await outputsIn(folder)))
      }
      return found
    },
    async remove({ file }) {
      const { dir, name } = parse(file)
      // The log last: while it exists, the next sweep finds what a failure left behind.
      for (const part of [...PARTS].reverse()) await rm(join(dir, name + part), { force: true })
      await rmdir(dirname(file)).catch(() => undefined) // not empty: other commands of the chat
    },
  }
}

async function outputsIn(folder: string): Promise<StoredOutput[]> {
  const outputs = new Map<string, StoredOutput>()
  for (const entry of await entries(folder)) {
    if (!PARTS.includes(extname(entry))) continue
    const path = join(folder, entry)
    const stats = await look(path)
    if (!stats?.isFile()) continue
    await keepToOwner(path, stats, 0o600)
    const commandId = parse(entry).name
    const known = outputs.get(commandId)
    outputs.set(commandId, {
      file: join(folder, commandId + LOG),
      commandId,
      bytes: stats.size + (known?.bytes ?? 0),
      writtenAt: Math.max(stats.mtimeMs, known?.writtenAt ?? 0),
    })
  }
  return [...outputs.values()]
}

async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Null for what vanished between listing and looking. */
async function look(path: string): Promise<Stats | null> {
  return lstat(path).catch(() => null)
}

async function keepToOwner(path: string, { mode }: Stats, wanted: number): Promise<void> {
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) await chmod(path, wanted)
}
