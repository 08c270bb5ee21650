import type { ChatId } from '../../shared/ids'
import type { PermissionMode } from '../../shared/permissions'
import type { Tool } from './tool'

/** What the agent is told about a call that Plan does not allow. */
const NOT_IN_PLAN =
  'Not done: the permission mode is Plan, in which nothing may be changed, and nobody was asked. Go on without it; the user switches the mode when the plan is good.'

/**
 * The same tool, but in Plan a call that it does not declare to be read-only is refused with an explanation (A-028,
 * Not for `shell`, which looks at its command first.
 */
export function planGate<I>(tool: Tool<I>, modeOf: (chatId: ChatId) => PermissionMode): Tool<I> {
  return {
    ...tool,
    run: async (input, context) =>
      modeOf(context.chatId) === 'plan' && !tool.runsInPlan && !tool.isReadOnly?.(input)
        ? { text: NOT_IN_PLAN, isError: true }
        : tool.run(input, context),
  }
}
