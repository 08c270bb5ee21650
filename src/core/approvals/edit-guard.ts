import { realpath } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { ChatId } from '../../shared/ids'
import type { DecisionReason, PermissionMode, PermissionName, Permissions } from '../../shared/permissions'
import type { ApproveRules } from './approve'
import { ignoreRulesOf } from './disk/ignored-paths'
import { realPathOf } from './disk/real-path'
import { DEFAULT_PERMISSIONS } from './rules/permissions'
import { isInside } from './rules/places'
import { type ProtectionPlaces, protection } from './rules/protected-paths'

/** A file that a tool wants to write for the agent, as it was named. */
export type EditRequest = { chatId: ChatId; workspaceRoot: string; path: string }

/** What may happen to the file; `file` is where it really lies, `shown` how a person knows it. */
export type EditDecision =
  | { kind: 'run'; file: string; shown: string }
  | {
      kind: 'ask'
      file: string
      shown: string
      reasons: DecisionReason[]
      permission: PermissionName | null
    }
  | { kind: 'refuse'; message: string }

/** Decides about writing a file; with the rules as they are at that moment. */
export type EditGuard = (request: EditRequest) => Promise<EditDecision>

/** Where a file lies, links followed, and what is special about that place. */
export type EditPlace = {
  path: string
  isOutside: boolean
  isNotebook: boolean
  /** Why it is protected, or null. */
  protected: string | null
}

/**
 * Whether a file may be written unasked (A-019…, S-396, S-401): null when it may, else why not and which
 * permission alone would let it pass. Pure.
 */
export function decideEdit(
  place: EditPlace,
  mode: PermissionMode,
  permissions: Permissions,
): { reasons: DecisionReason[]; permission: PermissionName | null } | null {
  if (mode === 'bypass') return null
  const reasons: DecisionReason[] = []
  const missing: PermissionName[] = []
  const base = place.isNotebook ? 'editNotebooks' : 'editFiles'
  if (place.protected !== null && !permissions.editSensitiveFiles) {
    reasons.push(reason('protected-path', place.path, `${place.path} is ${place.protected}`))
    missing.push('editSensitiveFiles')
  }
  const external = place.isNotebook ? 'editNotebooksExternally' : 'editFilesExternally'
  if (place.isOutside && !permissions[external]) {
    reasons.push(reason('outside-path', place.path, `${place.path} is outside the workspace`))
    missing.push(external)
  }
  if (mode !== 'auto' && !permissions[base]) missing.push(base)
  if (missing.length === 0) return null
  const [only] = missing
  // A protected file is asked about each time; who wants it otherwise says so in the settings.
  const isOffered = missing.length === 1 && only !== undefined && only !== 'editSensitiveFiles'
  return { reasons, permission: isOffered && (only === base || permissions[base]) ? only : null }
}

/**
 * Creates the {@link EditGuard}. What the ignore file hides is never written, and neither is that file (S-399); links count
 * as what they lead to (S-091).
 */
export function createEditGuard(rules: Pick<ApproveRules, 'of'>, places: ProtectionPlaces): EditGuard {
  return async ({ chatId, workspaceRoot, path }) => {
    const root = await realpath(workspaceRoot)
    const named = resolve(workspaceRoot, path)
    const { real: file } = await realPathOf(named)
    const isOutside = !isInside(root, file)
    const inside = [relative(workspaceRoot, named), isOutside ? '' : relative(root, file)].filter(
      (name) => name !== '' && !/^\.\.(?:\/|$)/.test(name),
    )
    const ignore = await ignoreRulesOf(root)
    if (ignore && inside.some((name) => ignore.hides(name, false)))
      return { kind: 'refuse', message: `${path} is hidden from you by the ignore file of the workspace.` }
    const shown = isOutside ? file : relative(root, file)
    const { mode = 'standard', permissions = DEFAULT_PERMISSIONS } = rules.of({
      chatId,
      command: '',
      cwd: root,
      workspaceRoot: root,
    })
    // A change that waited while the mode was switched; the gate of the tools refuses all others.
    if (mode === 'plan')
      return {
        kind: 'refuse',
        message: 'Not done: the permission mode is Plan by now, in which nothing may be changed.',
      }
    const asks = decideEdit(
      {
        path: shown,
        isOutside,
        isNotebook: file.endsWith('.ipynb'),
        protected: protection(named, places) ?? protection(file, places),
      },
      mode,
      permissions,
    )
    return asks ? { kind: 'ask', file, shown, ...asks } : { kind: 'run', file, shown }
  }
}

function reason(rule: DecisionReason['rule'], path: string, text: string): DecisionReason {
  return { start: 0, end: 0, segment: path, rule, text, subject: path }
}
