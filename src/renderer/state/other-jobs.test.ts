import { describe, expect, it } from 'vitest'
import { subagentIdSchema } from '../../shared/ids'
import { scheduleIdSchema } from '../../shared/schedule'
import type { SubagentCard, SubagentState } from '../../shared/subagent'
import { chatId, makeChat } from '../testing/make'
import { liveSubagents, plannedWakeUps } from './other-jobs'

const agent = (id: string, chat: string, createdAt: number, state: SubagentState): SubagentCard => ({
  id: subagentIdSchema.parse(id),
  chatId: chatId(chat),
  name: id,
  createdAt,
  state,
  activity: null,
  commands: [],
  calls: [],
})
const running: SubagentState = { kind: 'running', isBackground: true }

describe('jobs that are no commands', () => {
  it('are subagents at work, those of the open chat first', () => {
    const all = [
      agent('late', 'a', 3, running),
      agent('done', 'a', 1, { kind: 'done', endedAt: 2, report: '' }),
      agent('early', 'a', 2, running),
      agent('here', 'b', 9, running),
    ]
    const byId = Object.fromEntries(all.map((one) => [one.id, one]))
    expect(liveSubagents({ byId }, chatId('b')).map(({ name }) => name)).toEqual(['here', 'early', 'late'])
    expect(liveSubagents({ byId }, null).map(({ name }) => name)).toEqual(['early', 'late', 'here'])
  })

  it('are planned wake-ups, the next one first, and none that is over (P-038)', () => {
    const plan = (id: string, nextAt: number | null) => ({
      id: scheduleIdSchema.parse(id),
      text: id,
      time: { kind: 'once' as const, at: nextAt ?? 0 },
      createdAt: 0,
      nextAt,
      due: null,
    })
    const chats = [
      makeChat('a', { schedules: [plan('S2', 50), plan('S1', null)] }),
      makeChat('b', { schedules: [plan('S1', 20)] }),
    ]
    const byId = Object.fromEntries(chats.map((one) => [one.id, one]))
    expect(plannedWakeUps({ byId, workspaces: [] }).map(({ chat, nextAt }) => [chat.id, nextAt])).toEqual([
      ['b', 20],
      ['a', 50],
    ])
  })
})
