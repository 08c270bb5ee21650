import { describe, expect, it } from 'vitest'
import type { ToolCard } from '../shared/tool-card'
import { answerOfLine, approvalText, questionText } from './terminal-question'

const options = [
  { label: 'In memory', description: 'Lost on reload' },
  { label: 'On disk', description: null },
]

describe('a question of the agent at the terminal', () => {
  it('lists its options by number', () => {
    expect(questionText({ question: 'Where?', options, isMany: false })).toBe(
      'Where?\n  1  In memory: Lost on reload\n  2  On disk\nA number, or an answer of your own (empty to skip): ',
    )
    expect(questionText({ question: 'Why?', options: [], isMany: false })).toBe(
      'Why?\nAnswer (empty to skip): ',
    )
  })

  it('is answered by numbers, in words, or skipped', () => {
    const one = { options, isMany: false }
    expect(answerOfLine(one, ' 2 ')).toEqual({ kind: 'answer', picked: [1], text: null })
    expect(answerOfLine(one, '')).toEqual({ kind: 'skip' })
    expect(answerOfLine(one, 'Both')).toEqual({ kind: 'answer', picked: [], text: 'Both' })
    expect(answerOfLine(one, '1, 2')).toEqual({ kind: 'answer', picked: [], text: '1, 2' })
    expect(answerOfLine(one, '3')).toEqual({ kind: 'answer', picked: [], text: '3' })
    expect(answerOfLine({ options, isMany: true }, '2 1 2')).toEqual({
      kind: 'answer',
      picked: [1, 0],
      text: null,
    })
    expect(answerOfLine({ options: [], isMany: false }, '42')).toEqual({
      kind: 'answer',
      picked: [],
      text: '42',
    })
  })
})

describe('what a person approves at the terminal', () => {
  const question = { askedAt: 0, reasons: [], permission: null }
  it.each<[string, ToolCard, string | null]>([
    [
      'a page',
      {
        kind: 'action',
        action: { type: 'web', url: 'https://a.example/' },
        stage: { kind: 'asking', question },
      },
      'Open https://a.example/?',
    ],
    [
      'a note',
      {
        kind: 'action',
        action: { type: 'memory', scope: 'workspace', name: 'a.md', text: 'Use pnpm.' },
        stage: { kind: 'asking', question },
      },
      'Remember as the note workspace/a.md?\nUse pnpm.',
    ],
    [
      'a call of a server',
      {
        kind: 'mcp-call',
        server: 'files',
        tool: 'write',
        args: '{}',
        readOnly: false,
        stage: { kind: 'asking', question: { askedAt: 0 } },
      },
      'Call write of the MCP server files?\n{}',
    ],
    [
      'nothing that was done already',
      { kind: 'action', action: { type: 'web', url: 'https://a.example/' }, stage: { kind: 'done' } },
      null,
    ],
  ])('%s', (_name, card, text) => expect(approvalText(card)).toBe(text))
})
