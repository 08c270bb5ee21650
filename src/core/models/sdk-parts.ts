import type { ProviderModel } from './provider-prompt'
import type { EndReason, ProviderPart, ProviderUsage } from './stream-machine'

type SdkStream = Awaited<ReturnType<ProviderModel['doStream']>>['stream']
export type SdkPart = SdkStream extends ReadableStream<infer Part> ? Part : never
type Finish = Extract<SdkPart, { type: 'finish' }>

/**
 * Translates the parts of the provider packages. It repairs two habits of theirs: a call whose arguments came with its
 * start has no deltas, only a final text; and for OpenAI-style streams an end without a finish reason looks like an
 * answer that is done.
 * @param anthropic true where the protocol has an end mark of its own (`message_stop`)
 */
export function createPartTranslator(anthropic: boolean): (part: SdkPart) => ProviderPart[] {
  /** Open calls, and whether any of their arguments were seen. */
  const calls = new Map<string, { seen: boolean }>()

  const start = (id: string, tool: string): ProviderPart => {
    calls.set(id, { seen: false })
    return { type: 'call-start', id, callId: id, tool }
  }

  return (part) => {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
      case 'text-end':
      case 'reasoning-end':
        return [{ type: part.type, id: part.id }]
      case 'text-delta':
      case 'reasoning-delta':
        return [{ type: part.type, id: part.id, text: part.delta }]
      case 'tool-input-start':
        return [start(part.id, part.toolName)]
      case 'tool-input-delta': {
        const call = calls.get(part.id)
        if (call) call.seen ||= part.delta !== ''
        return [{ type: 'call-delta', id: part.id, text: part.delta }]
      }
      // The whole call follows at once and closes the block.
      case 'tool-input-end':
        return []
      case 'tool-call': {
        if (part.providerExecuted) return []
        const id = part.toolCallId
        const opened: ProviderPart[] = calls.has(id) ? [] : [start(id, part.toolName)]
        const whole: ProviderPart[] = calls.get(id)?.seen
          ? []
          : [{ type: 'call-delta', id, text: part.input }]
        calls.delete(id)
        return [...opened, ...whole, { type: 'call-end', id }]
      }
      case 'finish':
        if (!anthropic && part.finishReason.raw === undefined) return [{ type: 'source-ended' }]
        return [{ type: 'finish', reason: endReason(part), usage: providerUsage(part) }]
      default:
        // Warnings, metadata, sources and files carry nothing of the answer.
        return []
    }
  }
}

/** True for the error by which the OpenAI-compatible package reports that the bytes ended too early. */
export function isMissingFinish(error: unknown): boolean {
  return error instanceof Error && /ended without a finish reason/i.test(error.message)
}

function endReason(part: Finish): EndReason {
  switch (part.finishReason.unified) {
    case 'stop':
    case 'length':
    case 'tool-calls':
      return part.finishReason.unified
    case 'content-filter':
      return 'refused'
    default:
      return 'other'
  }
}

function providerUsage({ usage }: Finish): ProviderUsage | null {
  const { inputTokens, outputTokens } = usage
  if (inputTokens.total === undefined || outputTokens.total === undefined) return null
  return {
    input: whole(inputTokens.total),
    output: whole(outputTokens.total),
    cachedInput: whole(inputTokens.cacheRead ?? 0),
  }
}

function whole(tokens: number): number {
  return Number.isFinite(tokens) && tokens > 0 ? Math.round(tokens) : 0
}
