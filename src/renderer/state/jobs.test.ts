import { describe, expect, it } from 'vitest'
import type { CommandState } from '../../shared/command'
import { chatId, makeCard } from '../testing/make'
import { byId } from './data'
import { liveJobs, recentJobs, withoutFlashes } from './jobs'

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
    makeCard('d', 'c1', 'd', ended(50, true)),
    makeCard('e', 'c1', 'e', ended(60, true)),
    makeCard('f', 'c1', 'f', ended(70, false)),
    makeCard('g', 'c1', 'g', { kind: 'running', startedAt: 1000, pid: 1 }),
  ]),
}

describe('the jobs list', () => {
  it('names living commands, those of the open chat first, then by start', () => {
    expect(liveJobs(commands, chatId('c1')).map((card) => card.id)).toEqual(['c', 'b', 'g', 'a'])
    expect(liveJobs(commands, null).map((card) => card.id)).toEqual(['a', 'c', 'b', 'g'])
  })
  it('leaves out a command in front for its first second', () => {
    const jobs = liveJobs(commands, null)
    expect(withoutFlashes(jobs, 1500).map((card) => card.id)).toEqual(['a', 'c', 'b'])
    expect(withoutFlashes(jobs, 2000).map((card) => card.id)).toContain('g')
  })
  it('recent ones are background commands that ended, newest first', () => {
    expect(recentJobs(commands, chatId('c1')).map((card) => card.id)).toEqual(['e', 'd'])
  })
})
