import { expect, it } from 'vitest'
import { spawnError } from './spawn-error'

const failure = (code: string) => Object.assign(new Error(`spawn ${code}`), { code })

it('names the folder when the folder is missing, not the shell (S-092, B-201)', () => {
  const error = spawnError(failure('ENOENT'), '/bin/bash', '/nonexistent-dir')
  expect([error.code, error.message]).toEqual([
    'workdir-missing',
    'Working directory does not exist: /nonexistent-dir',
  ])
})

it('a file is no folder (S-093)', () => {
  expect(spawnError(failure('ENOTDIR'), '/bin/bash', '/etc/passwd').code).toBe('workdir-missing')
})

it.each([
  ['ENOENT', /does not exist: \/gone\/bash/],
  ['EACCES', /may not be executed/],
  ['E2BIG', /environment is too big/],
  ['EAGAIN', /no more processes/],
  ['EMFILE', /could not be started: spawn EMFILE/],
])('%s in words (B-038)', (code, words) => {
  const error = spawnError(failure(code), '/gone/bash', '/')
  expect([error.code, words.test(error.message)]).toEqual(['spawn-failed', true])
})
