import type { TranscriptItem } from '../../shared/chat'
import { type CallId, type ChatId, type CommandId, type EntryId, entryIdSchema } from '../../shared/ids'
import type { EngineEvent } from '../../shared/ipc'
import type { Clock } from '../clock'
import type { Ids, StreamEvent } from '../ports'
import { TextBatcher } from './text-batcher'

type Place = { id: EntryId; seq: number; at: number }
/** What is known of a call before its answer is stored. */
type LiveCall = Place & { title: string; commandId: CommandId | null }

/**
 * The answer that is being streamed: nothing of it is stored yet. It gives out the places its entries will have, shows
 * text and calls while they arrive, and takes back what did not become part of the final answer.
 */
export class LiveAnswer {
  text = ''
  reasoning = ''
  private message: Place | null = null
  private isShown = false
  private readonly calls = new Map<CallId, LiveCall & { tool: string }>()
  private readonly textOut: TextBatcher
  private readonly reasoningOut: TextBatcher

  constructor(
    private readonly deps: {
      chatId: ChatId
      model: string
      clock: Clock
      ids: Ids
      nextSeq(): number
      emit(event: EngineEvent): void
    },
  ) {
    this.textOut = this.channel('text')
    this.reasoningOut = this.channel('reasoning')
  }

  take(event: StreamEvent): void {
    switch (event.type) {
      case 'text-delta':
        this.show()
        this.text += event.text
        this.textOut.push(event.text)
        break
      case 'reasoning-delta':
        this.show()
        this.reasoning += event.text
        this.reasoningOut.push(event.text)
        break
      case 'call-start': {
        // The answer stands before its calls, also when it has no text.
        this.place()
        this.change(event.callId, { ...this.newCall(), tool: event.tool })
        break
      }
      default:
        break
    }
  }

  /** The place of the answer's own entry, taken now if nothing was shown. */
  place(): Place {
    this.message ??= this.newPlace()
    return this.message
  }

  /** The place of a call's own entry, and what became known of it while the answer arrived. */
  call(callId: CallId): LiveCall {
    const { id, seq, at, title, commandId } = this.calls.get(callId) ?? this.newCall()
    return { id, seq, at, title, commandId }
  }

  /** A call began before the answer was whole: the person sees what it does. */
  name(callId: CallId, title: string): void {
    const call = this.calls.get(callId)
    if (call) this.change(callId, { ...call, title })
  }

  /** A call has the card of a command, which asks the person before the answer is whole. */
  link(callId: CallId, commandId: CommandId): void {
    const call = this.calls.get(callId)
    if (call && call.commandId === null) this.change(callId, { ...call, commandId })
  }

  /** What a window that opens the chat now must see. */
  items(): TranscriptItem[] {
    const items: TranscriptItem[] = this.message && this.isShown ? [this.messageItem(this.message)] : []
    for (const [callId, call] of this.calls) items.push(callItem(callId, call))
    return items
  }

  /** Ends the streaming; calls not in `kept` disappear from the transcript. */
  finish(kept: ReadonlySet<CallId>): void {
    this.textOut.dispose()
    this.reasoningOut.dispose()
    for (const [callId, call] of this.calls) if (!kept.has(callId)) this.remove(call.id)
    if (this.message && this.isShown && this.text === '' && this.reasoning === '')
      this.remove(this.message.id)
  }

  private newCall(): LiveCall {
    return { ...this.newPlace(), title: '', commandId: null }
  }

  private change(callId: CallId, call: LiveCall & { tool: string }): void {
    this.calls.set(callId, call)
    this.emitItem(callItem(callId, call))
  }

  private show(): void {
    if (this.isShown) return
    this.isShown = true
    this.emitItem(this.messageItem(this.place()))
  }

  private messageItem(place: Place): TranscriptItem {
    // Deltas that were not sent yet come with the item, so the channels must not send them again.
    this.textOut.flush()
    this.reasoningOut.flush()
    return {
      ...place,
      kind: 'assistant',
      text: this.text,
      reasoning: this.reasoning,
      state: 'streaming',
      model: this.deps.model,
    }
  }

  private channel(channel: 'text' | 'reasoning'): TextBatcher {
    return new TextBatcher(this.deps.clock, (at, text) => {
      if (!this.message) return
      const { chatId } = this.deps
      this.deps.emit({ name: 'transcript.text', payload: { chatId, id: this.message.id, channel, at, text } })
    })
  }

  private newPlace(): Place {
    const { ids, clock, nextSeq } = this.deps
    return { id: entryIdSchema.parse(ids.next('entry')), seq: nextSeq(), at: clock.now() }
  }

  private emitItem(item: TranscriptItem): void {
    this.deps.emit({ name: 'transcript.item', payload: { chatId: this.deps.chatId, item } })
  }

  private remove(id: EntryId): void {
    this.deps.emit({ name: 'transcript.removed', payload: { chatId: this.deps.chatId, id } })
  }
}

function callItem(callId: CallId, call: LiveCall & { tool: string }): TranscriptItem {
  const { id, seq, at, tool, title, commandId } = call
  if (commandId) return { id, seq, at, kind: 'command', commandId }
  return { id, seq, at, kind: 'tool', callId, tool, title, state: 'running', detail: '' }
}
