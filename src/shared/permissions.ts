import { z } from 'zod'
import type { Millis, WorkspaceId } from './ids'

/** How much a chat may do unasked (A-019…A-022); bypass is the spec's Dangerous and Autopilot. */
export const permissionModeSchema = z.enum(['standard', 'auto', 'plan', 'bypass'])
export type PermissionMode = z.infer<typeof permissionModeSchema>
export const PERMISSION_MODES: readonly PermissionMode[] = permissionModeSchema.options

/** A mode by its name, for hosts that read it from outside. */
export function isPermissionMode(name: unknown): name is PermissionMode {
  return permissionModeSchema.safeParse(name).success
}

/** The mode of a new chat; never bypass, which is entered by hand each time. */
export const defaultModeSchema = z.enum(['standard', 'auto', 'plan'])

/** Named permissions of auto-approval (S-396). */
export const permissionNameSchema = z.enum([
  'readFiles',
  'listFiles',
  'rg',
  'webFetch',
  'webSearch',
  'editFiles',
  'editNotebooks',
  'editSensitiveFiles',
  'readFilesExternally',
  'listFilesExternally',
  'rgExternally',
  'editFilesExternally',
  'editNotebooksExternally',
])
export type PermissionName = z.infer<typeof permissionNameSchema>
export type Permissions = Readonly<Record<PermissionName, boolean>>

/** Longest pattern of a person, in UTF-16 units; a command line of a page is still a pattern of a few words. */
export const PATTERN_MAX_CHARS = 500
/** Most patterns of a list; a list nobody can read protects nobody. */
export const PATTERNS_MAX = 1000
/** Longest command the settings page tries, in UTF-16 units. */
export const TRIED_COMMAND_MAX_CHARS = 100_000

/** Where a rule holds: in one chat, in one workspace, or everywhere. `root` is the folder with its links followed. */
export const ruleScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chat'), chatId: z.string() }),
  z.object({ kind: z.literal('workspace'), root: z.string() }),
  z.object({ kind: z.literal('everywhere') }),
])
export type RuleScope = z.infer<typeof ruleScopeSchema>

/** A pattern that a person allowed (S-388, A-035), as data. */
export const allowRuleSchema = z.object({
  id: z.string().min(1).max(64),
  pattern: z.string().min(1).max(PATTERN_MAX_CHARS),
  scope: ruleScopeSchema,
  createdAt: z.number(),
  /** The last command it let run, shortened; null while it never did. */
  lastUsed: z.object({ at: z.number(), command: z.string() }).nullable(),
})
export type AllowRule = z.infer<typeof allowRuleSchema>

/** Which rule a reason comes from; a window has its own words for each. */
export type RuleName =
  // Asks in every mode.
  | 'blocked-pattern'
  | 'ruin-system'
  | 'ruin-home'
  | 'ruin-disk'
  | 'unknown-target'
  | 'fork-bomb'
  | 'network-code'
  | 'opaque'
  // Refused in every mode.
  | 'ignored-path'
  // Asks unless everything is allowed.
  | 'protected-folder'
  | 'protected-path'
  | 'secret'
  | 'outside-folder'
  | 'outside-path'
  | 'unknown-path'
  | 'not-read-only'
  | 'writes-file'
  | 'shadowed-program'
  | 'git-settings'
  | 'permission-off'
  | 'request-cap'
  // Refused where only reading is allowed.
  | 'plan-mode'
  // Why something may run.
  | 'read-only'
  | 'allowed-pattern'
  | 'bypass-mode'

/**
 * One cause of a decision: the part of the text (UTF-16 units, the end not included; 0 and 0 for the folder), the rule,
 * and an English sentence for the person.
 */
export type DecisionReason = {
  start: number
  end: number
  segment: string
  rule: RuleName
  text: string
  /** What the sentence is about, for a window with words of its own: the pattern, the path, the program, the setting. */
  subject?: string
}

/** What may happen to a command, and why. */
export type ApprovalDecision = {
  decision: 'allow' | 'ask' | 'refuse'
  /** It only reads, and only what it may read: the built-in rule covers it (S-386). */
  readOnly: boolean
  /** On the blocked list or ruin: no rule and no mode lets it pass unseen (S-372). */
  blocked: boolean
  /** It works in, or writes to, a protected place (S-090, S-391). */
  protected: boolean
  reasons: DecisionReason[]
  /** Patterns that together would let it run next time; none where no pattern can. */
  alwaysAllow: string[]
}

/** Everything the page Auto-approve shows (S-395). */
export type ApprovalSettings = {
  /** In the order of the page. `isOn` is what really holds: without what it `needs`, a permission is off (S-397). */
  permissions: { name: PermissionName; isOn: boolean; needs: PermissionName | null }[]
  /** Oldest first. */
  rules: AllowRule[]
  /** `patterns` is the list in force (S-381); `defaults` is what resetting brings back. */
  blocked: { patterns: string[]; defaults: string[]; isDefault: boolean }
  /** Protected places in the words of a pattern, for reading only: `.git/`, `.env*`, `~/.bashrc`. */
  protectedPaths: string[]
  /** The ignore file of each open folder; `file` is its name, null where there is none (S-399). */
  ignoreFiles: { workspaceId: WorkspaceId; path: string; file: string | null; patterns: string[] }[]
}

/** Why a file of the workspace is not part of its snapshot. */
export const skippedBecauseSchema = z.enum(['too-large', 'unreadable', 'special', 'limit'])
export type SkippedBecause = z.infer<typeof skippedBecauseSchema>
/** `count` is of all, `files` names the first of them, relative to the workspace. */
export type SkippedFiles = { count: number; files: { path: string; because: SkippedBecause }[] }

/** The copy of the workspace that is made on entering Bypass. */
export type ChatSnapshot =
  | { state: 'taking'; since: Millis }
  | {
      state: 'ready'
      at: Millis
      files: number
      bytes: number
      skipped: SkippedFiles
      /** Set after a restore that can be taken back: when that was. */
      restoredAt: Millis | null
    }
  /** No snapshot was made and the mode was not entered; `message` is English, `because` is for the window's own words. */
  | { state: 'failed'; at: Millis; because: SnapshotFailure; message: string }
export type SnapshotFailure = 'no-git' | 'too-large' | 'timed-out' | 'cancelled' | 'failed'

/** What restoring would change, relative to the workspace; each list holds the first paths, `counts` all. */
export type SnapshotChanges = {
  at: Millis
  /** Brought back as they were. */
  changed: string[]
  /** Deleted since; they come back. */
  deleted: string[]
  /** Made since; removed unless they are kept. Taking the restore back brings them back. */
  created: string[]
  counts: { changed: number; deleted: number; created: number }
  /** Files that neither the snapshot nor the restore touches. */
  skipped: SkippedFiles
}
/** Most paths that each list of {@link SnapshotChanges} and {@link SkippedFiles} names. */
export const SNAPSHOT_PATHS_SHOWN = 200

/** What going back to an earlier point of a chat would do. */
export type CheckpointPreview = {
  /** When the files were as they would be again, and what that changes; null when no copy of that moment was made. */
  files: { takenAt: Millis; changes: SnapshotChanges } | null
  /** Messages of the person that the conversation would lose. */
  messages: number
}

/** What a restore did; `failed` are files that could not be written or removed. */
export type SnapshotRestored = {
  restored: number
  removed: number
  kept: number
  failed: { path: string; message: string }[]
}
