import { describe, expect, it } from 'vitest'
import { type ExecLine, exitCodeFor, jsonLine, plainReport } from './exec-report'

const line = (part: Partial<ExecLine> = {}): ExecLine => ({
  event: 'result',
  status: 'exited',
  exitCode: 0,
  signal: null,
  terminalId: null,
  text: 'Exit code: 0\nOutput:\nhi\n',
  output: 'hi\n',
  truncated: false,
  omittedLines: 0,
  fullOutputPath: null,
  fullOutputBytes: 0,
  wallMs: 1234,
  ...part,
})

describe('a line of --json', () => {
  it('has exactly the documented fields, in their order', () => {
    expect(jsonLine(line())).toBe(
      '{"event":"result","status":"exited","exitCode":0,"signal":null,"terminalId":null,"text":"Exit code: 0\\nOutput:\\nhi\\n","output":"hi\\n","truncated":false,"omittedLines":0,"fullOutputPath":null,"fullOutputBytes":0,"wallMs":1234}\n',
    )
  })

  it('has the run time in a completion', () => {
    expect(JSON.parse(jsonLine(line({ event: 'completion', ranMs: 8000 })))).toMatchObject({
      event: 'completion',
      ranMs: 8000,
    })
  })
})

describe('the report for a person', () => {
  it.each<[Partial<ExecLine>, string]>([
    [{}, 'vigil: exit code 0, 1.2 s\n'],
    [{ exitCode: 137, signal: 'SIGKILL' }, 'vigil: exit code 137 (SIGKILL), 1.2 s\n'],
    [{ exitCode: null }, 'vigil: exit code unknown, 1.2 s\n'],
    [
      { status: 'refused', exitCode: null, text: 'Working directory does not exist: /x' },
      'vigil: Working directory does not exist: /x\n',
    ],
    [
      { status: 'background', exitCode: null },
      'vigil: still running after 1.2 s; waiting for its end (Ctrl+C stops it)\n',
    ],
    [{ status: 'stopped', exitCode: 143, ranMs: 6000 }, 'vigil: stopped after 6.0 s, exit code 143\n'],
    [
      { truncated: true, fullOutputPath: '/tmp/a.log', fullOutputBytes: 50_000 },
      'vigil: exit code 0, 1.2 s\nvigil: shortened; full output (50000 bytes): /tmp/a.log\n',
    ],
    [
      {
        text: 'Exit code: 0\nNote: 1 process still running.\nOutput:\nNote: not this\n',
        output: 'Note: not this\n',
      },
      'vigil: exit code 0, 1.2 s\nvigil: 1 process still running.\n',
    ],
  ])('says the facts of %j beside the output', (part, err) => {
    expect(plainReport(line(part), '').err).toBe(err)
  })

  it('ends the output with a newline and prints no empty line', () => {
    expect(plainReport(line(), 'no newline').out).toBe('no newline\n')
    expect(plainReport(line(), 'with\n').out).toBe('with\n')
    expect(plainReport(line(), '').out).toBe('')
  })
})

it.each<[Partial<ExecLine>, number]>([
  [{ exitCode: 3 }, 3],
  [{ exitCode: 137, signal: 'SIGKILL' }, 137],
  [{ status: 'stopped', exitCode: 143 }, 143],
  [{ status: 'stopped', exitCode: null }, 143],
  [{ status: 'refused', exitCode: null }, 126],
  [{ exitCode: null }, 1],
])('the exit code for %j is %d', (part, code) => {
  expect(exitCodeFor(line(part))).toBe(code)
})
