import { describe, expect, it } from 'vitest'
import { entryIdSchema } from '../../shared/ids'
import type { Entry } from './entry'
import { modelHistory } from './history'
import { transcriptItems } from './transcript'

let seq = 0
const place = () => ({ id: entryIdSchema.parse(`e${++seq}`), seq, at: seq })
const user = (text: string, told: string | null = null): Entry => ({ ...place(), kind: 'user', text, told })
const call = (callId: string, text: string | null): Entry => ({
  ...place(),
  kind: 'call',
  callId,
  tool: 'read_file',
  title: 'a.ts',
  commandId: null,
  result: text === null ? null : { callId, tool: 'read_file', text, isError: false },
})
const answer = (text: string, callIds: string[] = []): Entry => ({
  ...place(),
  kind: 'assistant',
  text,
  reasoning: '',
  model: 'm',
  calls: callIds.map((callId) => ({ callId, tool: 'read_file', argsText: '{}', input: {} })),
  interrupted: false,
  usage: null,
})

describe('modelHistory', () => {
  it('sends results in the order of their calls, in one message (A-005)', () => {
    const history = modelHistory([
      user('go'),
      answer('', ['1', '2']),
      call('1', 'one'),
      call('2', 'two'),
      answer('done'),
    ])
    expect(history.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(history[2]).toEqual({
      role: 'tool',
      results: [
        { callId: '1', tool: 'read_file', text: 'one', isError: false },
        { callId: '2', tool: 'read_file', text: 'two', isError: false },
      ],
    })
  })

  it('keeps what Vigil says apart from what the user says (S-229)', () => {
    expect(modelHistory([user('go on', 'Terminal event: …')])).toEqual([
      { role: 'user', text: 'Terminal event: …' },
      { role: 'user', text: 'go on' },
    ])
  })

  it('does not send system lines to the model (A-046)', () => {
    const notice: Entry = { ...place(), kind: 'notice', notice: { type: 'step-limit', steps: 3 } }
    expect(modelHistory([user('a'), notice])).toHaveLength(1)
  })
})

describe('transcriptItems', () => {
  it('shows queued messages after everything else (A-008)', () => {
    const items = transcriptItems([user('a'), answer('b')], [{ id: 'q', at: 1, text: 'later' }])
    expect(items.at(-1)).toMatchObject({ kind: 'user', text: 'later', queued: true })
    expect([...items].sort((a, b) => a.seq - b.seq)).toEqual(items)
  })

  it('shows no empty answer between two calls', () => {
    expect(transcriptItems([answer('', ['1']), call('1', 'x')], []).map((item) => item.kind)).toEqual([
      'tool',
    ])
  })

  it('calls a tool failed when its result is an error, running without one (A-006)', () => {
    const failed = call('1', 'no such file')
    if (failed.kind === 'call' && failed.result) failed.result.isError = true
    expect(transcriptItems([failed, call('2', null)], [])).toMatchObject([
      { state: 'failed' },
      { state: 'running' },
    ])
  })
})
