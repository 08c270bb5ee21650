import { describe, expect, it } from 'vitest'
import type { ModelFailure } from '../../shared/models'
import { settle } from '../testing/fake-clock'
import { SCRIPTED_USAGE, type Scripted } from '../testing/scripted-model'
import { counting, eventsOf, failure, resultsOf, scriptedTool, scriptedTurn } from '../testing/scripted-turn'
import type { AnyTool, ToolAnswer } from '../tools/tool'
import { CONTINUE } from './history'
import { runTurn } from './turn'

describe('a turn', () => {
  it('asks, runs the calls, returns the results and ends with the final answer (A-001, A-002)', async () => {
    const { tool, inputs } = counting()
    const story = scriptedTurn(
      [{ text: 'Counting.', calls: [{ tool: 'count', args: { n: 1 } }] }, { text: 'Done.' }],
      { tools: [tool] },
    )
    expect(await story.run()).toEqual({ kind: 'done' })
    expect(inputs).toEqual([{ n: 1 }])
    expect(story.model.requests[1]?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        text: 'Counting.',
        calls: [{ callId: 'call-1', tool: 'count', argsText: '{"n":1}', input: { n: 1 } }],
      },
      { role: 'tool', results: [{ callId: 'call-1', tool: 'count', text: 'counted 1', isError: false }] },
    ])
    expect(story.events.map((event) => event.type).filter((type) => type !== 'stream')).toEqual([
      'request-started',
      'answer',
      'call-started',
      'call-finished',
      'step-finished',
      'request-started',
      'answer',
      'step-finished',
    ])
  })

  it('needs nothing but a scripted model (A-004)', async () => {
    const story = scriptedTurn([{ text: 'Hi.' }])
    expect(await story.run()).toEqual({ kind: 'done' })
    expect(eventsOf(story, 'answer')).toMatchObject([
      { text: 'Hi.', calls: [], usage: SCRIPTED_USAGE, stop: 'end' },
    ])
  })

  it('passes every event of the stream on, in order, before the answer (A-066)', async () => {
    const story = scriptedTurn([{ reasoning: 'hm', text: 'Hello' }])
    await story.run()
    const deltas = eventsOf(story, 'stream').map(({ event }) =>
      event.type === 'text-delta' ? event.text : '',
    )
    expect(deltas.join('')).toBe('Hello')
    expect(eventsOf(story, 'answer')[0]).toMatchObject({ reasoning: 'hm' })
  })

  it('waits until an event is stored before it goes on (A-012)', async () => {
    const { tool, inputs } = counting()
    let release = () => {}
    const stored = new Promise<void>((resolve) => {
      release = resolve
    })
    const story = scriptedTurn([{ calls: [{ tool: 'count', args: {} }] }, { text: 'Done.' }], {
      tools: [tool],
    })
    const { on } = story.deps
    const end = runTurn({
      ...story.deps,
      on: async (event) => {
        await on(event)
        if (event.type === 'answer') await stored
      },
    })
    await settle()
    expect(inputs).toHaveLength(0)
    release()
    expect(await end).toEqual({ kind: 'done' })
    expect(inputs).toHaveLength(1)
  })

  it('ends with the error when storing fails, and leaves the stream', async () => {
    const broken = new Error('disk full')
    const story = scriptedTurn([{ text: 'Hi.' }], {
      on: async (event) => {
        if (event.type === 'stream') throw broken
      },
    })
    await expect(story.run()).rejects.toBe(broken)
  })
})

describe('tool calls', () => {
  const call = (tool: string, args: unknown) => ({ tool, args })

  it('get exactly one result each, with their identifier and in their order, whatever happens (A-005, A-006, A-007)', async () => {
    const good = counting()
    const bad = scriptedTool('bad', () => {
      throw new Error('boom')
    })
    const calls = [
      call('count', { n: 1 }),
      call('nothing', {}),
      call('count', '{"n":'),
      call('count', { n: 'x' }),
      call('bad', {}),
      call('count', { n: 2 }),
    ]
    const story = scriptedTurn([{ calls }, { text: 'ok' }], { tools: [good.tool, bad.tool] })
    expect(await story.run()).toEqual({ kind: 'done' })
    expect(
      resultsOf(story).map(({ callId, text, isError }) => [callId, isError, text.split('\n')[0]]),
    ).toEqual([
      ['call-1', false, 'counted 1'],
      ['call-2', true, 'There is no tool named `nothing`. Available: `count`, `bad`. Nothing was executed.'],
      ['call-3', true, 'Nothing was executed: the arguments are not valid JSON. They were: {"n":'],
      ['call-4', true, 'The arguments of `count` are not valid: n: expected a number. Nothing was executed.'],
      ['call-5', true, 'The tool failed unexpectedly: boom'],
      ['call-6', false, 'counted 2'],
    ])
    expect(good.inputs).toEqual([{ n: 1 }, { n: 2 }])
    expect(story.bugs).toEqual([new Error('boom')])
  })

  it('survive a tool whose check of arguments throws (A-006)', async () => {
    const tool: AnyTool = {
      spec: { name: 'odd', description: '', inputSchema: {} },
      bind: () => {
        throw new Error('bind')
      },
    }
    const story = scriptedTurn([{ calls: [call('odd', {})] }, { text: 'ok' }], { tools: [tool] })
    expect(await story.run()).toEqual({ kind: 'done' })
    expect(resultsOf(story)).toMatchObject([{ isError: true, text: expect.stringContaining('bind') }])
  })

  it('run one after another', async () => {
    let running = 0
    let most = 0
    const slow = scriptedTool('slow', async () => {
      most = Math.max(most, ++running)
      await settle()
      running--
      return { text: '', isError: false }
    })
    const story = scriptedTurn([{ calls: [call('slow', {}), call('slow', { n: 1 })] }, { text: 'ok' }], {
      tools: [slow.tool],
    })
    await story.run()
    expect(most).toBe(1)
  })

  it('get their own identifier', async () => {
    const { tool, contexts } = counting()
    const story = scriptedTurn([{ calls: [call('count', {}), call('count', { n: 1 })] }, { text: 'ok' }], {
      tools: [tool],
    })
    await story.run()
    expect(contexts.map((one) => one.callId)).toEqual(['call-1', 'call-2'])
  })

  it('keep the outcome of a tool for Runbook', async () => {
    const outcome = {
      status: 'exited' as const,
      exitCode: 1,
      signal: null,
      terminalId: null,
      output: '',
      truncated: false,
      omittedLines: 0,
      fullOutputPath: null,
      fullOutputBytes: 0,
    }
    const { tool } = scriptedTool('shell', () => ({ text: 'Exit code: 1', isError: false, outcome }))
    const story = scriptedTurn([{ calls: [call('shell', {})] }, { text: 'ok' }], { tools: [tool] })
    await story.run()
    expect(resultsOf(story)[0]?.outcome).toEqual(outcome)
  })

  it('of a model that goes round in a circle are told so, and so is the user (A-011)', async () => {
    const { tool } = counting()
    const again: Scripted = { calls: [call('count', { n: 7 })] }
    const story = scriptedTurn([again, again, again, again, { text: 'ok' }], { tools: [tool] })
    await story.run()
    const texts = resultsOf(story).map((result) => result.text)
    expect(texts.slice(0, 2)).toEqual(['counted 7', 'counted 7'])
    expect(texts[2]).toContain('You made this same call 3 times lately')
    expect(texts[3]).toContain('4 times')
    expect(eventsOf(story, 'repeating')).toEqual([
      { type: 'repeating', tool: 'count', times: 3 },
      { type: 'repeating', tool: 'count', times: 4 },
    ])
  })
})

describe('the end of an answer', () => {
  it('cut off by the output limit is continued once (A-003)', async () => {
    const story = scriptedTurn([{ text: 'One, two', reason: 'length' }, { text: ', three.' }])
    expect(await story.run()).toEqual({ kind: 'done' })
    expect(eventsOf(story, 'answer').map((answer) => answer.stop)).toEqual(['continued', 'end'])
    expect(story.model.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', text: 'One, two', calls: [] },
      { role: 'user', text: CONTINUE },
    ])
  })

  it('cut off twice is reported (A-003)', async () => {
    const story = scriptedTurn([
      { text: 'a', reason: 'length' },
      { text: 'b', reason: 'length' },
    ])
    expect(await story.run()).toEqual({ kind: 'done' })
    expect(eventsOf(story, 'answer').map((answer) => answer.stop)).toEqual(['continued', 'length'])
  })

  it('may be cut off again after other work (A-003)', async () => {
    const { tool } = counting()
    const cut: Scripted = { text: 'a', reason: 'length' }
    const work: Scripted = { calls: [{ tool: 'count', args: {} }] }
    const story = scriptedTurn([cut, work, cut, { text: 'end' }], { tools: [tool] })
    await story.run()
    expect(eventsOf(story, 'answer').map((answer) => answer.stop)).toEqual([
      'continued',
      'calls',
      'continued',
      'end',
    ])
  })

  it('inside a call gives that call a result that says so (A-003, A-077)', async () => {
    const { tool, inputs } = counting()
    const calls = [
      { tool: 'count', args: { n: 1 } },
      { tool: 'count', args: '{"n"' },
    ]
    const story = scriptedTurn([{ calls, reason: 'length' }, { text: 'ok' }], { tools: [tool] })
    await story.run()
    expect(inputs).toEqual([{ n: 1 }])
    expect(resultsOf(story)[1]).toMatchObject({
      isError: true,
      text: expect.stringContaining('length limit'),
    })
  })

  it('withheld by the provider fails the turn with the reason (A-003)', async () => {
    const story = scriptedTurn([{ text: 'I', reason: 'refused' }], { server: 'Fake' })
    expect(await story.run()).toMatchObject({
      kind: 'failed',
      failure: { server: 'Fake', detail: expect.stringContaining('content filter') },
    })
    expect(eventsOf(story, 'answer')).toMatchObject([{ text: 'I', stop: 'refused' }])
  })
})

describe('the user', () => {
  it('speaks during a turn and is heard with the next request (A-008)', async () => {
    const story = scriptedTurn([{ calls: [{ tool: 'count', args: {} }] }, { text: 'ok' }])
    const speaking = scriptedTool('count', () => {
      story.queue.push('also this')
      return { text: 'x', isError: false }
    })
    Object.defineProperty(story.deps, 'tools', { value: [speaking.tool] })
    await story.run()
    expect(story.model.requests[1]?.messages.at(-1)).toEqual({ role: 'user', text: 'also this' })
  })

  it('who spoke during the last answer gets one more step (A-008)', async () => {
    let release = () => {}
    const hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const story = scriptedTurn([{ text: 'Almost.', hold }, { text: 'And that.' }])
    const end = story.run()
    await settle()
    story.queue.push('one more thing')
    release()
    expect(await end).toEqual({ kind: 'done' })
    expect(story.model.requests).toHaveLength(2)
  })

  it('stops while the model answers: the text is kept and counted, nothing more is asked (A-009, A-163, A-166)', async () => {
    const story = scriptedTurn([
      { text: 'A long answer', hold: new Promise(() => {}), calls: [{ tool: 'count', args: {} }] },
    ])
    const end = story.run()
    await settle()
    story.stop.abort()
    expect(await end).toEqual({ kind: 'stopped' })
    expect(eventsOf(story, 'answer')).toMatchObject([
      { text: 'A long answer', calls: [], stop: 'interrupted', usage: { estimated: true, output: 4 } },
    ])
  })

  it('stops before anything came: there is no answer (A-009)', async () => {
    const story = scriptedTurn([{ text: 'x', after: new Promise(() => {}) }])
    const end = story.run()
    await settle()
    story.stop.abort()
    expect(await end).toEqual({ kind: 'stopped' })
    expect(eventsOf(story, 'answer')).toEqual([])
  })

  it('stops during a call: it ends with its own words, later calls do not run, all have results (A-005, A-009)', async () => {
    const waiting = scriptedTool(
      'wait',
      (_input, { signal }) =>
        new Promise<ToolAnswer>((resolve) => {
          signal.addEventListener('abort', () => resolve({ text: 'stopped by the user', isError: false }))
        }),
    )
    const { tool, inputs } = counting()
    const calls = [
      { tool: 'wait', args: {} },
      { tool: 'count', args: {} },
      { tool: 'unknown', args: {} },
    ]
    const story = scriptedTurn([{ calls }], { tools: [waiting.tool, tool] })
    const end = story.run()
    await settle()
    story.stop.abort()
    expect(await end).toEqual({ kind: 'stopped' })
    expect(inputs).toEqual([])
    const notRun = 'This call was not run because the user stopped the turn.'
    expect(resultsOf(story).map((result) => result.text)).toEqual(['stopped by the user', notRun, notRun])
    expect(eventsOf(story, 'call-started')).toHaveLength(1)
    expect(eventsOf(story, 'step-finished')).toHaveLength(1)
    expect(story.model.requests).toHaveLength(1)
  })

  it('is not held up by a tool that throws or hangs after Stop (A-009)', async () => {
    for (const behave of ['throw', 'hang']) {
      const stubborn = scriptedTool(
        'stubborn',
        (_input, { signal }) =>
          new Promise<ToolAnswer>((_resolve, reject) => {
            if (behave === 'throw') signal.addEventListener('abort', () => reject(new Error('aborted')))
          }),
      )
      const story = scriptedTurn([{ calls: [{ tool: 'stubborn', args: {} }] }], { tools: [stubborn.tool] })
      const end = story.run()
      await settle()
      story.stop.abort()
      await story.clock.advance(10_000)
      expect(await end).toEqual({ kind: 'stopped' })
      expect(resultsOf(story)).toMatchObject([
        { isError: true, text: expect.stringContaining('the user stopped the turn') },
      ])
      expect(story.clock.pendingTimers).toBe(0)
    }
  })

  it('leaves nothing behind when nobody stops', async () => {
    const { tool } = counting()
    const story = scriptedTurn([{ calls: [{ tool: 'count', args: {} }] }, { text: 'ok' }], { tools: [tool] })
    await story.run()
    expect(story.clock.pendingTimers).toBe(0)
  })
})

describe('limits', () => {
  it('pause a turn that takes too many steps (A-010)', async () => {
    const { tool } = counting()
    const steps = [1, 2, 3, 4].map((n): Scripted => ({ calls: [{ tool: 'count', args: { n } }] }))
    const story = scriptedTurn(steps, { tools: [tool], stepLimit: 3 })
    expect(await story.run()).toEqual({ kind: 'paused', steps: 3 })
    expect(story.model.requests).toHaveLength(3)
    expect(resultsOf(story)).toHaveLength(3)
  })

  it('end an answer that never ends (A-083)', async () => {
    const long = 'x'.repeat(4 * 1024 * 1024)
    const story = scriptedTurn([{ text: `${long}${long}y` }], { server: 'Fake' })
    expect(await story.run()).toMatchObject({ kind: 'failed', failure: { code: 'protocol', server: 'Fake' } })
  })
})

describe('failed requests', () => {
  const fails = (code: ModelFailure['code'], retryable = true, more: object = {}): Scripted => ({
    fail: { failure: failure(code), retryable },
    ...more,
  })

  it('before the first event are sent again with growing delays, visibly (A-162)', async () => {
    const story = scriptedTurn([fails('overloaded'), fails('rate-limit'), { text: 'At last.' }])
    const end = story.run()
    await settle()
    const [first] = eventsOf(story, 'retrying')
    expect(first).toMatchObject({ attempt: 1, of: 5, failure: failure('overloaded') })
    expect(first?.until).toBeGreaterThan(story.clock.now())
    expect(story.model.requests).toHaveLength(1)
    await story.clock.advance(60_000)
    expect(await end).toEqual({ kind: 'done' })
    const started = eventsOf(story, 'request-started').map(({ step, attempt }) => [step, attempt])
    expect(started).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
    ])
    expect(eventsOf(story, 'answer')).toHaveLength(1)
  })

  it('are not sent again at all when that cannot help (A-164)', async () => {
    for (const code of ['auth', 'invalid-request'] as const) {
      const story = scriptedTurn([fails(code, false)])
      expect(await story.run()).toEqual({ kind: 'failed', failure: failure(code) })
      expect(eventsOf(story, 'retrying')).toEqual([])
    }
  })

  it('stop being sent again in the end (A-162)', async () => {
    const story = scriptedTurn(Array.from({ length: 4 }, () => fails('unreachable')))
    const end = story.run()
    await story.clock.advance(60_000)
    expect(await end).toEqual({ kind: 'failed', failure: failure('unreachable') })
    expect(eventsOf(story, 'retrying')).toHaveLength(3)
  })

  it('can be given up while they wait (A-162)', async () => {
    const story = scriptedTurn([fails('overloaded')])
    const end = story.run()
    await settle()
    story.stop.abort()
    expect(await end).toEqual({ kind: 'stopped' })
    expect(story.clock.pendingTimers).toBe(0)
  })

  it('after text was shown are not repeated: the part is kept, marked, and its calls are not run (A-080, A-163)', async () => {
    const { tool, inputs } = counting()
    const story = scriptedTurn(
      [fails('interrupted', true, { text: 'Half an', calls: [{ tool: 'count', args: {} }] })],
      { tools: [tool] },
    )
    expect(await story.run()).toEqual({ kind: 'failed', failure: failure('interrupted') })
    expect(eventsOf(story, 'answer')).toMatchObject([{ text: 'Half an', calls: [], stop: 'interrupted' }])
    expect(eventsOf(story, 'retrying')).toEqual([])
    expect(inputs).toEqual([])
  })

  it('go on after the part that was shown when the user tries again (A-163)', async () => {
    const story = scriptedTurn([fails('interrupted', true, { text: 'Half an' }), { text: ' answer.' }])
    await story.run()
    expect(await story.run()).toEqual({ kind: 'done' })
    expect(story.model.requests[1]?.messages.at(-1)).toEqual({ role: 'user', text: CONTINUE })
  })

  it('report the tokens they cost (A-166)', async () => {
    const usage = { input: 7, output: 0, cachedInput: 0, estimated: true }
    const story = scriptedTurn([fails('interrupted', true, { usage }), { text: 'ok' }])
    const end = story.run()
    await story.clock.advance(60_000)
    await end
    expect(eventsOf(story, 'answer').map((answer) => answer.usage)).toEqual([usage, SCRIPTED_USAGE])
  })

  it('include a client that throws or forgets its end', async () => {
    const throwing = scriptedTurn([], { server: 'Fake' })
    expect(await throwing.run()).toMatchObject({
      kind: 'failed',
      failure: { code: 'unknown', server: 'Fake' },
    })
    expect(throwing.bugs).toHaveLength(1)
    const endless = scriptedTurn([[{ type: 'text-delta', block: 't', text: 'x' }]])
    expect(await endless.run()).toMatchObject({ kind: 'failed', failure: { code: 'interrupted' } })
    expect(eventsOf(endless, 'answer')).toMatchObject([{ text: 'x', stop: 'interrupted' }])
  })
})
