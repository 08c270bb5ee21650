import type { ChatSummary, TranscriptItem } from '../../shared/chat'
import type { CommandCard } from '../../shared/command'
import type { ExportFormat } from '../../shared/ipc'
import { itemMarkdown } from '../../shared/item-markdown'
import type { Entry } from './entry'

/** The version of the JSON form; grows when fields change their meaning. */
const JSON_VERSION = 1
/** Longest name that is proposed for a file, in UTF-16 units. */
const NAME_MAX_CHARS = 60

/** A conversation that is written to a file. */
export type ExportedChat = {
  chat: ChatSummary
  items: readonly TranscriptItem[]
  cards: readonly CommandCard[]
  entries: readonly Entry[]
}

/** What is written, in pieces, so that a long conversation is never one text in memory; and a name for the file. */
export function exportChat(
  exported: ExportedChat,
  format: ExportFormat,
): { name: string; pieces: Iterable<string> } {
  const title = exported.chat.title === '' ? 'Chat' : exported.chat.title
  return format === 'json'
    ? { name: `${fileName(title)}.json`, pieces: json(exported) }
    : { name: `${fileName(title)}.md`, pieces: markdown(title, exported) }
}

function* markdown(title: string, { items, cards }: ExportedChat): Generator<string> {
  const byId = new Map(cards.map((card) => [card.id, card]))
  yield `# ${title}\n`
  for (const item of items) {
    const text = itemMarkdown(item, (id) => byId.get(id))
    if (text) yield `\n${text}\n`
  }
}

/** The history as it is stored, with the results that the model got, and the commands with how they ended. */
function* json({ chat, cards, entries }: ExportedChat): Generator<string> {
  const { id, title, workspacePath, model, createdAt, updatedAt, tokens } = chat
  const head = {
    version: JSON_VERSION,
    chat: { id, title, workspacePath, model, createdAt, updatedAt, tokens },
  }
  yield `${JSON.stringify(head).slice(0, -1)},\n"entries":[`
  yield* list(entries)
  yield '],\n"commands":['
  yield* list(cards)
  yield ']}\n'
}

function* list(values: readonly unknown[]): Generator<string> {
  for (const [index, value] of values.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(value)}`
}

/** A title without what some file system does not take. */
function fileName(title: string): string {
  const plain = title
    .replace(/[\u0000-\u001f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return (
    plain
      .slice(0, NAME_MAX_CHARS)
      .replace(/[\uD800-\uDBFF]$/, '')
      .replace(/[. ]+$/, '') || 'Chat'
  )
}
