import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EngineError } from '../shared/errors'

/**
 * Writes a text piece by piece to a file that the person chose; what was there stays until all of it is written.
 *
 * @throws EngineError when the file cannot be written
 */
export async function saveText(file: string, pieces: Iterable<string>): Promise<void> {
  const temporary = `${file}.${randomUUID().slice(0, 8)}.part`
  try {
    // Conversations hold private text.
    await pipeline(Readable.from(pieces), createWriteStream(temporary, { flags: 'wx', mode: 0o600 }))
    await rename(temporary, file)
  } catch (cause) {
    await rm(temporary, { force: true })
    throw new EngineError('storage-failed', `${basename(file)} cannot be written.`, { cause })
  }
}
