import { describe, expect, it } from 'vitest'
import { completed, completingAt } from './completion'

const at = (marked: string) => completingAt(marked.replace('|', ''), marked.indexOf('|'))
function choose(marked: string, choice: string): string {
  const text = marked.replace('|', '')
  const completing = at(marked)
  if (!completing) throw new Error('nothing to complete')
  const done = completed(text, completing, choice)
  return `${done.text.slice(0, done.caret)}|${done.text.slice(done.caret)}`
}

describe('completing a message (A-052)', () => {
  it.each([
    ['/|', { kind: 'command', query: '' }],
    ['/mo|', { kind: 'command', query: 'mo' }],
    ['see @|', { kind: 'path', query: '' }],
    ['see @src/a| now', { kind: 'path', query: 'src/a' }],
    ['(@"my no|', { kind: 'path', query: 'my no' }],
  ])('is offered at %j', (marked, expected) => {
    expect(at(marked)).toMatchObject(expected)
  })

  it.each(['|', ' /mo|', 'a /mo|', '/usr/b|', '/model x|', 'me@ho|', '@a |', '|@a', '@"a" |'])(
    'is not offered at %j (A-050, A-061)',
    (marked) => {
      expect(at(marked)).toBeNull()
    },
  )

  it.each([
    ['/mo|', 'model', '/model |'],
    ['see @sr| now', 'src/a.ts', 'see @src/a.ts |now'],
    ['see @|', 'my notes/b.md', 'see @"my notes/b.md" |'],
    ['@do|', 'docs/', '@docs/|'],
    ['@"my|', 'my notes/', '@"my notes/|'],
  ])('puts a choice into %j', (marked, choice, expected) => {
    expect(choose(marked, choice)).toBe(expected)
  })
})
