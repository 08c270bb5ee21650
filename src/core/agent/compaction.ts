import { assertNever } from '../../shared/assert-never'
import type { Millis } from '../../shared/ids'
import type { ModelFailure, TokenUsage } from '../../shared/models'
import { requestTokens } from '../models/request-tokens'
import type { ModelClient, ModelMessage, ModelRequest } from '../ports'

/** Part of the window that a request may fill before the history is summarised. */
export const COMPACT_AT = 0.7
/** The same after a pause: nothing of it is in the provider's cache any more, so all of it is paid for again. */
export const COMPACT_COLD_AT = 0.35
/** How long providers keep a history in their cache when nobody asks. */
export const CACHE_LIFE_MS: Millis = 5 * 60_000
/** Part of the window that the newest steps may keep when one turn alone is too long. */
export const KEPT_PART = 0.3
/** Part of the window that the request for the summary may fill; the rest is for the summary itself. */
const SUMMARY_REQUEST_PART = 0.8
/** Fewest estimated tokens of a history that is worth a summary. */
export const WORTH_TOKENS = 500

/** What stands for a tool result that was taken out. */
export const REMOVED_RESULT =
  '[The result of this call was removed to save room. Call the tool again if you need it.]'
/** The question that the summary answers. */
export const SUMMARY_QUESTION = 'What has been done so far in this conversation?'

/** The request for a summary; its sections are fixed. `focus` is the user's own wish. */
export function summaryInstruction(focus: string): string {
  return [
    '[Summary of the conversation, asked for by Vigil, not by the user]',
    'The conversation above is about to be replaced by your summary, so that it fits into the context window. Write everything that is needed to go on with the work, in the language of the conversation, under exactly these headings:',
    '## Goal',
    '## Constraints and preferences',
    '## Progress (done, in progress, blocked)',
    '## Key decisions and why',
    '## Next steps, in order',
    '## Critical context (facts, errors, open questions)',
    '## Relevant files and why',
    'Keep exact names, paths, commands, identifiers (also Call IDs and terminal_ids) and error texts. Do not call tools. Answer with the summary only.',
    ...(focus === '' ? [] : [`The user asks to focus on: ${focus}`]),
  ].join('\n')
}

/** True when a request fills so much of the window that the history should be summarised. */
export function isTooLong(request: ModelRequest, window: number | null, part = COMPACT_AT): boolean {
  return window !== null && requestTokens(request) > window * part
}

/** The history with the results of its calls taken out. */
function withoutResults(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) =>
    message.role === 'tool'
      ? { role: 'tool', results: message.results.map((result) => ({ ...result, text: REMOVED_RESULT })) }
      : message,
  )
}

/** A summary, or why there is none; what it cost counts either way. */
export type Summarised =
  | { kind: 'summary'; text: string; usage: TokenUsage | null }
  | { kind: 'failed'; failure: ModelFailure; usage: TokenUsage | null }
  | { kind: 'stopped'; usage: TokenUsage | null }

/**
 * Asks the model for a summary of a history. What does not fit into the window loses its tool results
 * first and its oldest messages then. It calls no tools, whatever the model answers.
 */
export async function summarise(
  request: ModelRequest,
  options: { client: ModelClient; window: number | null; focus: string; signal: AbortSignal },
): Promise<Summarised> {
  const { client, window, focus, signal } = options
  const instruction: ModelMessage = { role: 'user', text: summaryInstruction(focus) }
  const asking: ModelRequest = {
    ...request,
    messages: [...fitting(request, window), instruction],
    volatile: '',
  }
  let text = ''
  let usage: TokenUsage | null = null
  for await (const event of client.stream(asking, signal)) {
    if (signal.aborted) break
    switch (event.type) {
      case 'text-delta':
        text += event.text
        break
      case 'usage':
        usage = event.usage
        break
      case 'error':
        return { kind: 'failed', failure: event.failure, usage }
      case 'end':
        return text.trim() === ''
          ? { kind: 'failed', failure: noSummary('The model answered without a summary.'), usage }
          : { kind: 'summary', text: text.trim(), usage }
      case 'text-start':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'call-start':
      case 'call-delta':
      case 'block-end':
        break
      default:
        assertNever(event, 'stream event')
    }
  }
  if (signal.aborted) return { kind: 'stopped', usage }
  return { kind: 'failed', failure: noSummary('The answer ended before its end mark.'), usage }
}

function fitting(request: ModelRequest, window: number | null): ModelMessage[] {
  const fits = (messages: ModelMessage[]) =>
    window === null || requestTokens({ ...request, messages }) <= window * SUMMARY_REQUEST_PART
  let messages = [...request.messages]
  if (!fits(messages)) messages = withoutResults(messages)
  while (!fits(messages) && messages.length > 2) {
    // Never a result without its call at the front.
    messages = messages.slice(1)
    while (messages[0] && messages[0].role === 'tool') messages = messages.slice(1)
  }
  return messages
}

function noSummary(detail: string): ModelFailure {
  return { code: 'protocol', server: 'Vigil', detail, status: null }
}
