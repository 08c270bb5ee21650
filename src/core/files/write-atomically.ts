import { constants } from 'node:fs'
import { access, chown, mkdir, open, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Rights, without the kind of file. */
const MODE_BITS = 0o7777

/**
 * Writes a file in one step: whoever reads it meanwhile sees the old content or the new one, and a crash leaves one of
 * them. An existing file keeps its rights and, where that is allowed, its owner; folders above a new one are made.
 *
 * @param unique part of the name of the file that takes its place, in the same folder
 * @throws the system's error, with nothing written
 */
export async function writeAtomically(file: string, content: Buffer, unique: string): Promise<void> {
  const before = await existing(file)
  // A rename would pass over a file that may not be written.
  if (before) await access(file, constants.W_OK)
  else await mkdir(dirname(file), { recursive: true })
  const temporary = join(dirname(file), `.vigil-${unique}.tmp`)
  try {
    const handle = await open(temporary, 'wx', before ? 0o600 : 0o666)
    try {
      await handle.writeFile(content)
      if (before) {
        // Only root may give files away; of anyone else the file stays theirs.
        await chown(temporary, before.uid, before.gid).catch(() => {})
        await handle.chmod(before.mode & MODE_BITS)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await unlink(temporary).catch(() => {})
    throw error
  }
}

async function existing(file: string) {
  try {
    return await stat(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
