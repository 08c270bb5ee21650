import { realpath } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { ChatId } from '../../shared/ids'
import type { ApproveRules } from './approve'
import { ignoreRulesOf } from './disk/ignored-paths'
import { DEFAULT_PERMISSIONS } from './rules/permissions'
import { isInside } from './rules/places'
import { isSecretName } from './rules/secret-names'

/** A file that a tool wants to read for the agent: as it was named, and with its links followed. */
export type ReadRequest = { chatId: ChatId; workspaceRoot: string; path: string; file: string }

/** Why a file of the workspace may not be read without a question, in words for the agent; null when it may. */
export type ReadGuard = (request: ReadRequest) => Promise<string | null>

/**
 * Creates the {@link ReadGuard}. What the ignore file hides is never read (S-399), and neither is that file. What usually
 * holds secrets, and everything while reading is switched off, is for a command that asks the person (S-137, S-396).
 */
export function createReadGuard(rules: Pick<ApproveRules, 'of'>): ReadGuard {
  return async ({ chatId, workspaceRoot, path, file }) => {
    const root = await realpath(workspaceRoot)
    const named = resolve(workspaceRoot, path)
    const inside = [relative(workspaceRoot, named), isInside(root, file) ? relative(root, file) : '']
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name !== '' && !name.startsWith('..'))
    const ignore = await ignoreRulesOf(root)
    if (ignore && inside.some((name) => ignore.hides(name, false)))
      return `${path} is hidden from you by the ignore file of the workspace.`
    const { mode, permissions = DEFAULT_PERMISSIONS } = rules.of({
      chatId,
      command: '',
      cwd: root,
      workspaceRoot: root,
    })
    if (mode === 'bypass') return null
    if (!permissions.readFiles) return `Reading without a question is switched off. ${ASK_INSTEAD}`
    if (inside.some(isSecretName)) return `${path} usually holds keys or passwords. ${ASK_INSTEAD}`
    return null
  }
}

const ASK_INSTEAD = 'If you need it, read it with a `shell` command: the user is asked then.'
