import { describe, expect, it } from 'vitest'
import type { CommandCard, CommandState } from '../../../../shared/command'
import { chatIdSchema, commandIdSchema } from '../../../../shared/ids'
import { cardView, outputPlace } from './card-view'

const card = (state: CommandState, more: Partial<CommandCard> = {}): CommandCard => ({
  id: commandIdSchema.parse('c1'),
  chatId: chatIdSchema.parse('chat'),
  callId: 'call',
  terminalId: 'T4',
  command: 'npm test',
  workdir: null,
  createdAt: 0,
  state,
  output: { bytes: 10, lines: 1, lastLine: 'ok', full: { kind: 'none' } },
  shellNote: null,
  server: null,
  leftovers: 0,
  isRecent: false,
  ...more,
})
const ended = (
  end: Extract<CommandState, { kind: 'ended' }>['end'],
  wasBackground = false,
): CommandState => ({
  kind: 'ended',
  startedAt: 1000,
  endedAt: 5000,
  end,
  wasBackground,
})
const running: CommandState = { kind: 'running', startedAt: 1000, pid: 7 }
const pending: CommandState = {
  kind: 'pending',
  question: { askedAt: 0, reasons: [], alwaysAllow: [], blocked: false },
}

describe('what a card shows in each state (S-317)', () => {
  it.each<[string, CommandState, Partial<ReturnType<typeof cardView>>]>([
    ['pending (S-008)', pending, { status: 'pending', tone: 'warn', hasOutput: false, canStop: false }],
    [
      'preparing',
      { kind: 'preparing', since: 1 },
      { status: 'preparing', canStop: true, time: { kind: 'none' } },
    ],
    [
      'running',
      running,
      { canStop: true, canMoveToBackground: true, terminalId: null, time: { kind: 'ticking', since: 1000 } },
    ],
    [
      'background (S-174)',
      { kind: 'background', startedAt: 1000, pid: 7, movedAt: 6000, reason: 'user' },
      { canStop: true, canMoveToBackground: false, terminalId: 'T4' },
    ],
    [
      'stopping',
      { kind: 'stopping', startedAt: 1000, pid: 7, since: 2, who: 'user', wasBackground: true },
      { status: 'stopping', tone: 'warn', canStop: false, terminalId: 'T4' },
    ],
    [
      'succeeded (S-069)',
      ended({ by: 'exit', code: 0, closedPipe: false }),
      {
        status: 'succeeded',
        tone: 'plain',
        label: { kind: 'exit', code: 0, signal: null },
        time: { kind: 'fixed', ms: 4000 },
        terminalId: null,
        notes: [],
      },
    ],
    [
      'failed, red with its code (S-080)',
      ended({ by: 'exit', code: 130, closedPipe: false }),
      { status: 'failed', tone: 'err', label: { kind: 'exit', code: 130, signal: null } },
    ],
    [
      'killed by a signal (S-082)',
      ended({ by: 'signal', signal: 'SIGKILL', code: 137 }),
      { tone: 'err', label: { kind: 'exit', code: 137, signal: 'SIGKILL' } },
    ],
    [
      'ended without a code',
      ended({ by: 'unknown' }),
      { label: { kind: 'word', status: 'unknown-end' }, tone: 'err' },
    ],
    [
      'stopped, amber and without Stop (S-310, S-311, S-312)',
      ended({ by: 'stop', who: 'agent', signal: 'SIGTERM', code: 143, confirmed: true }, true),
      { status: 'stopped', tone: 'warn', canStop: false, terminalId: 'T4', notes: [] },
    ],
    [
      'stopped without a confirmed end',
      ended({ by: 'stop', who: 'user', signal: null, code: null, confirmed: false }),
      { notes: [{ code: 'unconfirmed' }] },
    ],
    [
      'ended with the app',
      ended({ by: 'stop', who: 'quit', signal: 'SIGTERM', code: 143, confirmed: true }),
      { status: 'cancelled', tone: 'quiet', notes: [{ code: 'ended-with-window' }] },
    ],
    [
      'cancelled before it started',
      { kind: 'cancelled', at: 5, startedAt: null, because: 'stopped-before-start' },
      { status: 'cancelled', time: { kind: 'none' }, notes: [{ code: 'never-started' }] },
    ],
    [
      'not started when the app ended',
      { kind: 'cancelled', at: 5, startedAt: null, because: 'window-ended' },
      { status: 'cancelled', time: { kind: 'none' }, notes: [{ code: 'never-started.window-ended' }] },
    ],
    [
      'interrupted',
      { kind: 'interrupted', startedAt: 1000, lastSeenAt: 3000 },
      {
        status: 'interrupted',
        tone: 'quiet',
        time: { kind: 'fixed', ms: 2000 },
        notes: [{ code: 'interrupted' }],
      },
    ],
    [
      'rejected (S-010)',
      { kind: 'rejected', at: 1, text: 'use pnpm' },
      { status: 'rejected', hasOutput: false, notes: [{ code: 'rejected', text: 'use pnpm' }] },
    ],
    [
      'not started',
      { kind: 'not-started', at: 1, because: 'workdir-missing', message: 'Working directory does not exist' },
      { tone: 'err', hasOutput: false },
    ],
  ])('%s', (_, state, expected) => {
    expect(cardView(card(state))).toMatchObject(expected)
  })

  it('names the processes a finished command left behind, and only then (S-219)', () => {
    const done = card(ended({ by: 'exit', code: 0, closedPipe: false }), { leftovers: 2 })
    expect(cardView(done).notes).toEqual([{ code: 'leftovers', count: 2 }])
    expect(cardView(card(running, { leftovers: 2 })).notes).toEqual([])
  })

  it('says that a closed pipe counts as success (S-076)', () => {
    expect(cardView(card(ended({ by: 'exit', code: 0, closedPipe: true }))).notes).toEqual([
      { code: 'closed-pipe' },
    ])
  })

  it('opens output of a lost command only if there is some', () => {
    const lost: CommandState = { kind: 'interrupted', startedAt: 1, lastSeenAt: 2 }
    expect(cardView(card(lost)).hasOutput).toBe(true)
    const output = { bytes: 0, lines: 0, lastLine: '', full: { kind: 'none' } } as const
    expect(cardView(card(lost, { output })).hasOutput).toBe(false)
  })
})

describe('where a card offers its output (S-149)', () => {
  const success = cardView(card(ended({ by: 'exit', code: 0, closedPipe: false })))
  const failure = cardView(card(ended({ by: 'exit', code: 1, closedPipe: false })))
  it('is a chevron, except on the last card, on failed ones and while open', () => {
    expect(outputPlace(success, false, false)).toBe('chevron')
    expect(outputPlace(success, true, false)).toBe('row')
    expect(outputPlace(success, false, true)).toBe('row')
    expect(outputPlace(failure, false, false)).toBe('row')
    expect(outputPlace(cardView(card(pending)), true, false)).toBe('none')
  })
  it('does not move when a running command ends as the last item', () => {
    expect(outputPlace(cardView(card(running)), true, false)).toBe(outputPlace(success, true, false))
  })
})

describe('a command that serves others', () => {
  const server = { address: 'http://localhost:5173' }
  const background: CommandState = {
    kind: 'background',
    startedAt: 1000,
    pid: 7,
    movedAt: 6000,
    reason: 'user',
  }

  it('is named a server with its address, not a command that is waited for (S-189)', () => {
    expect(cardView(card(background, { server }))).toMatchObject({
      server,
      label: { kind: 'word', status: 'server' },
      canStop: true,
    })
    expect(cardView(card(background)).label).toEqual({ kind: 'word', status: 'background' })
  })

  it('is an ended command like any other once it ended', () => {
    const over = cardView(card(ended({ by: 'exit', code: 1, closedPipe: false }, true), { server }))
    expect(over).toMatchObject({ server: null, label: { kind: 'exit', code: 1 } })
  })
})
