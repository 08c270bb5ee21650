import type { TranscriptItem } from '../../shared/chat'
import type { EntryId } from '../../shared/ids'
import type { EngineEvents } from '../../shared/ipc'
import type { Transcript } from './data'

/** An empty transcript that waits for its content. */
export const LOADING_TRANSCRIPT: Transcript = { load: 'loading', order: [], items: new Map() }

/** A transcript made of the answer to `chat.open`. */
export function readyTranscript(items: readonly TranscriptItem[]): Transcript {
  const order = [...items].sort((a, b) => a.seq - b.seq).map((item) => item.id)
  return { load: 'ready', order, items: new Map(items.map((item) => [item.id, item])) }
}

/** Inserts or replaces one item; an item keeps its place, a new one goes where `seq` says. */
export function putItem(transcript: Transcript, item: TranscriptItem): Transcript {
  const items = new Map(transcript.items).set(item.id, item)
  const known = transcript.items.get(item.id)
  if (known && known.seq === item.seq) return { ...transcript, items }
  const order = known ? transcript.order.filter((id) => id !== item.id) : transcript.order
  let place = order.length
  while (place > 0 && seqAt(transcript, order, place - 1) > item.seq) place--
  return { ...transcript, items, order: [...order.slice(0, place), item.id, ...order.slice(place)] }
}

function seqAt(transcript: Transcript, order: readonly EntryId[], index: number): number {
  const id = order[index]
  return id === undefined ? -1 : (transcript.items.get(id)?.seq ?? -1)
}

/** Removes one item. */
export function removeItem(transcript: Transcript, id: EntryId): Transcript {
  if (!transcript.items.has(id)) return transcript
  const items = new Map(transcript.items)
  items.delete(id)
  return { ...transcript, items, order: transcript.order.filter((other) => other !== id) }
}

/**
 * Appends streamed text where it belongs. A repeat changes nothing; text that does not meet what is there, or
 * belongs to an item that is not there, is a gap: null, and the chat must be read again.
 */
export function appendText(
  transcript: Transcript,
  event: EngineEvents['transcript.text'],
): Transcript | null {
  const item = transcript.items.get(event.id)
  if (item?.kind !== 'assistant') return null
  const have = item[event.channel]
  if (event.at > have.length) return null
  const repeated = have.slice(event.at)
  if (repeated.length >= event.text.length) {
    return repeated.startsWith(event.text) ? transcript : null
  }
  if (!event.text.startsWith(repeated)) return null
  const grown: TranscriptItem = { ...item, [event.channel]: have + event.text.slice(repeated.length) }
  return { ...transcript, items: new Map(transcript.items).set(event.id, grown) }
}
