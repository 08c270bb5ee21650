import { EngineError } from '../../shared/errors'
import type { ChatId, EntryId } from '../../shared/ids'
import type { CommandService } from '../jobs/command-service'
import type { ChatStore } from '../store/chat-store'
import type { ChatEntries } from './chat-entries'
import type { Entry, EntryOf } from './entry'
import { owedAfter } from './owed'

export type RewindDeps = {
  chatId: ChatId
  entries: ChatEntries
  commands: Pick<CommandService, 'markUntold' | 'markTold'>
  store: Pick<ChatStore, 'rewind' | 'takeBack'>
}

/** Messages of the user from a place on. */
export function messagesFrom(entries: readonly Entry[], seq: number): number {
  return entries.filter((entry) => entry.kind === 'user' && entry.seq >= seq).length
}

/**
 * Takes everything from a place on out of the conversation, null for nothing, and leaves a line about it, in one
 * transaction. Ends that were told in that part are owed again, when the agent still knows of the command.
 */
export function rewind(
  { chatId, entries, commands, store }: RewindDeps,
  { from, files, undo }: Pick<EntryOf<'restore'>, 'files' | 'undo'> & { from: number | null },
): void {
  const place = entries.place()
  const owed = from === null ? [] : owedAfter(entries.all(), from)
  const messages = from === null ? null : messagesFrom(entries.all(), from)
  const line: Entry = { ...place, kind: 'restore', messages, files, undo, owed, isTakenBack: false }
  entries.save([line], () => {
    if (from !== null) store.rewind(chatId, { from, before: place.seq }, place.id)
    commands.markUntold(owed)
  })
}

/** The line of a rewinding that can be taken back. @throws when there is none, or the conversation has gone on since */
export function takeBackable(all: readonly Entry[], id: EntryId): EntryOf<'restore'> {
  const line = all.find((entry) => entry.id === id)
  if (line?.kind !== 'restore' || line.isTakenBack)
    throw new EngineError('bad-input', 'There is nothing to take back.')
  if (all.some(({ seq, kind }) => seq > line.seq && kind !== 'notice'))
    throw new EngineError('bad-input', 'The conversation has gone on since.')
  return line
}

/** Puts back what {@link rewind} took out, in one transaction. */
export function takeBack({ chatId, entries, commands, store }: RewindDeps, line: EntryOf<'restore'>): void {
  entries.save([{ ...line, isTakenBack: true }], () => {
    store.takeBack(chatId, line.id)
    commands.markTold(line.owed)
  })
}
