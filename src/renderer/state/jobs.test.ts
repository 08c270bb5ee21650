import { describe, expect, it } from 'vitest'
import type { CommandState } from '../../shared/command'
import { subagentIdSchema } from '../../shared/ids'
import type { SubagentCard, SubagentState } from '../../shared/subagent'
import { chatId, makeCard, makeChat, workspaceId } from '../testing/make'
import { byId } from './data'
import {
  filteredJobs,
  inHeldOrder,
  jobSign,
  jobsOfChat,
  liveJobs,
  NO_FILTER,
  recentJobs,
  stoppingIn,
  stoppingSubagents,
  withoutFlashes,
} from './jobs'

const background = (startedAt: number): CommandState => ({
  kind: 'background',
  startedAt,
  pid: 1,
  movedAt: startedAt,
  reason: 'user',
})
const ended = (endedAt: number, wasBackground: boolean): CommandState => ({
  kind: 'ended',
  startedAt: 0,
  endedAt,
  end: { by: 'exit', code: 0, closedPipe: false },
  wasBackground,
})
const commands = {
  byId: byId([
    makeCard('a', 'c2', 'a', background(10)),
    makeCard('b', 'c1', 'b', background(30)),
    makeCard('c', 'c1', 'c', background(20)),
    { ...makeCard('d', 'c1', 'd', ended(50, true)), isRecent: true },
    { ...makeCard('e', 'c1', 'e', ended(60, true)), isRecent: true },
    { ...makeCard('h', 'c2', 'h', ended(55, true)), isRecent: true },
    makeCard('f', 'c1', 'f', ended(70, false)),
    makeCard('g', 'c1', 'g', { kind: 'running', startedAt: 1000, pid: 1 }),
  ]),
}

describe('the jobs list', () => {
  it('names living commands, those of the open chat first, then by start', () => {
    expect(liveJobs(commands, chatId('c1')).map((card) => card.id)).toEqual(['c', 'b', 'g', 'a'])
    expect(liveJobs(commands, null).map((card) => card.id)).toEqual(['a', 'c', 'b', 'g'])
  })
  it('of one chat are those of its terminal menu (S-212, S-213)', () => {
    expect(jobsOfChat(commands, chatId('c1')).map((card) => card.id)).toEqual(['c', 'b', 'g'])
  })
  it('keep their places in an open menu, whatever ends', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => makeCard(id, 'c1', id, background(1)))
    if (!a || !b || !c) throw new Error('three jobs')
    const held = inHeldOrder([a.id, b.id], [b, c, a])
    expect(held.map((card) => card.id)).toEqual(['a', 'b', 'c'])
    expect(inHeldOrder([], [b, a]).map((card) => card.id)).toEqual(['b', 'a'])
  })
  it('says how many background commands a person is ending; servers are not counted (S-330, S-335)', () => {
    const stopping = (who: 'user' | 'agent', wasBackground: boolean): CommandState => ({
      kind: 'stopping',
      startedAt: 1,
      pid: 1,
      since: 2,
      who,
      wasBackground,
    })
    const cards = byId([
      makeCard('a', 'c1', 'a', stopping('user', true)),
      makeCard('b', 'c1', 'b', stopping('user', true), { server: { address: null } }),
      makeCard('c', 'c1', 'c', stopping('agent', true)),
      makeCard('d', 'c1', 'd', stopping('user', false)),
      makeCard('e', 'c2', 'e', stopping('user', true)),
    ])
    expect(stoppingIn(cards, chatId('c1'))).toBe(1)
  })
  it('leaves out a command in front for its first second', () => {
    const jobs = liveJobs(commands, null)
    expect(withoutFlashes(jobs, 1500).map((card) => card.id)).toEqual(['a', 'c', 'b'])
    expect(withoutFlashes(jobs, 2000).map((card) => card.id)).toContain('g')
  })
  it('recent ones are background commands that ended, newest first', () => {
    expect(recentJobs(commands, chatId('c1')).map((card) => card.id)).toEqual(['e', 'd'])
    expect(recentJobs(commands, null).map((card) => card.id)).toEqual(['e', 'h', 'd'])
    expect(recentJobs(commands, null, 1).map((card) => card.id)).toEqual(['e'])
  })
  it('names what a finished command left behind, as that (S-219)', () => {
    const left = { ...makeCard('x', 'c1', 'x', ended(50, true)), leftovers: 2 }
    expect(liveJobs({ byId: byId([left]) }, null)).toEqual([left])
    expect(jobSign(left)).toBe('left-behind')
    expect(jobSign({ ...left, leftovers: 0 })).toBe('succeeded')
  })
})

describe('the list of all jobs', () => {
  const chats = {
    byId: byId([makeChat('c1'), makeChat('c2', { workspaceId: workspaceId('w2') })]),
    workspaces: [],
  }
  const ids = (part: Partial<typeof NO_FILTER>) =>
    filteredJobs(commands, chats, { ...NO_FILTER, ...part }).map((card) => card.id)

  it('is sorted by start, newest first', () => {
    expect(ids({ show: 'running' })).toEqual(['g', 'b', 'c', 'a'])
  })
  it('is narrowed to what runs, what is over, a kind, a chat, a folder', () => {
    expect(ids({ show: 'recent', chatId: chatId('c2') })).toEqual(['h'])
    expect(ids({ show: 'running', chatId: chatId('c2') })).toEqual(['a'])
    expect(ids({ workspaceId: workspaceId('w2') })).toEqual(['a', 'h'])
    expect(ids({ kind: 'server' })).toEqual([])
    expect(ids({ kind: 'left-behind' })).toEqual([])
  })
  it('finds words of the command and of its last line, in any order', () => {
    const card = makeCard('t', 'c1', 'npm run test:e2e', background(10))
    const one = { byId: byId([{ ...card, output: { ...card.output, lastLine: '41 passed' } }]) }
    const find = (text: string) => filteredJobs(one, chats, { ...NO_FILTER, text }).length
    expect([find('PASSED e2e'), find(' '), find('failed')]).toEqual([1, 1, 0])
  })
  it('leaves out what never had a process', () => {
    const never = { byId: byId([makeCard('p', 'c1', 'ls', { kind: 'preparing', since: 0 })]) }
    expect(filteredJobs(never, chats, NO_FILTER)).toEqual([])
  })
})

it('counts the subagents of a chat that are being stopped (S-330)', () => {
  const agent = (id: string, chat: string, state: SubagentState): SubagentCard => ({
    id: subagentIdSchema.parse(id),
    chatId: chatId(chat),
    name: id,
    createdAt: 0,
    state,
    activity: null,
    commands: [],
    calls: [],
  })
  const running = { kind: 'running', isBackground: true } as const
  const all = [
    agent('a', 'c1', { ...running, isStopping: true }),
    agent('b', 'c1', running),
    agent('c', 'c2', { ...running, isStopping: true }),
    agent('d', 'c1', { kind: 'stopped', endedAt: 1 }),
  ]
  expect(stoppingSubagents(Object.fromEntries(all.map((one) => [one.id, one])), chatId('c1'))).toBe(1)
})
