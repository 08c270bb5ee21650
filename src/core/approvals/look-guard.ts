import { realpath } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { ChatId } from '../../shared/ids'
import type { ApproveRules } from './approve'
import { ignoreRulesOf } from './disk/ignored-paths'
import { IGNORE_FILES } from './rules/ignore-file'
import { DEFAULT_PERMISSIONS } from './rules/permissions'
import { isInside } from './rules/places'
import { isSecretName } from './rules/secret-names'

/** A place that a tool wants to search or list for the agent. */
export type LookRequest = {
  chatId: ChatId
  workspaceRoot: string
  path: string
  permission: 'rg' | 'listFiles'
}

/** `place` is real; `shows` says whether something below it may be seen, by its path relative to the place. */
export type LookDecision =
  | { ok: true; place: string; shows(path: string, isFolder: boolean): boolean }
  | { ok: false; message: string }

/** Decides about searching and listing; with the rules as they are at that moment. */
export type LookGuard = (request: LookRequest) => Promise<LookDecision>

/**
 * Creates the {@link LookGuard}. What the ignore file hides is never shown (S-399). What usually holds secrets is not
 * searched, and what no permission covers is for a command that asks the person (S-137, S-396).
 */
export function createLookGuard(rules: Pick<ApproveRules, 'of'>): LookGuard {
  return async ({ chatId, workspaceRoot, path, permission }) => {
    const root = await realpath(workspaceRoot)
    const place = await realOrNull(resolve(workspaceRoot, path))
    const { mode, permissions = DEFAULT_PERMISSIONS } = rules.of({
      chatId,
      command: '',
      cwd: root,
      workspaceRoot: root,
    })
    const isFree = mode === 'bypass'
    const isOutside = place !== null && !isInside(root, place)
    if (!isFree && !permissions[permission])
      return { ok: false, message: `This is switched off without a question. ${ASK_INSTEAD}` }
    if (!isFree && isOutside && !permissions[`${permission}Externally`])
      return { ok: false, message: `${path} is outside the workspace. ${ASK_INSTEAD}` }
    if (place === null) return { ok: false, message: `${path} does not exist.` }
    const ignore = await ignoreRulesOf(root)
    const shows = (below: string, isFolder: boolean): boolean => {
      const inside = relative(root, join(place, below)).replaceAll('\\', '/')
      if (!isFree && permission === 'rg' && !isFolder && isSecretName(inside)) return false
      return isOutside || !hides(inside, isFolder)
    }
    const hides = (inside: string, isFolder: boolean) =>
      (IGNORE_FILES as readonly string[]).includes(inside) || (ignore?.hides(inside, isFolder) ?? false)
    const own = relative(root, place).replaceAll('\\', '/')
    if (!isOutside && own !== '' && (hides(own, true) || hides(own, false)))
      return { ok: false, message: `${path} is hidden from you by the ignore file of the workspace.` }
    if (!isFree && permission === 'rg' && isSecretName(isOutside ? place : own))
      return { ok: false, message: `${path} usually holds keys or passwords. ${ASK_INSTEAD}` }
    return { ok: true, place, shows }
  }
}

const ASK_INSTEAD = 'If you need it, use a `shell` command: the user is asked then.'

async function realOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch {
    // Missing, or behind a folder that may not be entered.
    return null
  }
}
