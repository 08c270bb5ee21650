import { EngineError } from '../../shared/errors'
import type { CallId, ChatId } from '../../shared/ids'
import type { AskedAbout } from '../../shared/ipc'
import type { PermissionName } from '../../shared/permissions'
import type { CallAnswer } from '../../shared/tool-card'
import { type Disposable, DisposableStore } from '../disposable'
import { Emitter, type Event } from '../events'
import { firstOf, whenAborted } from '../jobs/first-of'

type AnswerKind = CallAnswer['kind']

/** A call that waits for a person, and the kinds of answers that make sense; others are refused. */
export type CallAsk<K extends AnswerKind = AnswerKind> = {
  chatId: ChatId
  callId: CallId
  /** What it is about, for a notification, and the name of that: a path, an address, the question. */
  about: AskedAbout
  subject: string
  /** What *remember* switches on; null where nothing can be remembered. */
  permission: PermissionName | null
  accepts: readonly K[]
  /** What is wrong with an answer of these kinds; null when nothing is. */
  problem?(answer: CallAnswer): string | null
  /** Decides again after a change of the rules; null goes on waiting. */
  decideAgain?(): Promise<AskEnd<K> | null>
}

/** How the waiting ended. `unanswered`: nobody can answer here (S-365). `refused`: the rules forbid it by now. */
export type AskEnd<K extends AnswerKind = AnswerKind> =
  | Extract<CallAnswer, { kind: K }>
  | { kind: 'stopped' }
  | { kind: 'unanswered' }
  | { kind: 'refused'; message: string }
/** How a question about something that the agent wants to do ended. */
export type ApprovalEnd = AskEnd<'approve' | 'reject'>

/** Every call that waits for a person, apart from commands, whose cards have a life of their own. */
export type CallAsks = Disposable & {
  /** A chat has a question more or less. */
  readonly onChange: Event<ChatId>
  /** A person is to be told that something waits. */
  readonly onAsked: Event<Asked>
  /** Resolves with the answer, or when the signal is aborted. Never rejects. */
  ask<K extends AnswerKind>(ask: CallAsk<K>, signal: AbortSignal): Promise<AskEnd<K>>
  /**
   * Gives what the answer may switch on from now on.
   *
   * @throws EngineError `not-pending` when it no longer waits, `bad-input` for an answer to another question
   */
  answer(chatId: ChatId, callId: CallId, answer: CallAnswer): PermissionName | null
  /** The rules changed for the conversations that `concerns` names. */
  reconsider(concerns: (chatId: ChatId) => boolean): Promise<void>
  /** How many calls of these conversations wait, and how many of them are questions of the agent. */
  count(concerns: (chatId: ChatId) => boolean): { all: number; questions: number }
}
type Asked = Pick<CallAsk, 'chatId' | 'callId' | 'about' | 'subject'>

type Waiting = { ask: CallAsk; end(end: AskEnd): void }

/** Creates {@link CallAsks}; with `isUnattended` nothing ever waits. */
export function createCallAsks({ isUnattended }: { isUnattended: boolean }): CallAsks {
  const waiting = new Set<Waiting>()
  const owned = new DisposableStore()
  const changed = owned.add(new Emitter<ChatId>())
  const asked = owned.add(new Emitter<Asked>())
  return {
    onChange: changed.event,
    onAsked: asked.event,
    async ask<K extends AnswerKind>(ask: CallAsk<K>, signal: AbortSignal): Promise<AskEnd<K>> {
      if (isUnattended) return { kind: 'unanswered' }
      let one: Waiting | null = null
      const answered = firstOf<AskEnd<K>>([
        whenAborted(signal, { kind: 'stopped' }),
        (end) => {
          // Only answers of these kinds end it: `answer` looks at `accepts` first.
          const mine = { ask, end } as unknown as Waiting
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
      const problem = one.ask.problem?.(answer) ?? null
      if (problem !== null) throw new EngineError('bad-input', problem)
      one.end(answer)
      return one.ask.permission
    },
    async reconsider(concerns) {
      for (const { ask, end } of [...waiting]) {
        if (!concerns(ask.chatId)) continue
        const decided = await ask.decideAgain?.()
        if (decided) end(decided)
      }
    },
    count(concerns) {
      const all = [...waiting].filter(({ ask }) => concerns(ask.chatId))
      return { all: all.length, questions: all.filter(({ ask }) => ask.about === 'question').length }
    },
    dispose: () => owned.dispose(),
  }
}
