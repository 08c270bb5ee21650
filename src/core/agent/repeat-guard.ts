import { createHash } from 'node:crypto'
import type { ToolCall, ToolResult } from '../ports'

/** Times the same call may have the same result before the model is told. */
export const REPEATS_TOLD = 3
/** Calls looked back on; a repetition may alternate between a few calls, but an old one is no loop. */
const WINDOW_CALLS = 12

/** Notices a model that goes round in a circle. */
export type RepeatGuard = {
  /** Records a call with its result; gives how often this pair occurred lately, this time included. */
  record(call: ToolCall, result: ToolResult): number
}

export function createRepeatGuard(): RepeatGuard {
  const recent: string[] = []
  return {
    record(call, result) {
      if (isWaiting(call)) return 1
      const key = fingerprint(call, result)
      recent.push(key)
      if (recent.length > WINDOW_CALLS) recent.shift()
      return recent.filter((one) => one === key).length
    },
  }
}

/** What the model reads below a result it got before. */
export function repeatedText(text: string, times: number): string {
  return `${text}\n\n[Repeated call, from Vigil]\nYou made this same call ${times} times lately and got the same result each time. Making it again will not change that: try something else, or tell the user what is in the way.`
}

/** A call that asks to wait passes the time instead of asking again and again. */
function isWaiting({ tool, input }: ToolCall): boolean {
  if (tool === 'wait_for') return true
  return typeof input === 'object' && input !== null && 'wait_ms' in input && Number(input.wait_ms) > 0
}

function fingerprint(call: ToolCall, result: ToolResult): string {
  const args = call.input === null ? call.argsText : JSON.stringify(call.input)
  return createHash('sha256')
    .update(JSON.stringify([call.tool, args, result.text]))
    .digest('base64')
}
