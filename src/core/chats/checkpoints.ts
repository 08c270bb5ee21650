import { EngineError } from '../../shared/errors'
import type { ChatId, EntryId } from '../../shared/ids'
import type { RequestInput } from '../../shared/ipc'
import type { CheckpointPreview, SnapshotRestored } from '../../shared/permissions'
import type { Clock } from '../clock'
import type { Snapshots } from '../snapshots/snapshots'
import type { CheckpointStore, StoredCheckpoint } from '../store/checkpoint-store'
import type { ChatSession } from './chat-session'
import type { EntryOf } from './entry'
import { messagesFrom, takeBackable } from './rewind'
import { snapshotName } from './snapshot-name'

/** Going back to an earlier point of a chat: its files, its conversation, or both. */
export type Checkpoints = {
  preview(chatId: ChatId, entryId: EntryId): Promise<CheckpointPreview>
  /** Resolves with what became of the files; null when they stay. */
  restore(input: RequestInput<'checkpoint.restore'>): Promise<SnapshotRestored | null>
  takeBack(chatId: ChatId, entryId: EntryId): Promise<SnapshotRestored | null>
  /** Cancels looking; a restore that has begun to write is awaited. */
  dispose(): Promise<void>
}

export type CheckpointsDeps = {
  chat(id: ChatId): ChatSession
  /** Commands of a chat with a process, and its subagents that work. */
  running(id: ChatId): number
  snapshots: Snapshots
  store: CheckpointStore
  clock: Pick<Clock, 'now'>
}

/** Creates {@link Checkpoints}. */
export function createCheckpoints({
  chat: chatOf,
  running,
  snapshots,
  store,
  clock,
}: CheckpointsDeps): Checkpoints {
  const working = new Map<ChatId, Promise<unknown>>()
  const closing = new AbortController()

  /** One restore of a chat at a time: the second would see half of the first. */
  const alone = async <T>(chatId: ChatId, work: () => Promise<T>): Promise<T> => {
    if (working.has(chatId)) throw new EngineError('turn-running', 'This chat is already being restored.')
    const run = work()
    const quiet = run.catch(() => {})
    working.set(chatId, quiet)
    void quiet.then(() => working.delete(chatId))
    return run
  }
  const idle = (chatId: ChatId, withFiles: boolean): ChatSession => {
    const chat = chatOf(chatId)
    if (chat.turns.isRunning)
      throw new EngineError('turn-running', 'The agent is still working. Stop it first.')
    if (withFiles && running(chatId) > 0)
      throw new EngineError('commands-running', 'Commands of this chat still run. Stop them first.')
    return chat
  }
  const checkpointOf = (chat: ChatSession, entry: Target): StoredCheckpoint | null =>
    store.at(chat.id, entry.kind === 'user' ? entry.seq : entry.seq + 1)

  const bringBack = async (
    chat: ChatSession,
    checkpoint: StoredCheckpoint,
    keepCreated: boolean,
  ): Promise<{ report: SnapshotRestored; undo: string }> => {
    // Named after its moment: going back twice must not lose what was there before the first.
    const options = { undoName: snapshotName(chat.id, `undo/${clock.now()}`), keepCreated }
    const { report, undo } = await snapshots.restore(
      chat.workspacePath,
      checkpoint.commit,
      options,
      closing.signal,
    )
    return { report, undo: undo.commit }
  }

  return {
    async preview(chatId, entryId) {
      const chat = chatOf(chatId)
      const entry = targetOf(chat, entryId)
      const checkpoint = checkpointOf(chat, entry)
      const changes =
        checkpoint && (await snapshots.preview(chat.workspacePath, checkpoint.commit, closing.signal))
      return {
        files: checkpoint && changes ? { takenAt: checkpoint.at, changes } : null,
        messages: entry.kind === 'user' ? messagesFrom(chat.history(), entry.seq) : 0,
      }
    },
    restore: ({ chatId, entryId, what, keepCreated = false }) =>
      alone(chatId, async () => {
        const chat = idle(chatId, what !== 'conversation')
        const entry = targetOf(chat, entryId)
        if (what !== 'files' && entry.kind !== 'user')
          throw new EngineError('bad-input', 'A conversation goes back to a message of the user.')
        const checkpoint = what === 'conversation' ? null : checkpointOf(chat, entry)
        if (what !== 'conversation' && !checkpoint)
          throw new EngineError('no-snapshot', 'No copy of the files was made at that point.')
        const files = checkpoint && (await bringBack(chat, checkpoint, keepCreated))
        chat.goBack({
          from: what === 'files' ? null : entry.seq,
          files: files && countsOf(files.report),
          undo: files?.undo ?? null,
        })
        return files?.report ?? null
      }),
    takeBack: (chatId, entryId) =>
      alone(chatId, async () => {
        const known = takeBackable(chatOf(chatId).history(), entryId)
        const chat = idle(chatId, known.undo !== null)
        const files =
          known.undo === null
            ? null
            : await bringBack(chat, { seq: known.seq, at: known.at, commit: known.undo }, false)
        chat.takeBack(entryId)
        return files?.report ?? null
      }),
    async dispose() {
      closing.abort(new EngineError('aborted', 'Vigil is closing.'))
      await Promise.all(working.values())
    },
  }
}

type Target = EntryOf<'user'> | EntryOf<'call'>

function targetOf(chat: ChatSession, entryId: EntryId): Target {
  const entry = chat.entry(entryId)
  if (entry?.kind === 'user' || entry?.kind === 'call') return entry
  throw new EngineError('bad-input', 'This is no point of the conversation to go back to.')
}

function countsOf({ restored, removed, kept, failed }: SnapshotRestored): EntryOf<'restore'>['files'] {
  return { restored, removed, kept, failed: failed.length }
}
