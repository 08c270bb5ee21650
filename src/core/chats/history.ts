import type { ModelMessage } from '../ports'
import type { Entry, EntryOf } from './entry'

/**
 * What the model is sent of a chat: user messages, answers with their calls, and results in call order. What
 * Vigil told with a message goes before it as a message of its own, so that it never mixes with the user's words.
 * A call that never got a result is left for the repair in `agent/history`.
 */
export function modelHistory(entries: readonly Entry[]): ModelMessage[] {
  const messages: ModelMessage[] = []
  for (const entry of entries) {
    switch (entry.kind) {
      case 'user':
        if (entry.told) messages.push({ role: 'user', text: entry.told })
        messages.push({ role: 'user', text: withAttached(entry) })
        break
      case 'assistant':
        messages.push({
          role: 'assistant',
          text: entry.text,
          calls: entry.calls.map((call) => ({ ...call, input: call.input ?? null })),
        })
        break
      case 'call': {
        if (!entry.result) break
        const last = messages.at(-1)
        if (last?.role === 'tool') last.results.push(entry.result)
        else messages.push({ role: 'tool', results: [entry.result] })
        break
      }
      case 'told':
        // After a result it stands behind all results of its answer: the repair puts those together.
        messages.push({ role: 'user', text: entry.text })
        break
      case 'notice':
        break
    }
  }
  return messages
}

/** The user's words as they were typed, and behind them what they mention. */
function withAttached({ text, attached = [] }: EntryOf<'user'>): string {
  return [text, ...attached.map((one) => one.text)].join('\n\n')
}
