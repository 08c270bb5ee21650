import type { Workspace } from '../shared/chat'
import { EngineError } from '../shared/errors'
import type { ChatId, CommandId, WorkspaceId } from '../shared/ids'
import type { EngineEvent, RequestInput } from '../shared/ipc'
import type { PermissionMode, RuleScope } from '../shared/permissions'
import { type ActionGuard, createActionGuard } from './approvals/action-guard'
import { createApprovalPage } from './approvals/approval-page'
import { type Approve, createApprove } from './approvals/approve'
import { createCommandJudge } from './approvals/command-judge'
import { createEditGuard, type EditGuard } from './approvals/edit-guard'
import { createLookGuard, type LookGuard } from './approvals/look-guard'
import { createReadGuard, type ReadGuard } from './approvals/read-guard'
import { createRuleStore, type RulePort } from './approvals/rule-store'
import { createRulesInForce } from './approvals/rules-in-force'
import { type CallAsks, createCallAsks } from './asks/call-asks'
import { type Disposable, DisposableStore } from './disposable'
import type { EngineDeps, EngineHandlers } from './engine-api'
import type { CommandService } from './jobs/command-service'

type Handled = Extract<
  keyof EngineHandlers,
  `approvals.${string}` | 'call.answer' | 'command.approve' | 'command.reject'
>

/** Everything about approval that the engine puts together: the rules, the page about them, and the answers. */
export type EngineApprovals = Disposable & {
  readonly approve: Approve
  readonly mayRead: ReadGuard
  readonly mayLook: LookGuard
  readonly guardEdit: EditGuard
  readonly guardAction: ActionGuard
  /** Calls that wait for the person, apart from commands. */
  readonly asks: CallAsks
  readonly handlers: Pick<EngineHandlers, Handled>
  /** Loads what reads commands, and asks the login shell for its PATH, while the model thinks; once. */
  warmUp(): void
  /** The mode of a chat was switched: what waits in it is decided again. */
  modeChanged(chatId: ChatId): void
  /** A person wrote to the chat (S-398). */
  answered(chatId: ChatId): void
  /** A chat is gone. */
  forgetChat(chatId: ChatId): void
}

export type EngineApprovalsDeps = Pick<
  EngineDeps,
  'clock' | 'ids' | 'settings' | 'shells' | 'facts' | 'paths' | 'approvalRules' | 'isUnattended' | 'reportBug'
> & {
  port: RulePort
  /** Made after the approvals, which the tools need first. */
  commands: () => Pick<CommandService, 'approve' | 'reject' | 'reconsider' | 'card'>
  chat(id: ChatId): { modeInForce: PermissionMode; workspacePath: string } | undefined
  ownerOf(id: ChatId): ChatId
  workspaces: { list(): Workspace[]; get(id: WorkspaceId): Workspace }
  emit(event: EngineEvent): void
}

/** Creates {@link EngineApprovals}. */
export function createEngineApprovals(deps: EngineApprovalsDeps): EngineApprovals {
  const { settings, shells, facts, paths, clock, ids, commands, emit, reportBug } = deps
  const owned = new DisposableStore()
  const judge = createCommandJudge({ facts, dataDir: paths.root, searchPath: shells.searchPath })
  const store = createRuleStore({ port: deps.port, clock, ids })
  const rules = owned.add(
    createRulesInForce({
      settings,
      store,
      modeOf: (chatId) => deps.chat(chatId)?.modeInForce ?? 'standard',
      ownerOf: deps.ownerOf,
      host: deps.approvalRules,
      isUnattended: deps.isUnattended ?? false,
    }),
  )
  const approve = createApprove({ shells, judge, rules, reportBug })
  const page = createApprovalPage({
    settings,
    store,
    judge,
    shells,
    facts,
    dataDir: paths.root,
    workspaces: deps.workspaces,
  })

  const asks = owned.add(createCallAsks({ isUnattended: deps.isUnattended ?? false }))

  let isDisposed = false
  const announce = async () => {
    const approvals = await page.settings()
    if (!isDisposed) emit({ name: 'approvals.changed', payload: { approvals } })
  }
  owned.add(store.onChange(() => announce().catch(reportBug)))
  owned.add(
    rules.onChange((chatId) => {
      // After the answer that changed them: what it settles must not count as run by the rules (S-398).
      queueMicrotask(() => {
        commands().reconsider(chatId).catch(reportBug)
        // The rules of a chat are those of its subagents.
        asks.reconsider((id) => chatId === null || deps.ownerOf(id) === chatId).catch(reportBug)
      })
      if (chatId === null) announce().catch(reportBug)
    }),
  )

  let isWarm = false
  const warmUp = async () => {
    const shell = await shells.resolve(new AbortController().signal)
    await judge.decide({ command: 'ls', cwd: facts.homeDir, workspaceRoot: facts.homeDir }, shell)
  }

  const scopeOf = (chatId: ChatId, scope: RuleScope['kind']): RuleScope => {
    switch (scope) {
      case 'chat':
        return { kind: scope, chatId }
      case 'workspace': {
        const root = deps.chat(chatId)?.workspacePath
        if (root === undefined) throw new EngineError('unknown-chat', 'This chat no longer exists.')
        return { kind: scope, root }
      }
      case 'everywhere':
        return { kind: scope }
    }
  }
  /** A blocked command runs once, and nothing is remembered about it (S-373, A-036). */
  const approveByHand = (id: CommandId, remember: RequestInput<'command.approve'>['remember']) => {
    const card = commands().card(id)
    if (remember && card?.state.kind === 'pending') {
      if (card.state.question.blocked)
        throw new EngineError('bad-input', 'A blocked command can only be allowed once.')
      store.addAll(remember.patterns, scopeOf(card.chatId, remember.scope))
    }
    commands().approve(id)
    if (card) rules.answered(card.chatId)
  }

  return {
    approve,
    mayRead: createReadGuard(rules),
    mayLook: createLookGuard(rules),
    guardEdit: createEditGuard(rules, { homeDir: facts.homeDir, dataDir: paths.root }),
    guardAction: createActionGuard(rules),
    asks,
    modeChanged: rules.modeChanged,
    answered: rules.answered,
    forgetChat: store.forgetChat,
    warmUp() {
      if (isWarm) return
      isWarm = true
      // The first command meets whatever is wrong and says so.
      warmUp().catch(() => {})
    },
    handlers: {
      'call.answer': async ({ chatId, callId, answer }) => {
        const permission = asks.answer(chatId, callId, answer)
        if (answer.kind === 'approve' && answer.remember && permission)
          await page.setPermission({ name: permission, isOn: true })
        rules.answered(deps.ownerOf(chatId))
      },
      'command.approve': async ({ commandId, remember }) => approveByHand(commandId, remember),
      'command.reject': async ({ commandId, text }) => {
        commands().reject(commandId, text)
        const card = commands().card(commandId)
        if (card) rules.answered(card.chatId)
      },
      'approvals.settings': () => page.settings(),
      'approvals.setPermission': (input) => page.setPermission(input),
      'approvals.addRule': (input) => page.addRule(input),
      'approvals.editRule': (input) => page.editRule(input),
      'approvals.removeRule': (input) => page.removeRule(input),
      'approvals.setBlocked': (input) => page.setBlocked(input),
      'approvals.tryCommand': (input) => page.tryCommand(input),
    },
    dispose() {
      isDisposed = true
      owned.dispose()
    },
  }
}
