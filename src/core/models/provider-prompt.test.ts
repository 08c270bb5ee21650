import { describe, expect, it } from 'vitest'
import type { ModelMessage, ModelRequest } from '../ports'
import { providerPrompt, providerTools, requestText, usedCallIds } from './provider-prompt'

const request = (messages: ModelMessage[], volatile = ''): ModelRequest => ({
  system: 'rules',
  tools: [{ name: 'shell', description: 'runs', inputSchema: { type: 'object' } }],
  messages,
  volatile,
})
const call = (callId: string, input: unknown = {}) => ({
  callId,
  tool: 'shell',
  argsText: JSON.stringify(input),
  input,
})
const HISTORY: ModelMessage[] = [
  { role: 'user', text: 'a' },
  { role: 'assistant', text: 'b', calls: [call('call_1', { command: 'ls' })] },
  { role: 'tool', results: [{ callId: 'call_1', tool: 'shell', text: 'out', isError: false }] },
]
const cached = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }

describe('providerPrompt', () => {
  it('puts the stable part first and the facts of this moment last (A-017, A-018)', () => {
    expect(providerPrompt(request(HISTORY, 'now'), 'openai-compatible')).toEqual([
      { role: 'system', content: 'rules' },
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'b' },
          { type: 'tool-call', toolCallId: 'call_1', toolName: 'shell', input: { command: 'ls' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'call_1',
            toolName: 'shell',
            output: { type: 'text', value: 'out' },
          },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'now' }] },
    ])
  })

  it('lets Anthropic cache everything but the facts of this moment (A-017)', () => {
    const prompt = providerPrompt(request(HISTORY, 'now'), 'anthropic')
    expect(prompt.map((message) => message.providerOptions !== undefined)).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
    expect(prompt[0]).toMatchObject(cached)
  })

  it('begins with the same bytes when the history grows (A-017)', () => {
    const short = JSON.stringify(providerPrompt(request(HISTORY.slice(0, 1)), 'openai'))
    const long = JSON.stringify(providerPrompt(request(HISTORY), 'openai'))
    expect(long.startsWith(short.slice(0, -1))).toBe(true)
  })

  it('joins neighbouring user messages where templates want roles to alternate', () => {
    const messages: ModelMessage[] = [
      { role: 'user', text: 'told' },
      { role: 'user', text: 'said' },
    ]
    const prompt = providerPrompt(request(messages, 'now'), 'openai-compatible')
    expect(prompt.slice(1)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'told\n\nsaid\n\nnow' }] },
    ])
  })

  it('sends only objects as arguments of earlier calls (A-077)', () => {
    const messages: ModelMessage[] = [
      { role: 'assistant', text: '', calls: [call('a', null), call('b', [1]), call('c', 'x')] },
    ]
    const parts = providerPrompt(request(messages), 'openai')[1]?.content
    expect(parts).toMatchObject([{ input: {} }, { input: {} }, { input: {} }])
  })

  it('never sends an empty text', () => {
    const messages: ModelMessage[] = [
      { role: 'assistant', text: '', calls: [call('a')] },
      { role: 'tool', results: [{ callId: 'a', tool: 'shell', text: '', isError: true }] },
    ]
    const prompt = providerPrompt(request(messages), 'anthropic')
    expect(prompt[1]?.content).toHaveLength(1)
    expect(prompt[2]?.content).toMatchObject([{ output: { type: 'error-text', value: '(empty)' } }])
  })

  it.each(['functions.shell:0', 'x'.repeat(41), 'with space', 'ключ'])(
    'gives the identifier %j a form every provider takes (A-078)',
    (id) => {
      const messages: ModelMessage[] = [
        { role: 'assistant', text: '', calls: [call(id)] },
        { role: 'tool', results: [{ callId: id, tool: 'shell', text: 'x', isError: false }] },
      ]
      const ids =
        JSON.stringify(providerPrompt(request(messages), 'anthropic')).match(/"toolCallId":"([^"]*)"/g) ?? []
      expect(ids).toHaveLength(2)
      expect(new Set(ids).size).toBe(1)
      expect(ids[0]).toMatch(/^"toolCallId":"call_[0-9a-f]{1,16}"$/)
    },
  )

  it('repairs halves of characters', () => {
    const prompt = providerPrompt(request([{ role: 'user', text: 'a\ud83d b\ude00 😀' }]), 'openai')
    expect(prompt[1]?.content).toEqual([{ type: 'text', text: 'a\ufffd b\ufffd 😀' }])
  })
})

it('tools are schemas only', () => {
  expect(providerTools(request([]))).toEqual([
    { type: 'function', name: 'shell', description: 'runs', inputSchema: { type: 'object' } },
  ])
})

it('every identifier of the history counts as used (A-078)', () => {
  expect([...usedCallIds(HISTORY)]).toEqual(['call_1'])
})

it('the estimate covers all that is sent (A-071)', () => {
  const text = requestText(request(HISTORY, 'now'))
  for (const part of ['rules', 'shell', 'a', 'b', '{"command":"ls"}', 'out', 'now'])
    expect(text).toContain(part)
})
