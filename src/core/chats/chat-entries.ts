import type { ChatNotice } from '../../shared/chat'
import { type ChatId, type EntryId, entryIdSchema } from '../../shared/ids'
import type { EngineEvent } from '../../shared/ipc'
import type { Clock } from '../clock'
import type { Ids } from '../ports'
import type { ChatStore } from '../store/chat-store'
import type { Entry, EntryOf } from './entry'
import { transcriptItem } from './transcript'

/** Identity and place of an entry. */
export type Place = { id: EntryId; seq: number; at: number }

/** The history of one chat: on disk, in memory, and on the screens that show it. */
export class ChatEntries {
  private loaded: Entry[] | null = null

  constructor(
    private readonly chatId: ChatId,
    private readonly deps: { store: ChatStore; clock: Clock; ids: Ids; emit(event: EngineEvent): void },
  ) {}

  all(): Entry[] {
    this.loaded ??= this.deps.store.entries(this.chatId)
    return this.loaded
  }

  /** The last of them, at most `limit`, without reading the others from the disk. */
  newest(limit: number): readonly Entry[] {
    return this.loaded?.slice(-limit) ?? this.deps.store.newestEntries(this.chatId, limit)
  }

  /** After entries were taken out of the conversation, or put back, on the disk. */
  reread(): void {
    this.loaded = null
  }

  /** The place of the next entry. */
  place(): Place {
    const { ids, store, clock } = this.deps
    return { id: entryIdSchema.parse(ids.next('entry')), seq: store.nextSeq(this.chatId), at: clock.now() }
  }

  /**
   * Stores entries, and what `also` writes, in one transaction, then shows them. Disk first, then memory, then screens:
   * none holds what a crash or a refusing disk would lose.
   */
  save(entries: readonly Entry[], also: () => void = () => {}): void {
    this.deps.store.atomically(() => {
      for (const entry of entries) this.deps.store.saveEntry(this.chatId, entry)
      also()
    })
    for (const entry of entries) this.remember(entry)
    for (const entry of entries) this.show(entry)
  }

  addNotice(notice: ChatNotice): void {
    this.save([{ ...this.place(), kind: 'notice', notice }])
  }

  /** The newest call with this identifier. */
  call(callId: string): EntryOf<'call'> | undefined {
    const entries = this.all()
    const entry = entries[lastIndex(entries, (one) => one.kind === 'call' && one.callId === callId)]
    return entry?.kind === 'call' ? entry : undefined
  }

  private remember(entry: Entry): void {
    const entries = this.all()
    const at = lastIndex(entries, (known) => known.id === entry.id)
    if (at >= 0) entries[at] = entry
    else insertBySeq(entries, entry)
  }

  private show(entry: Entry): void {
    const item = transcriptItem(entry)
    if (item) this.deps.emit({ name: 'transcript.item', payload: { chatId: this.chatId, item } })
  }
}

/** From the end, where the entries of the running turn are. -1 when there is none. */
function lastIndex<T>(items: readonly T[], matches: (item: T) => boolean): number {
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]
    if (item !== undefined && matches(item)) return at
  }
  return -1
}

function insertBySeq(entries: Entry[], entry: Entry): void {
  const after = lastIndex(entries, (known) => known.seq < entry.seq)
  entries.splice(after + 1, 0, entry)
}
