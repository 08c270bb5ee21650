import { describe, expect, it } from 'vitest'
import { LAST_LINE_CHARS } from '../../shared/command'
import type { CommandId } from '../../shared/ids'
import type { CommandSpec, OutputStats } from '../ports'
import {
  boundedStats,
  EVENT_MAX_BYTES,
  OPEN_LINE_CHARS,
  parseEvent,
  parseRequest,
  type RunnerEvent,
  type RunnerRequest,
} from './protocol'

const stats: OutputStats = { bytes: 3, lines: 1, lastLine: 'hi', openLine: '', trouble: 'none', dropped: 0 }
const spec: CommandSpec = {
  commandId: 'c1' as CommandId,
  command: "echo 'a\u2028b' \ud800",
  cwd: '/',
  shell: {
    kind: 'bash',
    path: '/bin/bash',
    args: ['--norc'],
    env: { A: 'b', GONE: null },
    flavour: 'posix',
    note: { code: 'profile-missing', profile: 'fish', used: 'bash' },
  },
  logFile: '/logs/1.log',
}
const facts = {
  version: '1',
  platform: 'linux',
  osLabel: 'Linux',
  homeDir: '/home/me',
  systemLanguage: 'en',
  env: { PATH: '/bin', UNSET: undefined },
  ripgrepDir: null,
} as const
const identity = { pid: 7, startTime: '99' }
const report = { confirmed: true, signal: 'SIGTERM' } as const

const requests: RunnerRequest[] = [
  { type: 'hello', version: 1, facts, runtime: '/run' },
  { type: 'start', command: 1, spec, keys: ['OPENAI_API_KEY'] },
  { type: 'abort', command: 1 },
  { type: 'stop', command: 1 },
  { type: 'look', command: 1 },
  { type: 'dispose', command: 1 },
  { type: 'refresh', command: 1 },
  { type: 'reap', command: 1, root: null, known: [identity], wasRunning: false },
  { type: 'ping' },
  { type: 'end' },
]
const end = { code: null, signal: 'SIGKILL', closedPipe: false, endedAt: 5.5, leftovers: [7] }
const events: RunnerEvent[] = [
  { type: 'ready', version: 1 },
  { type: 'spawned', command: 1, root: identity },
  { type: 'started', command: 1, pid: 7, startedAt: 1.5, loginNote: { code: 'login-exited' }, stats },
  { type: 'refused', command: 1, error: { code: 'spawn-failed', message: 'no' } },
  { type: 'output', command: 1, stats },
  { type: 'ended', command: 1, end, stats, left: [identity] },
  { type: 'stopped', command: 1, report },
  { type: 'leftovers', command: 1, left: [identity] },
  { type: 'disposed', command: 1 },
  { type: 'fresh', command: 1, stats },
  { type: 'reaped', command: 1, report, left: [7] },
  { type: 'pong' },
  { type: 'bug', message: 'oh' },
  { type: 'over' },
]

describe('messages between the owner and its runner', () => {
  it.each(requests.map((one) => [one.type, one] as const))('%s arrives as it was sent', (_type, request) => {
    const line = JSON.stringify(request)
    expect(line).not.toContain('\n')
    expect(parseRequest(line)).toEqual(JSON.parse(line))
    expect(parseEvent(line)).toBeNull()
  })

  it.each(events.map((one) => [one.type, one] as const))('%s is told as it was sent', (_type, event) => {
    const line = JSON.stringify(event)
    expect(parseEvent(line)).toEqual(event)
    expect(parseRequest(line)).toBeNull()
  })

  it('keeps every character of a command, also half ones (S-036)', () => {
    const read = parseRequest(JSON.stringify({ type: 'start', command: 1, spec, keys: [] }))
    expect(read).toMatchObject({ spec: { command: spec.command } })
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{"type":"ping"'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no type', '{"command":1}'],
    ['an unknown type', '{"type":"format-disk"}'],
    ['an inherited name', '{"type":"toString"}'],
    ['a missing field', '{"type":"stop"}'],
    ['a negative handle', '{"type":"stop","command":-1}'],
    ['a fraction as handle', '{"type":"stop","command":1.5}'],
    [
      'a spec without a folder',
      JSON.stringify({ type: 'start', command: 1, spec: { ...spec, cwd: 1 }, keys: [] }),
    ],
    [
      'an environment that is no text',
      JSON.stringify({ type: 'hello', version: 1, facts: { ...facts, env: { A: 1 } }, runtime: '' }),
    ],
  ])('refuses %s', (_what, line) => {
    expect(parseRequest(line)).toBeNull()
  })

  it('refuses an update that carries more text than its bound', () => {
    const told = (part: Partial<OutputStats>) =>
      parseEvent(JSON.stringify({ type: 'output', command: 1, stats: { ...stats, ...part } }))
    expect(told({ lastLine: 'x'.repeat(LAST_LINE_CHARS) })).not.toBeNull()
    expect(told({ lastLine: 'x'.repeat(LAST_LINE_CHARS + 1) })).toBeNull()
    expect(told({ openLine: 'x'.repeat(OPEN_LINE_CHARS) })).not.toBeNull()
    expect(told({ openLine: 'x'.repeat(OPEN_LINE_CHARS + 1) })).toBeNull()
    expect(told({ trouble: 'sad' as 'none' })).toBeNull()
  })

  it('cuts an update to what the other side takes, and leaves a small one alone', () => {
    expect(boundedStats(stats)).toBe(stats)
    const open = `${'a'.repeat(OPEN_LINE_CHARS)}the end`
    const cut = boundedStats({ ...stats, lastLine: 'b'.repeat(999), openLine: open })
    expect(parseEvent(JSON.stringify({ type: 'output', command: 1, stats: cut }))).not.toBeNull()
    expect(cut.openLine.endsWith('the end')).toBe(true)
  })

  it('fits the worst update into a line of the channel', () => {
    const worst = boundedStats({
      ...stats,
      lastLine: '\u0001'.repeat(999),
      openLine: '\u0001'.repeat(99_999),
    })
    const line = JSON.stringify({ type: 'output', command: Number.MAX_SAFE_INTEGER, stats: worst })
    expect(Buffer.byteLength(line)).toBeLessThan(EVENT_MAX_BYTES)
  })
})
