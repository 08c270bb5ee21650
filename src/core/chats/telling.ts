import type { ChatId } from '../../shared/ids'
import { entryIdSchema } from '../../shared/ids'
import type { Schedule } from '../../shared/schedule'
import type { Delivery, TurnCause } from '../attention/attention-event'
import type { JobId } from '../attention/attention-state'
import type { CommandService } from '../jobs/command-service'
import { wakeUpText } from '../schedules/schedule-list'
import type { ChatRecord, ChatStore } from '../store/chat-store'
import type { ChatEntries } from './chat-entries'
import type { Entry } from './entry'

type Message = ChatRecord['queue'][number]

export type TellingDeps = {
  chatId: ChatId
  commands: CommandService
  store: ChatStore
  /** Planned wake-ups of the chat. */
  schedules: readonly Schedule[]
  entries: ChatEntries
}

/** What becomes part of the history when a turn starts or a queued message is taken, and the ends it tells. */
export type Telling = { entries: Entry[]; ids: JobId[]; scheduled: Schedule[] }

/**
 * Messages of the user, or what starts a turn without one (S-243), with every end the agent must hear of; after a stop
 * also with what still runs (S-301…S-304).
 */
export function telling(
  { chatId, commands, store, entries, schedules }: TellingDeps,
  cause: TurnCause,
  delivery: Delivery | null,
  messages: readonly Message[],
  { isAfterStop, note }: { isAfterStop: boolean; note: string },
): Telling {
  // One list is enough: the one after a stop has everything (S-234, S-302).
  const due = delivery?.untold.filter(({ kind }) => kind === 'scheduled') ?? []
  const scheduled = schedules.filter(({ id }) => due.some(({ job }) => job === id))
  const ends = delivery
    ? commands.tell(chatId, { ...delivery, withList: delivery.withList && !isAfterStop })
    : { ids: [], text: '' }
  const text = [
    note,
    ends.text,
    wakeUpText(scheduled),
    cause === 'pulse' ? commands.pulseText(chatId) : '',
    isAfterStop ? commands.stillRunningText(chatId) : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  const { ids } = ends
  if (cause === 'message') {
    const told = (index: number) => (index === 0 && text !== '' ? text : null)
    const users = messages.map(
      (message, index): Entry => ({
        id: entryIdSchema.parse(message.id),
        seq: store.nextSeq(chatId),
        at: message.at,
        kind: 'user',
        text: message.text,
        ...(message.attached ? { attached: message.attached } : {}),
        ...(message.images ? { images: message.images } : {}),
        told: told(index),
        ...(index === 0 && ids.length > 0 ? { tells: ids } : {}),
      }),
    )
    return { entries: users, ids, scheduled }
  }
  if (cause === 'retry' || text === '') return { entries: [], ids, scheduled }
  const tells = ids.length > 0 ? { tells: ids } : {}
  return { entries: [{ ...entries.place(), kind: 'told', text, with: cause, ...tells }], ids, scheduled }
}
