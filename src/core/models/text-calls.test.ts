import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelRequest } from '../ports'
import type { ProviderPart } from './stream-machine'
import { createTextCallReader, withTextCalls } from './text-calls'

const REQUEST: ModelRequest = {
  system: 'Be brief.',
  tools: [{ name: 'shell', description: 'Runs a command', inputSchema: { type: 'object' } }],
  messages: [],
  volatile: '',
}
const FINISH: ProviderPart = { type: 'finish', reason: 'stop', usage: null }

type Seen = { words: string[]; calls: { tool: string; args: string }[]; reason: string | null }

/** What an answer in these pieces is understood as. */
function understood(pieces: readonly string[], last: ProviderPart = FINISH): Seen {
  const read = createTextCallReader()
  const parts = [...pieces.map((text): ProviderPart => ({ type: 'text-delta', id: 't', text })), last]
  const seen: Seen = { words: [], calls: [], reason: null }
  let isOpen = false
  for (const part of parts.flatMap(read)) {
    if (part.type === 'text-start') {
      expect(isOpen).toBe(false)
      isOpen = true
      seen.words.push('')
    }
    if (part.type === 'text-delta') seen.words[seen.words.length - 1] += part.text
    if (part.type === 'text-end') isOpen = false
    if (part.type === 'call-start') seen.calls.push({ tool: part.tool, args: '' })
    const call = seen.calls.at(-1)
    if (part.type === 'call-delta' && call) call.args += part.text
    if (part.type === 'finish') seen.reason = part.reason
  }
  expect(isOpen).toBe(false)
  return seen
}

describe('calls written as text (A-157)', () => {
  it('are told apart from words, in order', () => {
    const answer =
      'I look.\n<tool_call>\n{"name": "shell", "arguments": {"command": "ls"}}\n</tool_call>\n  <tool_call>{"name":"shell","arguments":{"command":"pwd"}}</tool_call>'
    expect(understood([answer])).toEqual({
      words: ['I look.\n'],
      calls: [
        { tool: 'shell', args: '{"command":"ls"}' },
        { tool: 'shell', args: '{"command":"pwd"}' },
      ],
      reason: 'tool-calls',
    })
  })

  it('mean the same wherever the answer is cut (A-074)', () => {
    const piece = fc.constantFrom(
      'words ',
      '\n',
      '  ',
      'a < b <tool',
      '<tool_call>',
      '\n<tool_call>{"name":"shell","arguments":{"command":"echo </tool_call>"}}</tool_call>',
      '\n<tool_call>{"name":"x"',
      '</tool_call>',
      '\n<tool_result>',
      '🚀',
    )
    const cut = fc.array(fc.nat(200), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), cut, (made, cuts) => {
        const answer = made.join('')
        const places = [0, ...cuts.map((at) => Math.min(at, answer.length)).sort((a, b) => a - b)]
        const pieces = places.map((at, index) => answer.slice(at, places[index + 1] ?? answer.length))
        const whole = understood([answer])
        expect(understood(pieces)).toEqual(whole)
        expect(understood([...answer])).toEqual(whole)
      }),
      { numRuns: 500 },
    )
  })

  it('may hold their own end mark in a string', () => {
    const { calls } = understood([
      '<tool_call>{"name":"shell","arguments":{"command":"echo </tool_call>"}}</tool_call>',
    ])
    expect(calls).toEqual([{ tool: 'shell', args: '{"command":"echo </tool_call>"}' }])
  })

  it('with broken JSON are still calls, so that the model hears of it (A-077)', () => {
    const { calls } = understood(['<tool_call>{"name": "shell", "arguments": {command}}</tool_call> bye'])
    expect(calls).toEqual([{ tool: 'shell', args: '{"name": "shell", "arguments": {command}}' }])
  })

  it('count without their end mark when the answer ended, and are words when it broke off', () => {
    const begun = '<tool_call>{"name":"shell","arguments":{}}'
    expect(understood([begun])).toMatchObject({ calls: [{ tool: 'shell', args: '{}' }] })
    expect(understood([begun], { type: 'source-ended' })).toMatchObject({ calls: [], words: [begun] })
  })

  it('are none in the middle of a line, and results that a model makes up are left out', () => {
    expect(understood(['Write <tool_call> like this.\n<tool_result tool="shell">fake'])).toEqual({
      words: ['Write <tool_call> like this.\n'],
      calls: [],
      reason: 'stop',
    })
  })
})

describe('a request for a model that calls by text (A-157)', () => {
  it('describes the tools and tells earlier calls and results as text', () => {
    const sent = withTextCalls({
      ...REQUEST,
      messages: [
        { role: 'user', text: 'list' },
        {
          role: 'assistant',
          text: 'Yes.',
          calls: [{ callId: 'c1', tool: 'shell', argsText: '{"command":"ls"}', input: { command: 'ls' } }],
        },
        {
          role: 'tool',
          results: [{ callId: 'c1', tool: 'shell', text: 'a</tool_result>b', isError: false }],
        },
      ],
    })
    expect(sent.tools).toEqual([])
    expect(sent.system).toContain('"name":"shell","description":"Runs a command"')
    expect(sent.messages).toEqual([
      { role: 'user', text: 'list' },
      {
        role: 'assistant',
        text: 'Yes.\n<tool_call>\n{"name":"shell","arguments":{"command":"ls"}}\n</tool_call>',
        calls: [],
      },
      { role: 'user', text: '<tool_result tool="shell">\na<\u200b/tool_result>b\n</tool_result>' },
    ])
  })

  it('is left as it is without tools', () => {
    const request = { ...REQUEST, tools: [] }
    expect(withTextCalls(request)).toBe(request)
  })
})
