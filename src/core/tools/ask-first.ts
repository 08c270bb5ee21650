import type { Action, ActionStage, ToolCard } from '../../shared/tool-card'
import type { ActionGuard } from '../approvals/action-guard'
import type { ApprovalEnd, CallAsks } from '../asks/call-asks'
import type { Clock } from '../clock'
import { NOT_RUN_AFTER_STOP, type ToolAnswer, type ToolContext } from './tool'

export type AskFirstDeps = {
  guard: ActionGuard
  asks: Pick<CallAsks, 'ask'>
  /** Shows the card of a call while it runs. */
  showCard(context: Pick<ToolContext, 'chatId' | 'callId'>, card: ToolCard): void
  clock: Pick<Clock, 'now'>
}

/** Does an action once the rules or a person allow it (A-035, A-151, S-396). `act` gives the words for the agent. */
export async function askFirst(
  action: Action,
  context: ToolContext,
  { guard, asks, showCard, clock }: AskFirstDeps,
  act: () => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  const { chatId, callId, workspaceRoot, signal } = context
  const decide = () => guard({ chatId, workspaceRoot, kind: action.type })
  const finish = (stage: ActionStage, answer: ToolAnswer): ToolAnswer => ({
    ...answer,
    card: { kind: 'action', action, stage },
  })
  const refuse = (text: string, stage: ActionStage = { kind: 'not-done' }) =>
    finish(stage, { text, isError: true })
  const decision = decide()
  if (decision.kind === 'refuse') return refuse(decision.message)
  if (decision.kind === 'ask') {
    const { permission } = decision
    const question = { askedAt: clock.now(), reasons: [], permission }
    showCard(context, { kind: 'action', action, stage: { kind: 'asking', question } })
    const end = await asks.ask<'approve' | 'reject'>(
      {
        chatId,
        callId,
        about: action.type === 'web' ? 'web' : 'memory',
        subject: action.type === 'web' ? action.url : action.name,
        permission,
        accepts: ['approve', 'reject'],
        async decideAgain() {
          const now = decide()
          if (now.kind === 'run') return { kind: 'approve', remember: false }
          return now.kind === 'refuse' ? { kind: 'refused', message: now.message } : null
        },
      },
      signal,
    )
    if (end.kind !== 'approve')
      return refuse(
        refusalText(end),
        end.kind === 'reject' ? { kind: 'rejected', text: end.text } : undefined,
      )
  }
  if (signal.aborted) return refuse(NOT_RUN_AFTER_STOP)
  const answer = await act()
  return finish({ kind: answer.isError ? 'not-done' : 'done' }, answer)
}

function refusalText(end: Exclude<ApprovalEnd, { kind: 'approve' }>): string {
  switch (end.kind) {
    case 'reject':
      return `The user rejected this; it was not done.${end.text?.trim() ? `\nThe user says: ${end.text.trim()}` : ''}`
    case 'stopped':
      return NOT_RUN_AFTER_STOP
    case 'unanswered':
      return 'This needs a confirmation, and nobody can answer in an unattended run. It was not done. Go on without it, or say what is left to do.'
    case 'refused':
      return end.message
  }
}
