import type { TranscriptItem, TurnActivity } from '../../shared/chat'
import type { CommandCard } from '../../shared/command'
import type { ChatId } from '../../shared/ids'
import type { TokenUsage } from '../../shared/models'
import type { TurnEvent } from '../agent/turn'
import type { Delivery } from '../attention/attention-event'
import type { ChatAttention } from '../attention/chat-attention'
import type { ChatDeps } from './chat-deps'
import type { ChatEntries } from './chat-entries'
import type { Entry } from './entry'
import { LiveAnswer } from './live-answer'

export type TurnRecorderDeps = Pick<ChatDeps, 'store' | 'commands' | 'clock' | 'ids' | 'emit'> & {
  chatId: ChatId
  entries: ChatEntries
  attention: ChatAttention
  /** Name of the model, as answers carry it. */
  model: string
  setActivity(activity: TurnActivity): void
  /** Stores what an answer cost; called inside the transaction that stores the answer. */
  count(usage: TokenUsage | null): void
  /** The record of the chat changed. */
  changed(): void
}

/** Turns the events of a running turn into history, and tells the agent with results what it must hear. */
export class TurnRecorder {
  private live: LiveAnswer | null = null

  constructor(private readonly deps: TurnRecorderDeps) {}

  /** What a window that opens the chat now must see besides the history. */
  items(): TranscriptItem[] {
    return this.live?.items() ?? []
  }

  take(event: TurnEvent): void {
    const { setActivity, entries } = this.deps
    switch (event.type) {
      case 'request-started':
        this.live?.finish(new Set())
        this.live = this.newLive()
        setActivity({ kind: 'model' })
        break
      case 'stream':
        this.live?.take(event.event)
        break
      case 'retrying': {
        const { attempt, of, until, failure } = event
        setActivity({ kind: 'retrying', attempt, of, until, failure })
        break
      }
      case 'answer':
        this.storeAnswer(event)
        break
      case 'call-began-early':
        this.live?.name(event.call.callId, event.title)
        break
      case 'call-started': {
        const entry = entries.call(event.call.callId)
        if (entry) entries.save([{ ...entry, title: event.title }])
        setActivity({ kind: 'tools' })
        break
      }
      case 'call-finished':
        this.storeResult(event)
        break
      case 'repeating':
        entries.addNotice({ type: 'repeating', tool: event.tool, times: event.times })
        break
      case 'step-finished':
        break
    }
  }

  /** A call of the answer that is still arriving asks the person already. */
  linkCommand(card: Pick<CommandCard, 'id' | 'callId'>): void {
    this.live?.link(card.callId, card.id)
  }

  /** The turn is over; what was not stored by now is gone. */
  finish(): void {
    this.live?.finish(new Set())
    this.deps.commands.forgetUnstored(this.deps.chatId)
  }

  /** Stores an answer and the places of its calls in one transaction. */
  private storeAnswer(answer: Extract<TurnEvent, { type: 'answer' }>): void {
    const { entries, attention, count, changed, model } = this.deps
    const live = this.live ?? this.newLive()
    this.live = null
    const { text, reasoning, usage } = answer
    const interrupted = answer.stop === 'interrupted'
    const message: Entry = {
      ...live.place(),
      kind: 'assistant',
      text,
      reasoning,
      model,
      calls: answer.calls,
      interrupted,
      usage,
    }
    const calls = answer.calls.map(
      ({ callId, tool }): Entry => ({
        ...live.call(callId),
        kind: 'call',
        callId,
        tool,
        result: null,
      }),
    )
    const isEmpty = text === '' && reasoning === '' && calls.length === 0
    // What was streamed is taken back first, so that the stored items replace it.
    live.finish(new Set(answer.calls.map((call) => call.callId)))
    entries.save(isEmpty ? [] : [message, ...calls], () => count(usage))
    attention.take({ type: 'answered', calls: calls.length })
    if (answer.stop === 'length') entries.addNotice({ type: 'cut-off' })
    changed()
  }

  /**
   * Stores a result together with everything that ended meanwhile and with what the result itself tells: one
   * transaction, so that each end is told exactly once, also after a crash (S-237, S-240, S-241, S-284).
   */
  private storeResult({ result, seen = [] }: Extract<TurnEvent, { type: 'call-finished' }>): void {
    const { entries, attention, commands } = this.deps
    const entry = entries.call(result.callId)
    if (!entry) return
    const itself = seen.filter((one) => one.isEnd).map((one) => one.commandId)
    const delivery = attention.offer({ type: 'result', tells: itself })
    const told = delivery ? this.toldEntry(delivery) : null
    entries.save(
      [{ ...entry, result, ...(itself.length > 0 ? { tells: itself } : {}) }, ...(told ? [told.entry] : [])],
      () => {
        commands.markSeen(seen)
        if (told) commands.markTold(told.ids)
      },
    )
    const ids = [...itself, ...(told?.ids ?? [])]
    if (ids.length > 0) attention.take({ type: 'told', jobs: ids })
  }

  private toldEntry(delivery: Delivery) {
    const { commands, chatId, entries } = this.deps
    const { ids, text } = commands.tell(chatId, delivery)
    const entry: Entry = { ...entries.place(), kind: 'told', text, with: 'result', tells: ids }
    return { ids, entry }
  }

  private newLive(): LiveAnswer {
    const { chatId, model, clock, ids, store, emit } = this.deps
    return new LiveAnswer({ chatId, model, clock, ids, nextSeq: () => store.nextSeq(chatId), emit })
  }
}
