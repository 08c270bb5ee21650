import type { IpcMainInvokeEvent } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { EngineError } from '../shared/errors'
import type { Reply } from '../shared/ipc'
import { REQUEST_CHANNEL } from '../shared/ipc-channels'
import { type Handlers, serveRequests } from './ipc-server'

type Listener = (event: IpcMainInvokeEvent, ...args: unknown[]) => Promise<Reply<unknown>>

/** A served contract whose handlers all throw, save those given. */
function serve(own: Partial<Handlers<string>>, sender: string | null = 'window') {
  const channels = new Map<string, Listener>()
  const reported: unknown[] = []
  const missing = new Proxy(own, {
    get: (target, name) => Reflect.get(target, name) ?? (() => Promise.reject(new Error('not expected'))),
  })
  const server = serveRequests(
    {
      handle: (channel, listener) => void channels.set(channel, listener as Listener),
      removeHandler: (channel) => void channels.delete(channel),
    },
    missing as Handlers<string>,
    () => sender,
    { answered: () => {}, bug: (_, error) => reported.push(error) },
  )
  const ask = (name: unknown, input: unknown) => {
    const listener = channels.get(REQUEST_CHANNEL)
    if (!listener) throw new Error('nothing is served')
    return listener({} as IpcMainInvokeEvent, name, input)
  }
  return { ask, server, channels, reported }
}

describe('requests of a window', () => {
  it('are answered with what the handler returns, from parsed input', async () => {
    const rename = vi.fn()
    const { ask } = serve({ 'chat.rename': rename })
    expect(await ask('chat.rename', { chatId: 'c1', title: '  New  ', extra: 1 })).toEqual({
      ok: true,
      value: undefined,
    })
    expect(rename).toHaveBeenCalledWith({ chatId: 'c1', title: 'New' }, 'window')
  })

  it('are refused before parsing when the sender is not trusted', async () => {
    const stop = vi.fn()
    const { ask, reported } = serve({ 'chat.stop': stop }, null)
    expect(await ask('chat.stop', { chatId: 'c1' })).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    })
    expect(stop).not.toHaveBeenCalled()
    expect(reported).toEqual([])
  })

  it.each([
    ['an unknown name', 'shell.run', {}],
    ['a name of Object', 'constructor', {}],
    ['a name that is no string', 7, {}],
    ['input of the wrong shape', 'chat.stop', { chatId: 7 }],
    ['no input', 'chat.stop', undefined],
  ])('are refused with bad-input for %s', async (_, name, input) => {
    const { ask } = serve({})
    expect(await ask(name, input)).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  })

  it('say which field was wrong', async () => {
    const { ask } = serve({})
    const reply = await ask('chat.stop', {})
    expect(reply).toMatchObject({ ok: false, error: { message: expect.stringContaining('chatId') } })
  })

  it('return a refusal of the engine as it is and report nothing', async () => {
    const { ask, reported } = serve({
      'chat.stop': () => {
        throw new EngineError('unknown-chat', 'There is no such chat.')
      },
    })
    expect(await ask('chat.stop', { chatId: 'c1' })).toEqual({
      ok: false,
      error: { code: 'unknown-chat', message: 'There is no such chat.' },
    })
    expect(reported).toEqual([])
  })

  it('return and report a bug', async () => {
    const bug = new Error('oh')
    const { ask, reported } = serve({ 'chat.stop': () => Promise.reject(bug) })
    expect(await ask('chat.stop', { chatId: 'c1' })).toEqual({
      ok: false,
      error: { code: 'internal', message: 'oh' },
    })
    expect(reported).toEqual([bug])
  })

  it('are no longer served after disposal', () => {
    const { server, channels } = serve({})
    server.dispose()
    expect(channels.size).toBe(0)
  })
})
