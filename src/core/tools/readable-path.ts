import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'

/** A file that may be read, or a sentence that says why not. */
export type ReadablePath = { ok: true; file: string; bytes: number } | { ok: false; message: string }

/**
 * Finds the file a path names and checks where it really lies: inside the workspace or among the chat's own outputs.
 * Links are followed first. Nothing is told about files elsewhere, not even whether they exist.
 */
export async function readablePath(
  path: string,
  workspaceRoot: string,
  outputFolder: string,
): Promise<ReadablePath> {
  const asked = resolve(workspaceRoot, path)
  const named = [workspaceRoot, outputFolder]
  const roots = [...named, ...(await Promise.all(named.map(realOrSame)))]
  if (!roots.some((root) => isInside(root, asked))) return { ok: false, message: outside(path) }
  let file: string
  try {
    file = await realpath(asked)
  } catch (error) {
    return { ok: false, message: unreadable(path, error) }
  }
  if (!roots.some((root) => isInside(root, file))) return { ok: false, message: outside(path) }
  try {
    const found = await stat(file)
    if (found.isDirectory()) return { ok: false, message: `${path} is a folder, not a file.` }
    // Opening a named pipe or a device may wait for ever.
    if (!found.isFile()) return { ok: false, message: `${path} is not a regular file.` }
    return { ok: true, file, bytes: found.size }
  } catch (error) {
    return { ok: false, message: unreadable(path, error) }
  }
}

/** True for the folder itself and everything below it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way))
}

function outside(path: string): string {
  return `${path} is outside the workspace. Only files of the workspace and full outputs of this chat's commands can be read.`
}

/** Why a file cannot be read, without the system's own words. */
export function unreadable(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return `${path} does not exist.`
  if (code === 'EACCES' || code === 'EPERM') return `${path} may not be read: permission denied.`
  return `${path} cannot be read${code ? ` (${code})` : ''}.`
}

async function realOrSame(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    // A chat without outputs has no folder yet.
    return path
  }
}
