import { statSync } from 'node:fs'
import { EngineError } from '../../shared/errors'

/** True for a folder that is there. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // Missing, or behind something we may not enter: no command can work there.
    return false
  }
}

/** The refusal for a folder that is not there (S-092, S-093); it names the folder and not the shell (B-201). */
export function missingFolder(path: string): EngineError {
  return new EngineError('workdir-missing', `Working directory does not exist: ${path}`)
}

/**
 * A failed spawn in words. The system answers "no such file" for a missing shell and for a missing folder alike, so
 * the folder is looked at here and not before every command.
 */
export function spawnError(error: unknown, shell: string, cwd: string): EngineError {
  const { code } = error as NodeJS.ErrnoException
  if ((code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') && !isFolder(cwd))
    return missingFolder(cwd)
  return new EngineError('spawn-failed', reason(code, error, shell), { cause: error })
}

function reason(code: string | undefined, error: unknown, shell: string): string {
  switch (code) {
    case 'ENOENT':
      return `The shell does not exist: ${shell}`
    case 'EACCES':
      return `The shell may not be executed: ${shell}`
    case 'E2BIG':
      return 'The environment is too big for a new process: shorten the variables of the terminal profile.'
    case 'EAGAIN':
      return 'The system allows no more processes for this user at the moment.'
    default:
      return `The shell ${shell} could not be started: ${error instanceof Error ? error.message : String(error)}`
  }
}
