import { describe, expect, it } from 'vitest'
import { onlyWaits } from './wait-only'

describe('a command that only waits (S-200, S-207)', () => {
  it.each([
    'sleep 30',
    '  sleep 0.5  ',
    'sleep 5m',
    'sleep 1 2 3',
    'sleep infinity',
    'echo waiting; sleep 30; echo done',
    'sleep 5 && echo "half way" && sleep 5',
    "sleep 20 || true\n:\necho 'done; really | yes'",
    'sleep 10 # until the build is done',
    'true; sleep 1',
    'Start-Sleep -Seconds 30',
    'Start-Sleep 5; echo ok',
    'timeout /t 30 /nobreak',
  ])('is %j', (command) => {
    expect(onlyWaits(command)).toBe(true)
  })

  it.each([
    '',
    'echo hi',
    'true',
    'sleep',
    'sleep $N',
    'sleep 5 | cat',
    'sleep 5 & echo started',
    'sleep 5 &',
    'sleep 5 > log',
    'echo $(curl -s localhost) ; sleep 5',
    'echo `date`; sleep 5',
    'echo "$(date)"; sleep 5',
    'sleep 5; curl -s http://localhost:3000',
    'curl -s http://localhost:3000 || sleep 5',
    'while true; do sleep 5; done',
    'for i in 1 2; do sleep 1; done',
    '(sleep 5)',
    '{ sleep 5; }',
    'until false; do sleep 1; done',
    'nohup sleep 5',
    'timeout 5 sleep 10',
    'sleep 5; rm -rf build',
    'sleep 5;; echo x',
    'X=1 sleep 5',
    'sleep 5\\\n6',
    "sleep 5; echo 'open",
    `sleep 1${'; echo x'.repeat(500)}`,
  ])('is not %j', (command) => {
    expect(onlyWaits(command)).toBe(false)
  })
})
