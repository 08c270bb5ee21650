import type { TranscriptItem } from '../../shared/chat'
import { entryIdSchema } from '../../shared/ids'
import type { ChatRecord } from '../store/chat-store'
import type { Entry, EntryOf } from './entry'

type UserItem = Extract<TranscriptItem, { kind: 'user' }>

/** Queued messages stand after everything else until the agent gets them. */
export const QUEUE_SEQ = 1_000_000_000

/** How much of a tool result the transcript shows, in UTF-16 units; the model got the whole. */
const DETAIL_CHARS = 2000

/** What a person sees of one entry; null for entries without a face of their own. */
export function transcriptItem(entry: Entry): TranscriptItem | null {
  const { id, seq, at } = entry
  switch (entry.kind) {
    case 'user':
      return { id, seq, at, kind: 'user', text: entry.text, queued: false, ...behind(entry) }
    case 'assistant':
      if (entry.text === '' && entry.reasoning === '') return null
      return {
        id,
        seq,
        at,
        kind: 'assistant',
        text: entry.text,
        reasoning: entry.reasoning,
        state: entry.interrupted ? 'interrupted' : 'done',
        model: entry.model,
      }
    case 'call':
      return callItem(entry)
    case 'told':
      // A person sees the lines about the ends themselves.
      return null
    case 'compaction': {
      const { summary, running, commands, isAutomatic } = entry
      return {
        id,
        seq,
        at,
        kind: 'notice',
        notice: { type: 'compacted', summary, running, commands, isAutomatic },
      }
    }
    case 'restore': {
      const { messages, files, isTakenBack } = entry
      return { id, seq, at, kind: 'notice', notice: { type: 'restored', messages, files, isTakenBack } }
    }
    case 'notice':
      return { id, seq, at, kind: 'notice', notice: entry.notice }
  }
}

function callItem(entry: EntryOf<'call'>): TranscriptItem {
  const { id, seq, at, callId, tool, title } = entry
  if (entry.commandId) return { id, seq, at, kind: 'command', commandId: entry.commandId }
  if (entry.subagentId) return { id, seq, at, kind: 'subagent', subagentId: entry.subagentId }
  const state = entry.result ? (entry.result.isError ? 'failed' : 'done') : 'running'
  const detail = entry.result?.text.slice(0, DETAIL_CHARS) ?? ''
  const card = entry.result?.card ?? entry.card
  return { id, seq, at, kind: 'tool', callId, tool, title, state, detail, ...(card ? { card } : {}) }
}

/** The whole transcript in order, queued messages last. */
export function transcriptItems(entries: readonly Entry[], queue: ChatRecord['queue']): TranscriptItem[] {
  const items = entries.map(transcriptItem).filter((item) => item !== null)
  return [...items, ...queuedItems(queue)]
}

/** Messages typed while a turn runs. */
export function queuedItems(queue: ChatRecord['queue']): TranscriptItem[] {
  return queue.map((message, index) => ({
    id: entryIdSchema.parse(message.id),
    seq: QUEUE_SEQ + index,
    at: message.at,
    kind: 'user',
    text: message.text,
    queued: true,
    ...behind(message),
  }))
}

/** What goes along with the words of a message. */
function behind({
  attached = [],
  images = [],
}: Pick<EntryOf<'user'>, 'attached' | 'images'>): Pick<UserItem, 'attached' | 'images'> {
  return {
    ...(attached.length === 0 ? {} : { attached: attached.map(({ path }) => path) }),
    ...(images.length === 0 ? {} : { images }),
  }
}
