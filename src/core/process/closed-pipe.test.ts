import { describe, expect, it } from 'vitest'
import { isClosedPipe } from './closed-pipe'
import { hasPipefail, mentionsPipe } from './pipefail'

describe('a pipeline that only closed its pipe', () => {
  it.each<[string, number | null, string, string | null, boolean]>([
    ['an earlier stage got SIGPIPE and the last one is fine (S-076)', 141, 'yes | head', 'hBc 141 0', true],
    ['three stages (S-076)', 141, 'a | yes | head', 'hBc 0 141 0', true],
    ['a single command that exits with 141 (S-078)', 141, 'a | b; x', 'hBc 141', false],
    ['the last stage itself answered 141 (S-078)', 141, 'true | x', 'hBc 0 141', false],
    ['no evidence was left (S-078)', 141, 'x', null, false],
    ['another code', 1, 'false | true', 'hBc 141 0', false],
    ['a death by signal has no code of its own', null, 'a | b', 'hBc 141 0', false],
    ['set -e, and nothing stands behind the pipeline', 141, 'set -e; yes | head -n 1\n', 'ehBc 141 0', true],
    ['set -e cut off what stands behind it', 141, 'set -e; yes | head -n 1; echo no', 'ehBc 141 0', false],
  ])('%s', (_name, code, command, evidence, expected) => {
    expect(isClosedPipe(code, command, evidence)).toBe(expected)
  })
})

it('knows which shells have pipefail (S-072, S-073)', () => {
  expect((['bash', 'zsh', 'ksh', 'mksh'] as const).every(hasPipefail)).toBe(true)
  expect((['dash', 'sh', 'powershell', 'cmd'] as const).some(hasPipefail)).toBe(false)
})

it('sees a pipe but no "or" (S-078)', () => {
  expect(['a | b', 'a|b', 'a |& b', '| a', 'a || b | c'].every(mentionsPipe)).toBe(true)
  expect(['a || b', 'a', 'a && b'].some(mentionsPipe)).toBe(false)
})
