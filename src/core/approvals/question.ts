import type { PermissionMode, Permissions } from '../../shared/permissions'

/** A command before it may run, with everything the rules are about. Folders are absolute. */
export type Question = {
  cwd: string
  workspaceRoot: string
  homeDir: string
  /** The data folder of the app, which no command writes to; null where there is none. */
  dataDir: string | null
  /** Folders for files that nobody keeps. */
  tempDirs: readonly string[]
  mode: PermissionMode
  /** Patterns of the person (S-388). */
  allow: readonly string[]
  /** The blocked list as the person has it (S-381). */
  blocked: readonly string[]
  permissions: Permissions
}
