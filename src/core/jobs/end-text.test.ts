import { expect, it } from 'vitest'
import type { CommandEnd } from '../../shared/command'
import { endText } from './end-text'

it.each<[CommandEnd, string]>([
  [{ by: 'exit', code: 0, closedPipe: false }, 'exit code 0'],
  [{ by: 'exit', code: 3, closedPipe: false }, 'exit code 3'],
  [{ by: 'signal', signal: 'SIGSEGV', code: 139 }, 'killed by SIGSEGV, exit code 139'],
  [{ by: 'unknown' }, 'ended without an exit code (unknown reason)'],
  [
    { by: 'stop', who: 'user', signal: 'SIGTERM', code: 143, confirmed: true },
    'stopped by the user (SIGTERM, exit code 143)',
  ],
  [
    { by: 'stop', who: 'agent', signal: null, code: null, confirmed: false },
    'stopped by kill_terminal (its end could not be confirmed)',
  ],
  [
    { by: 'stop', who: 'quit', signal: null, code: null, confirmed: true },
    'ended together with the Vigil window',
  ],
])('says %j in words (S-225, S-239)', (end, text) => {
  expect(endText(end)).toBe(text)
})
