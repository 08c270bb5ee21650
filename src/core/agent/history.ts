import type { ModelMessage, ToolCall, ToolResult } from '../ports'

/** What the model reads where the result of a call is missing, after a crash in the middle of it (A-005, S-347). */
export const RESULT_LOST =
  'The result of this call is not known: Vigil ended while it ran. It may have run in part or completely. Check before you repeat it.'

/** What stands where an answer broke off or was cut off, so that the model goes on instead of starting over. */
export const CONTINUE = [
  '[Answer cut off, from Vigil, not from the user]',
  'Your answer above broke off before it was complete. Continue where it stopped, without repeating it.',
].join('\n')

/**
 * Makes a history valid for every provider and keeps everything else as it is: each call has
 * exactly one result, right after its message and in call order; results without a call and empty messages are left out;
 * nothing but calls follows an answer directly, and the last word is never the model's. Repairing twice changes nothing, and
 * more messages at the end change nothing before them, so prompt caches keep working.
 */
export function repairHistory(messages: readonly ModelMessage[]): ModelMessage[] {
  const repaired: ModelMessage[] = []
  messages.forEach((message, index) => {
    switch (message.role) {
      case 'user':
        if (message.text !== '' || message.images) repaired.push(message)
        break
      case 'assistant':
        if (message.text === '' && message.calls.length === 0) break
        if (endsWithAnswer(repaired)) repaired.push(GO_ON)
        repaired.push(message)
        if (message.calls.length > 0)
          repaired.push({ role: 'tool', results: resultsOf(message.calls, resultsAfter(messages, index)) })
        break
      case 'tool':
        // Placed with their calls.
        break
    }
  })
  return untilAnswerable(repaired)
}

/** Adds the request to go on when the last word is the model's; providers refuse such a history or take it as a prefix. */
export function untilAnswerable(messages: readonly ModelMessage[]): ModelMessage[] {
  return endsWithAnswer(messages) ? [...messages, GO_ON] : [...messages]
}

const GO_ON: ModelMessage = { role: 'user', text: CONTINUE }

function endsWithAnswer(messages: readonly ModelMessage[]): boolean {
  const last = messages.at(-1)
  return last?.role === 'assistant' && last.calls.length === 0
}

/** Results between an answer and the next one; identifiers may repeat in a chat, but not in one answer. */
function resultsAfter(messages: readonly ModelMessage[], index: number): ToolResult[] {
  const results: ToolResult[] = []
  for (const message of messages.slice(index + 1)) {
    if (message.role === 'assistant') break
    if (message.role === 'tool') results.push(...message.results)
  }
  return results
}

function resultsOf(calls: readonly ToolCall[], results: readonly ToolResult[]): ToolResult[] {
  return calls.map(
    ({ callId, tool }) =>
      results.find((result) => result.callId === callId) ?? {
        callId,
        tool,
        text: RESULT_LOST,
        isError: true,
      },
  )
}
