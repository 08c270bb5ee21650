import { describe, expect, it } from 'vitest'
import { settle } from '../testing/fake-clock'
import { callOf, counting, heldTools, resultsOf, scriptedTool, scriptedTurn } from '../testing/scripted-turn'
import { anyTool } from '../tools/tool'

describe('the calls of an answer', () => {
  it('are three batches for read, read, read, grep, edit, read (A-084…A-089)', async () => {
    const { log, end, tools } = heldTools()
    const calls = ['read 1', 'read 2', 'read 3', 'grep 4', 'edit 5', 'read 6']
    const story = scriptedTurn([{ calls: calls.map(callOf) }, { text: 'Done.' }], { tools })
    const ended = story.run()
    await settle()
    expect(log).toEqual(calls.slice(0, 4))
    await end('grep 4', 'read 1', 'read 3')
    expect(log).toHaveLength(4)
    await end('read 2')
    expect(log.slice(4)).toEqual(['edit 5'])
    await end('edit 5')
    expect(log.slice(4)).toEqual(['edit 5', 'read 6'])
    await end('read 6')
    expect(await ended).toEqual({ kind: 'done' })
  })

  it('give their results to the model in their own order, whichever ended first (A-090)', async () => {
    const { end, tools } = heldTools()
    const calls = ['read 1', 'read 2', 'read 3']
    const story = scriptedTurn([{ calls: calls.map(callOf) }, { text: 'Done.' }], { tools })
    const ended = story.run()
    await settle()
    await end('read 3', 'read 1', 'read 2')
    await ended
    expect(resultsOf(story).map(({ text }) => text)).toEqual(['read 3', 'read 1', 'read 2'])
    expect(story.model.requests[1]?.messages.at(-1)).toMatchObject({
      results: calls.map((text) => ({ text })),
    })
  })

  it('show a read what the edit before it wrote (A-088)', async () => {
    let file = 'old'
    const read = scriptedTool('read', () => ({ text: file, isError: false }), true)
    const edit = scriptedTool('edit', async () => {
      await settle()
      file = 'new'
      return { text: 'edited', isError: false }
    })
    const calls = ['read 1', 'edit 2', 'read 3'].map(callOf)
    const story = scriptedTurn([{ calls }, { text: 'Done.' }], { tools: [read.tool, edit.tool] })
    await story.run()
    expect(resultsOf(story).map(({ text }) => text)).toEqual(['old', 'edited', 'new'])
  })

  it('go on after one that failed, in its batch and after it (A-091)', async () => {
    const failing = scriptedTool('read', () => Promise.reject(new Error('broken')), true)
    const other = scriptedTool('grep', () => ({ text: 'found', isError: false }), true)
    const { tool, inputs } = counting()
    const calls = ['read 1', 'grep 2', 'count 3'].map(callOf)
    const story = scriptedTurn([{ calls }, { text: 'Done.' }], { tools: [failing.tool, other.tool, tool] })
    await story.run()
    expect(resultsOf(story).map(({ callId, isError }) => [callId, isError])).toEqual(
      expect.arrayContaining([
        ['call-1', true],
        ['call-2', false],
        ['call-3', false],
      ]),
    )
    expect(inputs).toEqual([{ n: 3 }])
  })

  it('end with Stop inside a batch: those that run are aborted, later batches never start (A-009, A-091)', async () => {
    const { log, wasAborted, tools } = heldTools()
    const calls = ['read 1', 'read 2', 'edit 3'].map(callOf)
    const story = scriptedTurn([{ calls }], { tools })
    const ended = story.run()
    await settle()
    story.stop.abort()
    expect(await ended).toEqual({ kind: 'stopped' })
    expect(log).toEqual(['read 1', 'read 2'])
    expect([wasAborted('read 1'), wasAborted('read 2')]).toEqual([true, true])
    expect(resultsOf(story)).toHaveLength(3)
    expect(story.clock.pendingTimers).toBe(0)
  })

  it('run no more at once than is set (A-093)', async () => {
    const { log, end, tools } = heldTools()
    const calls = ['read 1', 'read 2', 'read 3'].map(callOf)
    const story = scriptedTurn([{ calls }, { text: 'Done.' }], { tools, parallelCalls: 2 })
    const ended = story.run()
    await settle()
    expect(log).toEqual(['read 1', 'read 2'])
    await end('read 1')
    expect(log).toHaveLength(2)
    await end('read 2', 'read 3')
    await ended
    expect(log).toHaveLength(3)
  })

  it('count as changing something when their tool declares nothing (A-092, A-096)', async () => {
    let running = 0
    let most = 0
    const tool = anyTool({
      spec: { name: 'foreign', description: '', inputSchema: {} },
      parse: (input) => ({ ok: true, input }),
      title: () => '',
      async run() {
        most = Math.max(most, ++running)
        await settle()
        running--
        return { text: '', isError: false }
      },
    })
    const calls = ['foreign 1', 'foreign 2'].map(callOf)
    await scriptedTurn([{ calls }, { text: 'Done.' }], { tools: [tool] }).run()
    expect(most).toBe(1)
  })
})
