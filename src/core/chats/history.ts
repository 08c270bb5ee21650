import { REMOVED_RESULT, SUMMARY_QUESTION } from '../agent/compaction'
import type { ModelImage, ModelMessage } from '../ports'
import { type Entry, type EntryOf, lastEntry } from './entry'
import { restoreText } from './restore-text'

/**
 * What the model is sent of a chat: user messages, answers with their calls, and results in call order. What
 * Vigil told with a message goes before it as a message of its own, so that it never mixes with the user's words.
 * A call that never got a result is left for the repair in `agent/history`.
 */
export function modelHistory(all: readonly Entry[]): ModelMessage[] {
  const messages: ModelMessage[] = []
  const compaction = lastEntry(all, 'compaction')
  const entries = compaction?.summary == null ? all : keptEntries(all, compaction)
  if (compaction?.summary != null) messages.push(...summaryPair(compaction))
  for (const entry of entries) {
    switch (entry.kind) {
      case 'user':
        if (entry.told) messages.push({ role: 'user', text: entry.told })
        messages.push({ role: 'user', text: withAttached(entry), ...imagesOf(entry) })
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
        const isRemoved = compaction !== undefined && entry.seq < compaction.resultsFrom
        const result = isRemoved ? { ...entry.result, text: REMOVED_RESULT } : entry.result
        if (last?.role === 'tool') last.results.push(result)
        else messages.push({ role: 'tool', results: [result] })
        break
      }
      case 'told':
        // After a result it stands behind all results of its answer: the repair puts those together.
        messages.push({ role: 'user', text: entry.text })
        break
      case 'restore': {
        const text = restoreText(entry)
        if (text !== '') messages.push({ role: 'user', text })
        break
      }
      case 'notice':
      case 'compaction':
        break
    }
  }
  return messages
}

/** The user's words as they were typed, and behind them what they mention. */
function withAttached({ text, attached = [] }: EntryOf<'user'>): string {
  return [text, ...attached.map((one) => one.text)].join('\n\n')
}

/** The images behind the words; their content is read when a request goes out. */
function imagesOf({ images = [] }: EntryOf<'user'>): { images?: ModelImage[] } {
  return images.length === 0 ? {} : { images: images.map((image) => ({ ...image, content: null })) }
}

/** What is sent word by word: the newest entries, and the message of the user that they belong to. */
function keptEntries(all: readonly Entry[], { keepFrom, keptMessage }: EntryOf<'compaction'>): Entry[] {
  return all.filter((entry) => entry.seq >= keepFrom || entry.id === keptMessage)
}

/** The summarised part as a question and its answer, with what ran then at its end (A-126, S-268…S-271). */
function summaryPair({ summary, running }: EntryOf<'compaction'>): ModelMessage[] {
  const text = [summary ?? '', running].filter((part) => part !== '').join('\n\n')
  return [
    { role: 'user', text: SUMMARY_QUESTION },
    { role: 'assistant', text, calls: [] },
  ]
}
