import type { Ids, ModelClient, ModelMessage, ModelRequest, StreamEvent } from '../ports'
import { isOver, progress, SHELL, type StepState, succeeded, TERMINAL_OUTPUT } from './runbook-progress'
import { readScript } from './runbook-script'
import { beginning, explanation, noticed, replaced, summary } from './runbook-text'
import { RUNBOOK_WORDS, type RunbookLanguage, type RunbookWords } from './runbook-words'

/** How long one call waits for a background command; the next call goes on waiting. */
const WAIT_MS = 60_000
/** Words per delta: the window shows Runbook's text as it shows a model's. */
const WORDS_PER_DELTA = 8

/** What Runbook does next. */
type Move = { text: string; call: { tool: string; input: Record<string, unknown> } | null }

/**
 * The built-in model that runs shell blocks without a model: no network, no key. It holds no state; all it knows is the
 * conversation, so it goes on correctly after a restart and never runs a command twice.
 */
export function createRunbookClient(ids: Ids, language: () => RunbookLanguage = () => 'en'): ModelClient {
  return {
    async *stream(request, signal) {
      const move = nextMove(request, language())
      for (const event of events(move, () => ids.next('call'))) {
        if (signal.aborted) return
        yield event
      }
    },
  }
}

/** Decides from the conversation alone what comes next. */
export function nextMove(
  request: Pick<ModelRequest, 'messages' | 'tools'>,
  language: RunbookLanguage = 'en',
): Move {
  const words = RUNBOOK_WORDS[language]
  const { messages } = request
  const at = lastMessage(messages, messages.length)
  const message = messages[at]
  const script = readScript(message?.role === 'user' ? message.text : '')
  const after = messages.slice(at + 1)
  const woken = answered(after) ? noticed(lastNotice(messages), words) : ''
  if (woken !== '') return { text: woken, call: null }
  const isFirst = !after.some((one) => one.role === 'assistant')
  const before = isFirst ? replacedBefore(messages, at, words) : ''
  if (script.kind === 'prose')
    return { text: join(before, explanation(script.hasOtherBlocks, words)), call: null }

  const { commands, leftOut } = script
  const steps = progress(commands, after)
  const next = steps.findIndex((step) => !succeeded(step))
  const step = steps[next]
  if (!step || isOver(step)) return { text: summary(commands, steps, words), call: null }
  if (step.kind === 'background') {
    if (!hasTool(request, TERMINAL_OUTPUT)) return { text: summary(commands, steps, words), call: null }
    const input = { terminal_id: step.terminalId, wait_ms: WAIT_MS }
    return { text: '', call: { tool: TERMINAL_OUTPUT, input } }
  }
  if (!hasTool(request, SHELL)) return { text: words.noShell, call: null }
  const text = isFirst ? join(before, beginning(commands.length, leftOut, words)) : ''
  return { text, call: { tool: SHELL, input: { command: commands[next] } } }
}

/** What became of the message before, if this one came in between. */
function replacedBefore(messages: readonly ModelMessage[], at: number, words: RunbookWords): string {
  const earlier = lastMessage(messages, at)
  const message = messages[earlier]
  if (message?.role !== 'user') return ''
  const script = readScript(message.text)
  const steps: StepState[] =
    script.kind === 'commands' ? progress(script.commands, messages.slice(earlier + 1, at)) : []
  return steps.length === 0 ? '' : replaced(steps, words)
}

/** The last message before `end` that a person wrote; the app's own notices are no commands. */
function lastMessage(messages: readonly ModelMessage[], end: number): number {
  for (let at = end - 1; at >= 0; at--) {
    const message = messages[at]
    if (message?.role === 'user' && !isNotice(message.text)) return at
  }
  return -1
}

/** The message was answered to its end: what comes now is a turn that the app started. */
function answered(after: readonly ModelMessage[]): boolean {
  return after.some((message) => message.role === 'assistant' && message.calls.length === 0)
}

function lastNotice(messages: readonly ModelMessage[]): string {
  const last = messages.at(-1)
  return last?.role === 'user' && isNotice(last.text) ? last.text : ''
}

function isNotice(text: string): boolean {
  return /^\[[^\]\n]*from Vigil, not from the user\]/.test(text)
}

function hasTool({ tools }: Pick<ModelRequest, 'tools'>, name: string): boolean {
  return tools.some((tool) => tool.name === name)
}

function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

function* events({ text, call }: Move, newCallId: () => string): Generator<StreamEvent> {
  if (text !== '') {
    yield { type: 'text-start', block: 'text' }
    for (const part of deltas(text)) yield { type: 'text-delta', block: 'text', text: part }
    yield { type: 'block-end', block: 'text' }
  }
  if (call) {
    yield { type: 'call-start', block: 'call', callId: newCallId(), tool: call.tool }
    yield { type: 'call-delta', block: 'call', text: JSON.stringify(call.input) }
    yield { type: 'block-end', block: 'call' }
  }
  yield { type: 'usage', usage: { input: 0, output: 0, cachedInput: 0, estimated: false } }
  yield { type: 'end', reason: call ? 'tool-calls' : 'stop' }
}

function deltas(text: string): string[] {
  const words = text.match(/\S*\s*/g) ?? []
  const parts: string[] = []
  for (let at = 0; at < words.length; at += WORDS_PER_DELTA)
    parts.push(words.slice(at, at + WORDS_PER_DELTA).join(''))
  return parts.filter((part) => part !== '')
}
