import type { ChatId } from '../../shared/ids'
import type { PermissionName } from '../../shared/permissions'
import type { ApproveRules } from './approve'
import { DEFAULT_PERMISSIONS } from './rules/permissions'

/** Something that the agent does without a command and without changing a file of the work. */
export type ActionKind = 'memory' | 'web'

/** What may happen; `permission` alone would let it pass next time, null where none would. */
export type ActionDecision =
  | { kind: 'run' }
  | { kind: 'ask'; permission: PermissionName | null }
  | { kind: 'refuse'; message: string }

/** Decides with the rules as they are at that moment. */
export type ActionGuard = (request: {
  chatId: ChatId
  workspaceRoot: string
  kind: ActionKind
}) => ActionDecision

/**
 * Creates the {@link ActionGuard}. A note is written unasked where files are; a page of the web is opened unasked
 * by its permission (S-396), and asked about also in Plan, since reading changes nothing here.
 */
export function createActionGuard(rules: Pick<ApproveRules, 'of'>): ActionGuard {
  return ({ chatId, workspaceRoot, kind }) => {
    const { mode = 'standard', permissions = DEFAULT_PERMISSIONS } = rules.of({
      chatId,
      command: '',
      cwd: workspaceRoot,
      workspaceRoot,
    })
    if (mode === 'bypass') return { kind: 'run' }
    if (kind === 'web')
      return permissions.webFetch ? { kind: 'run' } : { kind: 'ask', permission: 'webFetch' }
    if (mode === 'plan')
      return {
        kind: 'refuse',
        message: 'Not done: the permission mode is Plan by now, in which nothing may be changed.',
      }
    return mode === 'auto' ? { kind: 'run' } : { kind: 'ask', permission: null }
  }
}
