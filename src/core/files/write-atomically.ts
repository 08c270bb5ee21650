import { constants } from 'node:fs'
import { access, chown, mkdir, open, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Rights, without the kind of file. */
const MODE_BITS = 0o7777

/** Rights of a new file and of the folders made for it. */
type NewFileRights = { file: number; folder: number }
const USUAL: NewFileRights = { file: 0o666, folder: 0o777 }

/**
 * Writes a file in one step: whoever reads it meanwhile sees the old content or the new one, and a crash leaves one of
 * them. An existing file keeps its rights and, where that is allowed, its owner; folders above a new one are made.
 *
 * @param unique part of the name of the file that takes its place, in the same folder
 * @param rights of what is new, before the umask
 * @throws the system's error, with nothing written
 */
export async function writeAtomically(
  file: string,
  content: Uint8Array,
  unique: string,
  rights = USUAL,
): Promise<void> {
  const before = await existing(file)
  // A rename would pass over a file that may not be written.
  if (before) await access(file, constants.W_OK)
  else await mkdir(dirname(file), { recursive: true, mode: rights.folder })
  const temporary = join(dirname(file), `.vigil-${unique}.tmp`)
  try {
    const handle = await open(temporary, 'wx', before ? 0o600 : rights.file)
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
