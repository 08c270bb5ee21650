import { create } from 'zustand'

/** How long polite messages are collected before they are read out together (ui.md 6). */
const MERGE_MS = 2000

/** Something to be read out. Messages of one kind that fall together are said as one, through `merged`. */
export type PoliteMessage = { kind: string; text: string; merged: (count: number) => string }

/** The texts of the two hidden live regions. `turn` changes with each, so that a repeated text is read again. */
export const useAnnouncer = create<{ polite: string; assertive: string; turn: number }>(() => ({
  polite: '',
  assertive: '',
  turn: 0,
}))

let waiting: PoliteMessage[] = []
let timer: number | null = null

/** Reads a message when the screen reader is free; messages within two seconds are merged. */
export function announcePolite(message: PoliteMessage): void {
  waiting.push(message)
  if (timer === null) timer = window.setTimeout(flush, MERGE_MS)
}

/** Reads a message at once: a needed decision or an error. */
export function announceAssertive(text: string): void {
  useAnnouncer.setState((state) => ({ assertive: text, turn: state.turn + 1 }))
}

function flush(): void {
  const polite = mergeMessages(waiting)
  waiting = []
  timer = null
  useAnnouncer.setState((state) => ({ polite, turn: state.turn + 1 }))
}

/** One sentence per kind, in the order the kinds first came. */
export function mergeMessages(messages: readonly PoliteMessage[]): string {
  const kinds = new Map<string, PoliteMessage[]>()
  for (const message of messages) kinds.set(message.kind, [...(kinds.get(message.kind) ?? []), message])
  return [...kinds.values()]
    .map((group) => (group.length === 1 ? group[0]?.text : group[0]?.merged(group.length)))
    .join('. ')
}
