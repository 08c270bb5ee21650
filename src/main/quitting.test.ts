import { describe, expect, it } from 'vitest'
import { createFakeClock, settle } from '../core/testing/fake-clock'
import type { ChatSummary } from '../shared/chat'
import type { CommandCard, CommandState } from '../shared/command'
import { type QuitAnswer, Quitting, quitJobs, STOP_LIMIT_MS } from './quitting'
import { RunningNow } from './running-now'

const chat = (id: string, more: Partial<ChatSummary> = {}) =>
  ({ id, title: id, createdAt: 1, needsApproval: 0, turn: { kind: 'idle' }, ...more }) as ChatSummary
const card = (id: string, state: CommandState, more: Partial<CommandCard> = {}) =>
  ({ id, chatId: 'chat', command: `sh ${id}`, createdAt: 1, state, server: null, ...more }) as CommandCard
const background = (startedAt: number): CommandState => ({
  kind: 'background',
  startedAt,
  pid: 1,
  movedAt: startedAt,
  reason: 'user',
})
const stopped = (confirmed: boolean): CommandState => ({
  kind: 'ended',
  startedAt: 1,
  endedAt: 2,
  end: { by: 'stop', who: 'quit', signal: null, code: null, confirmed },
  wasBackground: true,
})

/** An app with these jobs, and what became of it. */
function app({ hasPage = true, native = 'cancel' as QuitAnswer } = {}) {
  const clock = createFakeClock()
  const running = new RunningNow()
  running.load({ chats: [chat('chat')], jobs: [] })
  const log: string[] = []
  let endAll = () => {}
  const quitting = new Quitting({
    clock,
    running,
    endAll: () => {
      log.push('end all')
      return new Promise((resolve) => {
        endAll = resolve
      })
    },
    showQuestion: () => {
      if (hasPage) log.push('show')
      return hasPage
    },
    askNatively: async (jobs) => {
      log.push(`ask natively about ${jobs.length}`)
      return native
    },
    keep: () => log.push('keep'),
    leave: () => log.push('leave'),
    changed: () => {},
    reportBug: (error) => log.push(String(error)),
  })
  const put = (id: string, state: CommandState) =>
    running.take({ name: 'command.changed', payload: { card: card(id, state) } })
  return { quitting, running, clock, log, put, confirmEnd: () => endAll() }
}

describe('quitting', () => {
  it('does not ask when nothing runs', () => {
    const { quitting, log } = app()
    quitting.request()
    expect(log).toEqual(['leave'])
    quitting.request()
    quitting.now()
    expect(log).toEqual(['leave'])
  })

  it('asks once and lists what would end, the longest first (B-235)', () => {
    const { quitting, log, put, running } = app()
    put('late', background(20))
    put('early', background(10))
    running.take({
      name: 'chat.changed',
      payload: {
        chat: chat('busy', {
          turn: { kind: 'running', turnId: 't' as never, since: 5, activity: { kind: 'model' } },
        }),
      },
    })
    quitting.request()
    quitting.request()
    expect(log).toEqual(['show', 'show'])
    expect(quitting.question).toMatchObject({
      phase: 'asking',
      jobs: [
        { command: { text: 'sh early' }, chatTitle: 'chat' },
        { command: { text: 'sh late' } },
        { chatId: 'busy', command: null, startedAt: 5 },
      ],
    })
  })

  it('Cancel leaves everything as it is; Keep puts the window away', () => {
    const { quitting, log, put } = app()
    put('a', background(1))
    quitting.request()
    quitting.answer('cancel')
    expect(quitting.question).toBeNull()
    quitting.request()
    quitting.answer('keep')
    expect(log).toEqual(['show', 'show', 'keep'])
    expect(quitting.isLeaving).toBe(false)
  })

  it('stops everything and goes when the end is confirmed (P-065, B-230)', async () => {
    const { quitting, log, put, confirmEnd } = app()
    put('a', background(1))
    quitting.request()
    quitting.answer('stop')
    quitting.answer('stop')
    expect(quitting.question?.phase).toBe('stopping')
    quitting.answer('cancel')
    expect(quitting.question?.phase).toBe('stopping')
    put('a', stopped(true))
    expect(log).toEqual(['show', 'end all'])
    confirmEnd()
    await settle()
    expect(log).toEqual(['show', 'end all', 'leave'])
  })

  it('says what still runs when an end could not be confirmed, and quits anyway only when told (P-068)', async () => {
    const { quitting, log, put, confirmEnd } = app()
    put('a', background(1))
    put('b', background(1))
    quitting.request()
    quitting.answer('stop')
    put('a', stopped(false))
    put('b', stopped(true))
    confirmEnd()
    await settle()
    expect(quitting.question).toMatchObject({
      phase: 'left',
      jobs: [{ command: { text: 'sh a' }, state: 'unconfirmed' }],
    })
    quitting.answer('anyway')
    expect(log.at(-1)).toBe('leave')
  })

  it('does not wait for ever for an end, and goes by itself when it comes late', async () => {
    const { quitting, log, put, clock } = app()
    put('a', background(1))
    quitting.request()
    quitting.answer('stop')
    await clock.advance(STOP_LIMIT_MS)
    expect(quitting.question?.phase).toBe('left')
    put('a', stopped(true))
    expect(log.at(-1)).toBe('leave')
  })

  it('follows jobs that end while it asks', () => {
    const { quitting, put } = app()
    put('a', background(1))
    put('b', background(1))
    quitting.request()
    put('a', stopped(true))
    expect(quitting.question?.jobs).toHaveLength(1)
  })

  it('a signal ends everything without a question (B-230)', () => {
    const { quitting, log, put } = app()
    put('a', background(1))
    quitting.now()
    expect(log).toEqual(['leave'])
    expect(quitting.isLeaving).toBe(true)
  })

  it('asks by the system where the window has no page', async () => {
    const { quitting, log, put, confirmEnd } = app({ hasPage: false, native: 'stop' })
    put('a', background(1))
    quitting.request()
    await settle()
    expect(log).toEqual(['ask natively about 1', 'end all'])
    put('a', stopped(false))
    confirmEnd()
    await settle()
    // Its Stop button is then the one to quit anyway.
    expect(log).toEqual(['ask natively about 1', 'end all', 'ask natively about 1', 'leave'])
  })
})

describe('what would end with the app', () => {
  it('names servers, and a turn only where no command of its chat runs', () => {
    const running = new RunningNow()
    const turn = { kind: 'running', turnId: 't', since: 5, activity: { kind: 'tools' } } as never
    running.load({
      chats: [chat('chat', { turn }), chat('idle')],
      jobs: [card('serve', background(1), { server: { address: null } }), card('done', stopped(true))],
    })
    expect(quitJobs(running)).toMatchObject([{ command: { text: 'sh serve', isServer: true } }])
  })
})
