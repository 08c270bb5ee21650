import type { ToolCall, ToolResult } from '../ports'
import type { AnyTool, BoundCall, ToolAnswer } from '../tools/tool'

/**
 * Arguments of a call as a value: no arguments are an empty object, and null means that the text is not valid JSON
 * . JSON's own null, which some local servers send for no arguments, counts as none.
 */
export function parseArguments(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) ?? {}
  } catch {
    // Expected: models do write broken JSON; the call gets a result that says so.
    return null
  }
}

/** A call that can run, or the words for why it cannot; nothing is executed here. */
export type PreparedCall = { ok: true; call: BoundCall } | { ok: false; message: string }

/** Finds the tool of a call and checks the arguments. */
export function prepareCall(tools: readonly AnyTool[], call: ToolCall, cutOff: boolean): PreparedCall {
  const tool = tools.find((one) => one.spec.name === call.tool)
  if (!tool) {
    const names = tools.map((one) => `\`${one.spec.name}\``).join(', ')
    return refused(
      `There is no tool named \`${call.tool.slice(0, NAME_MAX_CHARS)}\`. Available: ${names || 'none'}.`,
    )
  }
  if (call.input === null) return refused(cutOff ? ARGUMENTS_CUT_OFF : badJson(call.argsText))
  const bound = tool.bind(call.input)
  return bound.ok ? bound : refused(`The arguments of \`${call.tool}\` are not valid: ${bound.message}`)
}

/** The one result of a call. */
export function toolResult(call: ToolCall, answer: ToolAnswer): ToolResult {
  const { text, isError, outcome, card } = answer
  return {
    callId: call.callId,
    tool: call.tool,
    text,
    isError,
    ...(outcome ? { outcome } : {}),
    ...(card ? { card } : {}),
  }
}

/** The result of a call that did not run or did not end well. */
export function errorResult(call: ToolCall, text: string): ToolResult {
  return { callId: call.callId, tool: call.tool, text, isError: true }
}

/** What the model reads about calls after a Stop. */
export const ENDED_BY_STOP =
  'This call was ended because the user stopped the turn. It may have had some effect.'

/** What the model reads about a tool that failed by a bug. */
export function thrownText(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return `The tool failed unexpectedly: ${words.slice(0, THROWN_MAX_CHARS)}\nThe call may have had some effect.`
}

const ARGUMENTS_CUT_OFF =
  'Nothing was executed: the answer reached its length limit before the arguments of this call were complete. Make a shorter call, or split it into several.'

function badJson(text: string): string {
  const shown = text.length > ARGUMENTS_SHOWN_CHARS ? `${text.slice(0, ARGUMENTS_SHOWN_CHARS)}…` : text
  return `Nothing was executed: the arguments are not valid JSON. They were: ${shown}`
}

function refused(message: string): PreparedCall {
  return { ok: false, message: message.startsWith('Nothing') ? message : `${message} Nothing was executed.` }
}

/** Longest name of an unknown tool that is repeated to the model, in UTF-16 units. */
const NAME_MAX_CHARS = 100
/** Longest beginning of broken arguments that is repeated to the model, in UTF-16 units. */
const ARGUMENTS_SHOWN_CHARS = 300
/** Longest error text of a tool that is passed on, in UTF-16 units. */
const THROWN_MAX_CHARS = 500
