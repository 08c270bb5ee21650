import { describe, expect, it } from 'vitest'
import type { ChatSummary } from '../shared/chat'
import type { CommandCard, CommandState } from '../shared/command'
import { RunningNow } from './running-now'

const running: CommandState = { kind: 'running', startedAt: 5, pid: 1 }
const ended: CommandState = {
  kind: 'ended',
  startedAt: 5,
  endedAt: 6,
  end: { by: 'exit', code: 0, closedPipe: false },
  wasBackground: false,
}
const card = (state: CommandState, bytes = 0) =>
  ({ id: 'a', chatId: 'c', createdAt: 1, state, server: null, output: { bytes } }) as CommandCard
const chat = { id: 'c', title: 'One', createdAt: 1, needsApproval: 0, turn: { kind: 'idle' } } as ChatSummary

describe('what runs now', () => {
  it('tells of starts and ends, not of output', () => {
    const now = new RunningNow()
    let changes = 0
    const ends: string[] = []
    now.onChange(() => changes++)
    now.onEnd(({ id }) => ends.push(id))
    now.take({ name: 'command.changed', payload: { card: card(running) } })
    for (let bytes = 1; bytes < 50; bytes++)
      now.take({ name: 'command.changed', payload: { card: card(running, bytes) } })
    expect(changes).toBe(1)
    expect(now.commands()).toHaveLength(1)
    now.take({ name: 'command.changed', payload: { card: card(ended) } })
    now.take({ name: 'command.changed', payload: { card: card(ended) } })
    expect(changes).toBe(2)
    expect(ends).toEqual(['a'])
    expect(now.commands()).toEqual([])
  })

  it('tells of chats that ask, work, or have another name', () => {
    const now = new RunningNow()
    let changes = 0
    now.onChange(() => changes++)
    for (const more of [{}, { unread: true }, { title: 'Two' }, { title: 'Two', needsApproval: 1 }])
      now.take({ name: 'chat.changed', payload: { chat: { ...chat, ...more } } })
    expect(changes).toBe(3)
    now.take({ name: 'chat.removed', payload: { chatId: chat.id } })
    expect(now.chats()).toEqual([])
  })
})
