import { EngineError } from '../../shared/errors'
import type { ChatId } from '../../shared/ids'
import type { RequestInput } from '../../shared/ipc'
import type { SnapshotChanges, SnapshotRestored } from '../../shared/permissions'
import type { Clock } from '../clock'
import { type Snapshot, SnapshotError, type Snapshots } from '../snapshots/snapshots'
import type { StoredSnapshot } from '../store/chat-store'
import type { ChatSession } from './chat-session'
import { FILES_RESTORED, RESTORE_TAKEN_BACK } from './restore-text'
import { snapshotName } from './snapshot-name'

/** The modes of chats, and the copy of the workspace that goes with Bypass (A-019…A-027). */
export type ChatModes = {
  /** Resolves once the mode holds. Bypass needs a confirmation, and takes a snapshot unless the person goes without. */
  set(input: RequestInput<'chat.setMode'>): Promise<void>
  preview(chatId: ChatId): Promise<SnapshotChanges>
  restore(input: RequestInput<'snapshot.restore'>): Promise<SnapshotRestored>
  undoRestore(chatId: ChatId): Promise<SnapshotRestored>
  /** A chat is about to be deleted: nothing is taken for it any more. */
  cancel(chatId: ChatId): void
  /** A chat is gone, and its snapshots with it. */
  forget(
    chat: Pick<ChatSession, 'id' | 'workspacePath' | 'storedSnapshot'>,
    hasCheckpoints: boolean,
  ): Promise<void>
  /** Cancels what is being taken and resolves when that is over. */
  dispose(): Promise<void>
}

export type ChatModesDeps = {
  chat(id: ChatId): ChatSession
  snapshots: Snapshots
  clock: Pick<Clock, 'now'>
  /** A mode that holds from now on. */
  changed(chatId: ChatId): void
  reportBug(error: unknown): void
}

/** Creates {@link ChatModes}. */
export function createChatModes({
  chat: chatOf,
  snapshots,
  clock,
  changed,
  reportBug,
}: ChatModesDeps): ChatModes {
  const taking = new Map<ChatId, AbortController>()
  const running = new Set<Promise<unknown>>()
  const closing = new AbortController()

  const cancel = (chatId: ChatId) => {
    taking.get(chatId)?.abort(new EngineError('aborted', 'Another mode was chosen.'))
    taking.delete(chatId)
  }
  /** Until the app ends. */
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    const quiet = work.catch(() => {})
    running.add(quiet)
    void quiet.then(() => running.delete(quiet))
    return work
  }

  const take = async (chat: ChatSession): Promise<void> => {
    const stop = new AbortController()
    taking.set(chat.id, stop)
    chat.showSnapshot({ state: 'taking', since: clock.now() })
    try {
      const snapshot = await tracked(
        snapshots.take(chat.workspacePath, snapshotName(chat.id, 'entry'), stop.signal),
      )
      stop.signal.throwIfAborted()
      chat.keepSnapshot(stored(snapshot))
    } catch (error) {
      // Another mode, or another try, shows what is true by now.
      if (stop.signal.aborted) {
        if (!taking.has(chat.id)) chat.showSnapshot(null)
        throw new EngineError('aborted', 'The snapshot was cancelled.')
      }
      if (!(error instanceof SnapshotError)) reportBug(error)
      const because = error instanceof SnapshotError ? error.because : 'failed'
      const message = error instanceof Error ? error.message : String(error)
      chat.showSnapshot({ state: 'failed', at: clock.now(), because, message })
      throw new EngineError('snapshot-failed', message, { cause: error })
    } finally {
      if (taking.get(chat.id) === stop) taking.delete(chat.id)
    }
  }

  const snapshotOf = (chat: ChatSession): StoredSnapshot => {
    const snapshot = chat.storedSnapshot
    if (!snapshot) throw new EngineError('no-snapshot', 'No snapshot was taken for this chat.')
    return snapshot
  }
  const idle = (chatId: ChatId): ChatSession => {
    const chat = chatOf(chatId)
    // The agent would work on files that change under its hands.
    if (chat.turns.isRunning)
      throw new EngineError('turn-running', 'The agent is still working. Stop it first.')
    return chat
  }
  const restoreTo = async (
    chat: ChatSession,
    commit: string,
    options: { undoName: string; keepCreated: boolean },
    text: string,
  ) => {
    const restored = await tracked(snapshots.restore(chat.workspacePath, commit, options, closing.signal))
    chat.tellLater(text)
    return restored
  }

  return {
    async set({ chatId, mode, confirmed, withoutSnapshot }) {
      const chat = chatOf(chatId)
      const enters = mode === 'bypass' && chat.mode !== 'bypass'
      if (enters && !confirmed)
        throw new EngineError('not-confirmed', 'The warning of this mode must be confirmed first.')
      cancel(chatId)
      if (enters && !withoutSnapshot) await take(chat)
      // A failure is over once the person has chosen.
      chat.showSnapshot(null)
      // It may have been deleted meanwhile.
      chatOf(chatId).setMode(mode)
      changed(chatId)
    },
    async preview(chatId) {
      const chat = chatOf(chatId)
      return tracked(snapshots.preview(chat.workspacePath, snapshotOf(chat).commit, closing.signal))
    },
    async restore({ chatId, keepCreated = false }) {
      const chat = idle(chatId)
      const snapshot = snapshotOf(chat)
      const options = { undoName: snapshotName(chatId, 'undo'), keepCreated }
      const { report, undo } = await restoreTo(chat, snapshot.commit, options, FILES_RESTORED)
      chat.keepSnapshot({ ...snapshot, restoredAt: clock.now(), undo: undo.commit })
      return report
    },
    async undoRestore(chatId) {
      const chat = idle(chatId)
      const snapshot = snapshotOf(chat)
      if (snapshot.undo === null) throw new EngineError('no-snapshot', 'There is no restore to take back.')
      const options = { undoName: snapshotName(chatId, 'redo'), keepCreated: false }
      const { report } = await restoreTo(chat, snapshot.undo, options, RESTORE_TAKEN_BACK)
      chat.keepSnapshot({ ...snapshot, restoredAt: null, undo: null })
      return report
    },
    cancel,
    async forget({ id, workspacePath, storedSnapshot }, hasCheckpoints) {
      cancel(id)
      if (storedSnapshot || hasCheckpoints)
        await tracked(snapshots.forget(workspacePath, [snapshotName(id, '')], closing.signal))
    },
    async dispose() {
      closing.abort(new EngineError('aborted', 'Vigil is closing.'))
      for (const chatId of [...taking.keys()]) cancel(chatId)
      await Promise.all(running)
    },
  }
}

function stored({ commit, at, files, bytes, skipped }: Snapshot): StoredSnapshot {
  return { commit, at, files, bytes, skipped, restoredAt: null, undo: null }
}
