import type { ChatId } from '../../shared/ids'
import type { PermissionMode, Permissions } from '../../shared/permissions'
import type { Settings } from '../../shared/settings'
import { type Disposable, DisposableStore } from '../disposable'
import { Emitter, type Event } from '../events'
import type { SettingsPort } from '../ports'
import type { ApproveRules } from './approve'
import type { ApprovalRules } from './command-judge'
import type { RuleStore } from './rule-store'
import { DEFAULT_PERMISSIONS, effectivePermissions } from './rules/permissions'
import { createRequestCaps } from './rules/request-cap'

/** The rules of all chats as they are at this moment: the person's patterns, lists and permissions, and each chat's mode. */
export type RulesInForce = ApproveRules &
  Disposable & {
    /** Decisions may come out differently from now on: of one chat, or of all (null). */
    readonly onChange: Event<ChatId | null>
    /** The mode of a chat was switched. */
    modeChanged(chatId: ChatId): void
    /** A person answered a question of the chat or wrote to it (S-398). */
    answered(chatId: ChatId): void
  }

export type RulesInForceDeps = {
  settings: SettingsPort
  store: RuleStore
  /** The mode that holds. */
  modeOf(chatId: ChatId): PermissionMode
  /** The chat whose rules hold: that of a subagent is the one it works for. */
  ownerOf(chatId: ChatId): ChatId
  /** Of a host that was told so; its patterns are added. */
  host?: ApprovalRules
  /** Nobody can answer: the cap would only end the task (S-365). */
  isUnattended: boolean
}

/** Creates {@link RulesInForce}. */
export function createRulesInForce(deps: RulesInForceDeps): RulesInForce {
  const { settings, store, host = {}, isUnattended } = deps
  const caps = createRequestCaps()
  const owned = new DisposableStore()
  const changed = owned.add(new Emitter<ChatId | null>())
  let version = 0
  const change = (chatId: ChatId | null) => {
    version += 1
    changed.fire(chatId)
  }
  let chosen = JSON.stringify(settings.get().approvals)
  owned.add(
    settings.onChange(({ approvals }) => {
      const next = JSON.stringify(approvals)
      if (next === chosen) return
      chosen = next
      change(null)
    }),
  )
  let known = patternsOf(store)
  owned.add(
    store.onChange(() => {
      // That a rule was used changes no decision.
      const patterns = patternsOf(store)
      if (patterns === known) return
      known = patterns
      change(null)
    }),
  )
  return {
    get version() {
      return version
    },
    get maxRequests() {
      return isUnattended ? Number.POSITIVE_INFINITY : settings.get().maxRequests
    },
    onChange: changed.event,
    of({ chatId, workspaceRoot }) {
      const { blocked } = settings.get().approvals
      return {
        mode: deps.modeOf(chatId),
        allow: [...(host.allow ?? []), ...store.patternsFor({ chatId: deps.ownerOf(chatId), workspaceRoot })],
        permissions: host.permissions ?? permissionsOf(settings.get()),
        ...((host.blocked ?? blocked) ? { blocked: host.blocked ?? blocked ?? [] } : {}),
      }
    },
    take({ chatId: of, workspaceRoot, command }, patterns, mode) {
      const chatId = deps.ownerOf(of)
      // Everything may run there, so the patterns are not why (S-400).
      if (mode !== 'bypass' && !caps.take(chatId, this.maxRequests)) return false
      for (const pattern of patterns) store.used(pattern, { chatId, workspaceRoot }, command)
      return true
    },
    modeChanged: change,
    answered: caps.answered,
    dispose: () => owned.dispose(),
  }
}

/** The permissions that hold (S-396, S-397). */
export function permissionsOf({ approvals }: Settings): Permissions {
  return effectivePermissions({ ...DEFAULT_PERMISSIONS, ...approvals.permissions })
}

/** Everything of the rules that a decision depends on, as one text to compare. */
function patternsOf(store: RuleStore): string {
  return JSON.stringify(store.all().map(({ pattern, scope }) => [pattern, scope]))
}
