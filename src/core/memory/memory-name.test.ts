import { expect, it } from 'vitest'
import { memoryName } from './memory-name'

it.each([
  ['testing', 'testing.md'],
  ['testing.md', 'testing.md'],
  ['Testing.MD', 'Testing.md'],
  [' how we build ', 'how we build.md'],
  ['node.js', 'node.js.md'],
  ['заметки', 'заметки.md'],
])('%j becomes %j (A-146)', (path, name) => {
  expect(memoryName(path)).toEqual({ ok: true, name })
})

it.each([
  '',
  '  ',
  '..',
  '.',
  '../x.md',
  'a/b.md',
  'a\\b.md',
  '/etc/passwd',
  'C:\\x.md',
  'C:x',
  '.hidden.md',
  'a\0b',
  'a\nb',
  'con.md',
  'what?',
  'x'.repeat(98),
])('%j is refused with a reason (A-146)', (path) => {
  expect(memoryName(path)).toMatchObject({ ok: false, message: expect.stringMatching(/^(?:A|The) /) })
})
