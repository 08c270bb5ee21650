import { describe, expect, it } from 'vitest'
import type { StreamEvent } from '../ports'
import { settle } from '../testing/fake-clock'
import { fiveReadsThenEdit } from '../testing/five-reads'
import { callEvents, type ScriptedStream } from '../testing/scripted-model'
import {
  callOf,
  counting,
  eventsOf,
  failure,
  heldTools,
  resultsOf,
  scriptedTool,
  scriptedTurn,
} from '../testing/scripted-turn'

/** Something the stream waits for. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const pass = async () => {
    open()
    await settle()
  }
  return { wait: () => opened, pass }
}
const calls = (...texts: string[]): StreamEvent[] =>
  texts.flatMap((text) => {
    const { tool, args } = callOf(text)
    return callEvents(text, tool, args)
  })
const END: StreamEvent = { type: 'end', reason: 'tool-calls' }
const BROKEN: StreamEvent = {
  type: 'error',
  failure: failure('interrupted'),
  retryable: true,
  retryAfterMs: null,
}

async function started(stream: ScriptedStream, change: { parallelCalls?: number } = {}) {
  const held = heldTools()
  const isBroken = stream.includes(BROKEN)
  const story = scriptedTurn(isBroken ? [stream] : [stream, { text: 'Done.' }], {
    tools: held.tools,
    ...change,
  })
  const ended = story.run()
  await settle()
  return { ...held, story, ended }
}

describe('reading calls of an answer that still arrives', () => {
  it('begin when their block is closed, run once, and pair with their results (A-097, A-101, A-005)', async () => {
    const more = gate()
    const { log, end, story, ended } = await started([
      ...calls('read 1', 'grep 2'),
      more.wait,
      ...calls('read 3'),
      END,
    ])
    expect(log).toEqual(['read 1', 'grep 2'])
    expect(eventsOf(story, 'answer')).toEqual([])
    await end('grep 2')
    await more.pass()
    await end('read 1', 'read 3')
    expect(await ended).toEqual({ kind: 'done' })
    expect(log).toEqual(['read 1', 'grep 2', 'read 3'])
    expect(story.model.requests[1]?.messages.at(-1)).toMatchObject({
      results: ['read 1', 'grep 2', 'read 3'].map((text) => ({ callId: text, text, isError: false })),
    })
  })

  it('do not begin because their arguments look complete (A-098, A-101, A-102)', async () => {
    const closes = gate()
    const [start, args, close] = calls('read 1')
    if (!start || !args || !close) throw new Error('A call has three events')
    const { log, end, ended } = await started([start, args, closes.wait, close, END])
    expect(log).toEqual([])
    await closes.pass()
    expect(log).toEqual(['read 1'])
    await end('read 1')
    await ended
  })

  it('wait for an earlier call whose block is still open (A-103)', async () => {
    const closes = gate()
    const [one = [], two = []] = [calls('read 1'), calls('read 2')]
    const { log, end, ended } = await started([...one.slice(0, 2), ...two, closes.wait, ...one.slice(2), END])
    expect(log).toEqual([])
    await closes.pass()
    expect(log).toEqual(['read 1', 'read 2'])
    await end('read 1', 'read 2')
    await ended
  })

  it('stop beginning with the first call that may change something, which waits for the end (A-088, A-103, A-104)', async () => {
    const rest = gate()
    const { log, end, ended } = await started([...calls('read 1', 'edit 2', 'read 3'), rest.wait, END])
    await end('read 1')
    expect(log).toEqual(['read 1'])
    await rest.pass()
    expect(log).toEqual(['read 1', 'edit 2'])
    await end('edit 2', 'read 3')
    await ended
    expect(log).toEqual(['read 1', 'edit 2', 'read 3'])
  })

  it('run no more at once than is set (A-093, A-103)', async () => {
    const rest = gate()
    const { log, end, ended } = await started([...calls('read 1', 'read 2', 'read 3'), rest.wait, END], {
      parallelCalls: 2,
    })
    await end('read 1')
    expect(log).toEqual(['read 1', 'read 2'])
    await end('read 2')
    expect(log).toEqual(['read 1', 'read 2', 'read 3'])
    await end('read 3')
    await rest.pass()
    await ended
  })

  it('hold up neither the text nor each other (A-099)', async () => {
    const { story, ended, end } = await started([
      ...calls('read 1'),
      { type: 'text-delta', block: 't', text: 'meanwhile' },
      END,
    ])
    expect(eventsOf(story, 'stream').map(({ event }) => event.type)).toContain('text-delta')
    await end('read 1')
    await ended
  })

  it('are aborted and forgotten when the answer breaks off; nothing of them reaches the model (A-080, A-106)', async () => {
    const breaks = gate()
    const { log, end, wasAborted, story, ended } = await started([
      ...calls('read 1', 'read 2'),
      breaks.wait,
      BROKEN,
    ])
    await end('read 1')
    await breaks.pass()
    expect(await ended).toEqual({ kind: 'failed', failure: failure('interrupted') })
    expect(wasAborted('read 2')).toBe(true)
    expect(resultsOf(story)).toEqual([])
    expect(eventsOf(story, 'answer')).toMatchObject([{ calls: [], stop: 'interrupted' }])
    // The person tries again: the same calls run anew.
    story.model.script([...calls('read 1', 'read 2'), END], { text: 'Done.' })
    const again = story.run()
    await settle()
    await end('read 1', 'read 2')
    await again
    expect(log).toEqual(['read 1', 'read 2', 'read 1', 'read 2'])
    expect(resultsOf(story)).toHaveLength(2)
    expect(story.clock.pendingTimers).toBe(0)
  })

  it('end with Stop while the answer arrives (A-009)', async () => {
    const { wasAborted, story, ended } = await started([...calls('read 1'), () => new Promise(() => {})])
    story.stop.abort()
    expect(await ended).toEqual({ kind: 'stopped' })
    expect(wasAborted('read 1')).toBe(true)
    expect(resultsOf(story)).toEqual([])
  })

  it('end with Stop after the answer came, with a result each (A-005, A-009)', async () => {
    const { wasAborted, story, ended } = await started([...calls('read 1', 'edit 2'), END])
    story.stop.abort()
    expect(await ended).toEqual({ kind: 'stopped' })
    expect(wasAborted('read 1')).toBe(true)
    expect(resultsOf(story).map(({ callId }) => callId)).toEqual(['read 1', 'edit 2'])
  })

  it('are no reason to take missing arguments of a cut-off answer for none (A-003, A-077)', async () => {
    const { tool, inputs } = counting()
    const [start, , close] = calls('count 1')
    if (!start || !close) throw new Error('A call has three events')
    const story = scriptedTurn([[start, close, { type: 'end', reason: 'length' }], { text: 'ok' }], {
      tools: [tool],
    })
    await story.run()
    expect(inputs).toEqual([])
  })

  it('do not outlive a disk that refuses the answer', async () => {
    const held = heldTools()
    const story = scriptedTurn([[...calls('read 1'), END]], {
      tools: held.tools,
      on: async (event) => {
        if (event.type === 'answer') throw new Error('disk full')
      },
    })
    await expect(story.run()).rejects.toThrow('disk full')
    expect(held.wasAborted('read 1')).toBe(true)
  })

  it('survive a tool that throws, as any call does (A-006)', async () => {
    const bad = scriptedTool('read', () => Promise.reject(new Error('broken')), true)
    const story = scriptedTurn([[...calls('read 1'), END], { text: 'ok' }], { tools: [bad.tool] })
    expect(await story.run()).toEqual({ kind: 'done' })
    expect(resultsOf(story)).toMatchObject([{ callId: 'read 1', isError: true }])
  })
})

it('a turn that reads five files and edits one takes less time with early execution (A-100)', async () => {
  const [early, late] = [await fiveReadsThenEdit(true), await fiveReadsThenEdit(false)]
  expect([early, late]).toEqual([5050, 6550])
})
