import { isRecord } from '../../shared/is-record'
import type { ModelMessage, ModelRequest, ToolCall, ToolResult } from '../ports'
import type { ProviderPart } from './stream-machine'

// Local models are often trained on this form, whatever their server knows of tools.
const OPEN = '<tool_call>'
const CLOSE = '</tool_call>'
const RESULT = '<tool_result'
const RESULT_CLOSE = '</tool_result>'

/**
 * Rewrites a request for a model without tool calling of its own: the tools become part of the instructions, earlier
 * calls and results become text. The same request always gives the same text.
 */
export function withTextCalls(request: ModelRequest): ModelRequest {
  if (request.tools.length === 0) return request
  return {
    ...request,
    system: `${request.system}\n\n${instructions(request)}`,
    tools: [],
    messages: request.messages.map(textMessage),
  }
}

function instructions({ tools }: ModelRequest): string {
  const specs = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, parameters: inputSchema }),
  )
  return [
    '# Tools',
    'You can call tools. Each line describes one, with its parameters as a JSON schema:',
    ...specs,
    `To call a tool, write on a line of its own ${OPEN}, then one JSON object with "name" and "arguments", then ${CLOSE}:`,
    `${OPEN}\n{"name": "${tools[0]?.name}", "arguments": {}}\n${CLOSE}`,
    `Several calls may follow each other. End your answer after the last call. The results come in the next message, each inside ${RESULT}> and ${RESULT_CLOSE}; never write those yourself.`,
  ].join('\n')
}

function textMessage(message: ModelMessage): ModelMessage {
  switch (message.role) {
    case 'user':
      return message
    case 'assistant':
      return {
        role: 'assistant',
        text: [message.text, ...message.calls.map(callText)].filter((part) => part !== '').join('\n'),
        calls: [],
      }
    case 'tool':
      return { role: 'user', text: message.results.map(resultText).join('\n') }
  }
}

function callText({ tool, input, argsText }: ToolCall): string {
  // What was no JSON is shown as it was written: the result that follows says what is wrong with it.
  const body = input === null ? argsText : JSON.stringify({ name: tool, arguments: input })
  return `${OPEN}\n${body}\n${CLOSE}`
}

function resultText({ tool, text, isError }: ToolResult): string {
  // What a command prints must not end the result it is in.
  const inner = text.replaceAll(/<(?=\/tool_result>)/g, '<\u200b')
  return `${RESULT} tool="${tool}"${isError ? ' error="true"' : ''}>\n${inner}\n${RESULT_CLOSE}`
}

/** Where the reader is: in the model's words, inside a call, or behind results that the model made up. */
type Place = { kind: 'words'; held: string; lineStart: boolean } | { kind: 'call'; body: string } | 'made-up'

/**
 * Finds the calls in the words of an answer and hands everything on as if the provider had told them apart: what
 * follows it cannot see the difference. A call begins at the start of a line; only the few characters that may become
 * its mark are held back. What is no valid JSON is still a call, so that the model learns of its mistake.
 */
export function createTextCallReader(): (part: ProviderPart) => ProviderPart[] {
  let place: Place = { kind: 'words', held: '', lineStart: true }
  let blocks = 0
  let calls = 0
  let openText: string | null = null

  const words = (text: string): ProviderPart[] => {
    if (text === '') return []
    // Blank lines between calls are no words.
    if (openText === null && text.trim() === '') return []
    if (openText !== null) return [{ type: 'text-delta', id: openText, text }]
    openText = `text-${++blocks}`
    return [
      { type: 'text-start', id: openText },
      { type: 'text-delta', id: openText, text },
    ]
  }
  const endWords = (): ProviderPart[] => {
    if (openText === null) return []
    const id = openText
    openText = null
    return [{ type: 'text-end', id }]
  }
  const call = (body: string): ProviderPart[] => {
    const id = `call-${++calls}`
    const { tool, args } = readCall(body)
    return [
      ...endWords(),
      { type: 'call-start', id, callId: null, tool },
      { type: 'call-delta', id, text: args },
      { type: 'call-end', id },
    ]
  }

  const read = (text: string): ProviderPart[] => {
    const out: ProviderPart[] = []
    let rest = text
    while (rest !== '' && place !== 'made-up') {
      if (place.kind === 'call') {
        const known = place.body.length
        place.body += rest
        rest = ''
        const end = callEnd(place.body, known)
        if (end === null) break
        out.push(...call(place.body.slice(0, end)))
        rest = place.body.slice(end + CLOSE.length)
        place = { kind: 'words', held: '', lineStart: true }
        continue
      }
      rest = place.held + rest
      place.held = ''
      if (!place.lineStart) {
        const line = rest.indexOf('\n') + 1
        out.push(...words(line === 0 ? rest : rest.slice(0, line)))
        place.lineStart = line > 0
        rest = line === 0 ? '' : rest.slice(line)
        continue
      }
      const start = rest.replace(/^[ \t]+/, '')
      if (start.startsWith(OPEN)) {
        place = { kind: 'call', body: '' }
        rest = start.slice(OPEN.length)
      } else if (start.startsWith(RESULT)) {
        place = 'made-up'
      } else if (OPEN.startsWith(start) || RESULT.startsWith(start)) {
        place.held = rest
        rest = ''
      } else {
        place.lineStart = false
      }
    }
    return out
  }
  /** What was held back when nothing more comes; a call without its end mark is one if the answer itself ended. */
  const rest = (answerEnded: boolean): ProviderPart[] => {
    const last = place
    place = { kind: 'words', held: '', lineStart: true }
    if (last === 'made-up') return endWords()
    if (last.kind === 'words') return [...words(last.held), ...endWords()]
    if (!answerEnded) return [...words(`${OPEN}${last.body}`), ...endWords()]
    const end = last.body.indexOf(CLOSE)
    return call(end < 0 ? last.body : last.body.slice(0, end))
  }

  return (part) => {
    switch (part.type) {
      case 'text-start':
      case 'text-end':
        return []
      case 'text-delta':
        return read(part.text)
      case 'reasoning-start':
        return [...endWords(), part]
      case 'finish': {
        const left = rest(true)
        const called = calls > 0 && part.reason !== 'length' && part.reason !== 'refused'
        return [...left, called ? { ...part, reason: 'tool-calls' } : part]
      }
      case 'source-ended':
      case 'failed':
        return [...rest(false), part]
      default:
        return [part]
    }
  }
}

/** The end of a call's JSON: the first end mark behind valid JSON, since the mark may also stand in a string. */
function callEnd(body: string, known: number): number | null {
  // Only marks that were completed by the latest text are new.
  let at = body.indexOf(CLOSE, Math.max(0, known - CLOSE.length + 1))
  for (; at >= 0; at = body.indexOf(CLOSE, at + 1)) if (parsed(body.slice(0, at)) !== undefined) return at
  return null
}

function readCall(body: string): { tool: string; args: string } {
  const value = parsed(body)
  if (isRecord(value) && typeof value.name === 'string' && value.name !== '') {
    const given = value.arguments ?? value.parameters ?? {}
    return { tool: value.name, args: typeof given === 'string' ? given : JSON.stringify(given) }
  }
  const name = /"name"\s*:\s*"([^"\\]+)"/.exec(body)?.[1]
  return { tool: name ?? 'tool_call', args: body.trim() }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
