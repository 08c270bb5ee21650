import { describe, expect, it } from 'vitest'
import type { ChatSummary } from '../shared/chat'
import type { CommandCard, CommandState } from '../shared/command'
import { RunningNow } from './running-now'
import { holdSleepBack } from './sleep-guard'

const running: CommandState = { kind: 'running', startedAt: 1, pid: 1 }
const ended: CommandState = {
  kind: 'ended',
  startedAt: 1,
  endedAt: 2,
  end: { by: 'exit', code: 0, closedPipe: false },
  wasBackground: false,
}

function machine() {
  const now = new RunningNow()
  const held = new Set<number>()
  let next = 0
  const guard = holdSleepBack(now, {
    start: () => {
      held.add(++next)
      return next
    },
    stop: (id) => void held.delete(id),
  })
  const command = (id: string, state: CommandState, server: CommandCard['server'] = null) =>
    now.take({
      name: 'command.changed',
      payload: { card: { id, createdAt: 1, state, server } as CommandCard },
    })
  const chat = (turn: string, needsApproval = 0) =>
    now.take({
      name: 'chat.changed',
      payload: {
        chat: { id: 'c', title: '', createdAt: 1, needsApproval, turn: { kind: turn } } as ChatSummary,
      },
    })
  return { guard, held, command, chat, wishes: () => next }
}

describe('sleep', () => {
  it('is held back while a command or a turn works, with one wish (P-066)', () => {
    const { held, command, chat, wishes } = machine()
    command('a', running)
    command('b', running)
    chat('running')
    expect(held.size).toBe(1)
    command('a', ended)
    command('b', ended)
    expect(held.size).toBe(1)
    chat('idle')
    expect(held.size).toBe(0)
    expect(wishes()).toBe(1)
  })

  it('is not held back by servers, nor by a turn that waits for the person', () => {
    const { held, command, chat } = machine()
    command('a', running, { address: null })
    chat('running', 1)
    expect(held.size).toBe(0)
    chat('running')
    expect(held.size).toBe(1)
  })

  it('is free again when the app ends', () => {
    const { guard, held, command } = machine()
    command('a', running)
    guard.dispose()
    expect(held.size).toBe(0)
    command('b', running)
    expect(held.size).toBe(0)
  })
})
