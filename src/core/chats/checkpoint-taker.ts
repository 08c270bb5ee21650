import type { ChatId, Millis } from '../../shared/ids'
import { isInside } from '../approvals/rules/places'
import type { Clock } from '../clock'
import { SnapshotError, type Snapshots } from '../snapshots/snapshots'
import type { CheckpointStore } from '../store/checkpoint-store'
import type { AnyTool, ToolContext } from '../tools/tool'
import { snapshotName } from './snapshot-name'

/** Longest time one copy may take, in milliseconds: a folder that takes longer gets none until the next start. */
const TAKING_MAX_MS: Millis = 10_000
/** How long a call waits for the copy of what was before it, in milliseconds; then it runs, and the copy is of a bit later. */
const PATIENCE_MS: Millis = 2000
/** Most copies that a chat keeps; the oldest go. */
export const CHECKPOINTS_MAX = 200
/** Copies beyond that before the oldest are forgotten: forgetting looks through the repository. */
const CHECKPOINTS_SLACK = 50

/** Copies the workspace of chats before a message and after each call that may have changed it. */
export type CheckpointTaker = {
  /** Copies the files in the background, as what they are when everything before `seq` is done. */
  take(chat: CheckpointedChat, seq: number): void
  /** The tools with a copy after each call that may change files; such a call waits for the copy before it. */
  watched(
    chat: CheckpointedChat,
    tools: readonly AnyTool[],
    seqOf: (callId: string) => number | null,
  ): AnyTool[]
  /** Cancels what is being taken, and resolves when that is over. */
  dispose(): Promise<void>
}

export type CheckpointedChat = { id: ChatId; workspacePath: string }

export type CheckpointTakerDeps = {
  /** Null where nothing may be started, and where nobody could go back. */
  snapshots: Snapshots | null
  store: CheckpointStore
  clock: Clock
  /** Nobody wants copies of all they have. */
  homeDir: string
  reportBug(error: unknown): void
}

/** Creates {@link CheckpointTaker}. */
export function createCheckpointTaker(deps: CheckpointTakerDeps): CheckpointTaker {
  const { snapshots, store, clock, homeDir, reportBug } = deps
  const pending = new Map<ChatId, Promise<void>>()
  const tooSlow = new Set<string>()
  const closing = new AbortController()

  const isCopied = ({ workspacePath }: CheckpointedChat) =>
    snapshots !== null &&
    !closing.signal.aborted &&
    !tooSlow.has(workspacePath) &&
    !isInside(workspacePath, homeDir)

  const copy = async (taking: Snapshots, { id, workspacePath }: CheckpointedChat, seq: number) => {
    const stop = new AbortController()
    const cancel = () => stop.abort(closing.signal.reason)
    closing.signal.addEventListener('abort', cancel, { once: true })
    const timer = clock.setTimer(TAKING_MAX_MS, () => {
      tooSlow.add(workspacePath)
      stop.abort()
    })
    try {
      const since = store.at(id, seq)?.commit ?? null
      const name = snapshotName(id, `at/${seq}`)
      const snapshot = await taking.takeChanged(workspacePath, name, since, stop.signal)
      if (snapshot) store.save(id, { seq, at: snapshot.at, commit: snapshot.commit })
      await prune(taking, { id, workspacePath })
    } catch (error) {
      // Without a copy the chat works as well; going back says that there is none.
      if (!(error instanceof SnapshotError) && !closing.signal.aborted) reportBug(error)
    } finally {
      timer.dispose()
      closing.signal.removeEventListener('abort', cancel)
    }
  }
  const prune = async (taking: Snapshots, { id, workspacePath }: CheckpointedChat) => {
    if (store.count(id) < CHECKPOINTS_MAX + CHECKPOINTS_SLACK) return
    const names = store.keepNewest(id, CHECKPOINTS_MAX).map(({ seq }) => snapshotName(id, `at/${seq}`))
    await taking.forget(workspacePath, names, closing.signal)
  }

  const take = (chat: CheckpointedChat, seq: number) => {
    if (!snapshots || !isCopied(chat)) return
    const before = pending.get(chat.id) ?? Promise.resolve()
    const work = before.then(() => (isCopied(chat) ? copy(snapshots, chat, seq) : undefined))
    pending.set(chat.id, work)
    void work.then(() => {
      if (pending.get(chat.id) === work) pending.delete(chat.id)
    })
  }
  /** Undefined when nothing is being copied. */
  const settled = (chatId: ChatId, signal: AbortSignal): Promise<void> | undefined => {
    const work = pending.get(chatId)
    if (!work) return undefined
    return new Promise((resolve) => {
      const done = () => {
        timer.dispose()
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = clock.setTimer(PATIENCE_MS, done)
      signal.addEventListener('abort', done, { once: true })
      void work.then(done)
    })
  }

  return {
    take,
    watched: (chat, tools, seqOf) =>
      isCopied(chat) ? tools.map((tool) => watched(tool, chat, seqOf)) : [...tools],
    async dispose() {
      closing.abort()
      await Promise.all(pending.values())
    },
  }

  function watched(tool: AnyTool, chat: CheckpointedChat, seqOf: (callId: string) => number | null): AnyTool {
    return {
      ...tool,
      bind(raw) {
        const bound = tool.bind(raw)
        if (!bound.ok || bound.call.isReadOnly) return bound
        const { call } = bound
        const run = async (context: ToolContext) => {
          try {
            return await call.run(await afterCopy(context, call.asksAhead))
          } finally {
            const seq = seqOf(context.callId)
            if (seq !== null) take(chat, seq + 1)
          }
        }
        return { ok: true, call: { ...call, run } }
      },
    }
  }

  /** The question of a call that asks ahead need not wait, only its work. */
  async function afterCopy(context: ToolContext, asksAhead: boolean): Promise<ToolContext> {
    const copied = () => settled(context.chatId, context.signal)
    if (asksAhead && context.turn) return { ...context, turn: context.turn.then(copied) }
    const waiting = copied()
    if (!waiting) return context
    if (asksAhead) return { ...context, turn: waiting }
    await waiting
    return context
  }
}
