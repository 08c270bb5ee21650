import { describe, expect, it } from 'vitest'
import { type ChatSummary, chatBadge } from './chat'

const chat = (over: Partial<ChatSummary>): ChatSummary =>
  ({
    needsApproval: 0,
    questions: 0,
    turn: { kind: 'idle' },
    waiting: null,
    unread: false,
    ...over,
  }) as ChatSummary

describe('the badge of a chat', () => {
  it('is the same whether it waits for commands, subagents or both (S-325, S-326, S-327)', () => {
    const badges = [
      { commands: 2, subagents: 0 },
      { commands: 0, subagents: 1 },
      { commands: 1, subagents: 1 },
    ].map((waiting) => chatBadge(chat({ waiting, unread: true })))
    expect(badges).toEqual(['waiting', 'waiting', 'waiting'])
  })
  it('is one: what needs the person first, then failures, work, waiting, a stop, a new result (ui.md 4)', () => {
    const waiting = { commands: 1, subagents: 0 }
    const failed = { kind: 'failed', at: 0, failure: { code: 'unreachable' } } as ChatSummary['turn']
    expect(chatBadge(chat({ needsApproval: 1, turn: failed, waiting }))).toBe('needs-approval')
    expect(chatBadge(chat({ needsApproval: 2, questions: 1, turn: failed }))).toBe('needs-approval')
    expect(chatBadge(chat({ needsApproval: 1, questions: 1, turn: failed }))).toBe('question')
    expect(chatBadge(chat({ turn: failed, waiting }))).toBe('failed')
    expect(chatBadge(chat({ turn: { kind: 'stopped', at: 0 }, unread: true }))).toBe('stopped')
    expect(chatBadge(chat({ unread: true }))).toBe('unread')
    expect(chatBadge(chat({}))).toBe('none')
  })
})
