import type { CallId } from '../../shared/ids'
import type { ModelFailure, TokenUsage } from '../../shared/models'
import type { StreamEvent, ToolCall } from '../ports'
import { parseArguments } from './tool-calls'

/**
 * How one answer of a model ended. `continued`: cut off by the output limit and asked to go on; `length`: cut off and left
 * so; `refused`: the provider withheld it; `interrupted`: it failed, or the user stopped it, before its end
 * (A-163).
 */
export type AnswerStop = 'end' | 'calls' | 'continued' | 'length' | 'refused' | 'interrupted'

/** One answer, also a partial one. `usage` is null when nothing is known of its cost. */
export type Answer = {
  text: string
  reasoning: string
  calls: ToolCall[]
  usage: TokenUsage | null
  stop: AnswerStop
}

/** How the stream itself ended. */
export type StreamEnd = Extract<StreamEvent, { type: 'end' | 'error' }>

/** Longest text, reasoning or argument text one answer may have, in UTF-16 units; no model writes this much on purpose. */
export const ANSWER_MAX_CHARS = 8 * 1024 * 1024

type OpenCall = { callId: CallId; tool: string; args: string[]; closed: boolean }

/** Puts the events of one stream together. */
export class AnswerBuilder {
  private readonly text: string[] = []
  private readonly reasoning: string[] = []
  private readonly calls = new Map<string, OpenCall>()
  private usage: TokenUsage | null = null
  private chars = 0
  private given = 0
  end: StreamEnd | null = null

  /** True once anything came that a person may have seen; the request must not be repeated silently then. */
  get hasContent(): boolean {
    return this.chars > 0 || this.calls.size > 0
  }

  get isTooLong(): boolean {
    return this.chars > ANSWER_MAX_CHARS
  }

  take(event: StreamEvent): void {
    switch (event.type) {
      case 'text-delta':
        this.add(this.text, event.text)
        break
      case 'reasoning-delta':
        this.add(this.reasoning, event.text)
        break
      case 'call-start':
        this.calls.set(event.block, { callId: event.callId, tool: event.tool, args: [], closed: false })
        break
      case 'call-delta':
        this.add(this.calls.get(event.block)?.args ?? [], event.text)
        break
      case 'block-end': {
        const call = this.calls.get(event.block)
        if (call) call.closed = true
        break
      }
      case 'usage':
        this.usage = event.usage
        break
      case 'end':
      case 'error':
        this.end ??= event
        break
      default:
        break
    }
  }

  /**
   * Calls whose block the protocol closed since the last time, in the order of the calls: none is given before those that
   * began before it. One without arguments is not among them: they may have been cut off.
   */
  newlyClosed(): ToolCall[] {
    const found: ToolCall[] = []
    for (const { callId, tool, args, closed } of [...this.calls.values()].slice(this.given)) {
      const argsText = args.join('')
      if (!closed || argsText.trim() === '') break
      found.push({ callId, tool, argsText, input: parseArguments(argsText) })
    }
    this.given += found.length
    return found
  }

  /** Ends an answer whose stream gave no end of its own. */
  fail(failure: ModelFailure): void {
    this.end ??= { type: 'error', failure, retryable: false, retryAfterMs: null }
  }

  /** The answer as far as it came; its calls are only those of a stream that came to its end. */
  answer(mayContinue: boolean): Answer {
    const text = this.text.join('')
    const calls = this.end?.type === 'end' ? this.closedCalls(this.end.reason === 'length') : []
    const stop = this.stop(calls.length > 0, mayContinue && text !== '')
    return { text, reasoning: this.reasoning.join(''), calls, usage: this.usage, stop }
  }

  private stop(hasCalls: boolean, mayContinue: boolean): AnswerStop {
    if (this.end?.type !== 'end') return 'interrupted'
    // Some servers report a normal end for an answer with calls.
    if (hasCalls) return 'calls'
    if (this.end.reason === 'length') return mayContinue ? 'continued' : 'length'
    return this.end.reason === 'refused' ? 'refused' : 'end'
  }

  private closedCalls(cutOff: boolean): ToolCall[] {
    const closed = [...this.calls.values()].filter((call) => call.closed)
    return closed.map(({ callId, tool, args }, index) => {
      const argsText = args.join('')
      // No arguments in the last call of a cut-off answer are missing ones, not none.
      const missing = cutOff && index === closed.length - 1 && argsText.trim() === ''
      return { callId, tool, argsText, input: missing ? null : parseArguments(argsText) }
    })
  }

  private add(parts: string[], text: string): void {
    parts.push(text)
    this.chars += text.length
  }
}
