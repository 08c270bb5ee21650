import { EngineError } from '../../shared/errors'
import type { CallId, ChatId } from '../../shared/ids'
import type { PermissionName } from '../../shared/permissions'
import type { CallAnswer } from '../../shared/tool-card'
import { type Disposable, DisposableStore } from '../disposable'
import { Emitter, type Event } from '../events'
import { firstOf, whenAborted } from '../jobs/first-of'

/** A call that waits for a person. */
export type CallAsk = {
  chatId: ChatId
  callId: CallId
  /** What it is about, for a notification: a path. */
  subject: string
  /** What *remember* switches on; null where nothing can be remembered. */
  permission: PermissionName | null
  /** The kinds of answers that make sense; others are refused. */
  accepts: readonly CallAnswer['kind'][]
  /** Decides again after a change of the rules; null goes on waiting. */
  decideAgain?(): Promise<AskEnd | null>
}

/** How the waiting ended. `unanswered`: nobody can answer here (S-365). `refused`: the rules forbid it by now. */
export type AskEnd =
  | CallAnswer
  | { kind: 'stopped' }
  | { kind: 'unanswered' }
  | { kind: 'refused'; message: string }

/** Every call that waits for a person, apart from commands, whose cards have a life of their own. */
export type CallAsks = Disposable & {
  /** A chat has a question more or less. */
  readonly onChange: Event<ChatId>
  /** A person is to be told that something waits. */
  readonly onAsked: Event<Pick<CallAsk, 'chatId' | 'callId' | 'subject'>>
  /** Resolves with the answer, or when the signal is aborted. Never rejects. */
  ask(ask: CallAsk, signal: AbortSignal): Promise<AskEnd>
  /**
   * Gives what the answer may switch on from now on.
   *
   * @throws EngineError `not-pending` when it no longer waits, `bad-input` for an answer to another question
   */
  answer(chatId: ChatId, callId: CallId, answer: CallAnswer): PermissionName | null
  /** The rules changed, of one chat or of all. */
  reconsider(chatId: ChatId | null): Promise<void>
  /** How many calls of the chat wait. */
  count(chatId: ChatId): number
}

type Waiting = { ask: CallAsk; end(end: AskEnd): void }

/** Creates {@link CallAsks}; with `isUnattended` nothing ever waits. */
export function createCallAsks({ isUnattended }: { isUnattended: boolean }): CallAsks {
  const waiting = new Set<Waiting>()
  const owned = new DisposableStore()
  const changed = owned.add(new Emitter<ChatId>())
  const asked = owned.add(new Emitter<Pick<CallAsk, 'chatId' | 'callId' | 'subject'>>())
  return {
    onChange: changed.event,
    onAsked: asked.event,
    async ask(ask, signal) {
      if (isUnattended) return { kind: 'unanswered' }
      let one: Waiting | null = null
      const answered = firstOf<AskEnd>([
        whenAborted(signal, { kind: 'stopped' }),
        (end) => {
          const mine: Waiting = { ask, end }
          one = mine
          waiting.add(mine)
          return { dispose: () => void waiting.delete(mine) }
        },
      ])
      if (one !== null) {
        changed.fire(ask.chatId)
        asked.fire(ask)
      }
      const end = await answered
      if (one !== null) changed.fire(ask.chatId)
      return end
    },
    answer(chatId, callId, answer) {
      const one = [...waiting].find(({ ask }) => ask.chatId === chatId && ask.callId === callId)
      if (!one) throw new EngineError('not-pending', 'This no longer waits for an answer.')
      if (!one.ask.accepts.includes(answer.kind))
        throw new EngineError('bad-input', 'This is no answer to the question.')
      one.end(answer)
      return one.ask.permission
    },
    async reconsider(chatId) {
      for (const { ask, end } of [...waiting]) {
        if (chatId !== null && ask.chatId !== chatId) continue
        const decided = await ask.decideAgain?.()
        if (decided) end(decided)
      }
    },
    count: (chatId) => [...waiting].filter(({ ask }) => ask.chatId === chatId).length,
    dispose: () => owned.dispose(),
  }
}
