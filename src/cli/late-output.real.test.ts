import { expect, it } from 'vitest'
import { execHere } from './testing/run-exec'

it('late output does not make the agent wait longer than its command may take (S-218, S-223)', async () => {
  // The shell ends before the waiting does; what it left behind prints on for longer.
  const run = await execHere({ command: '(for i in $(seq 50); do echo late; sleep 0.2; done) & sleep 4' })
  expect(run.lines.map((line) => [line.event, line.status])).toEqual([
    ['result', 'background'],
    ['completion', 'exited'],
  ])
  expect(run.lines.at(-1)?.exitCode).toBe(0)
}, 30_000)
