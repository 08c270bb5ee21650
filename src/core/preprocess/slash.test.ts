import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSlash } from './slash'

describe('a slash command', () => {
  it.each([
    ['/help', { kind: 'command', name: 'help', rest: '' }],
    ['/MODEL  gpt-5 ', { kind: 'command', name: 'model', rest: 'gpt-5' }],
  ])('is read from %j (A-041, A-048, A-136)', (message, reading) => {
    expect(readSlash(message)).toEqual(reading)
  })

  it.each(['/usr/bin', '// a comment', 'see /help', ' /help', '/', '/1', 'a/b', '/tmp/x is full'])(
    'is none in %j (A-050)',
    (message) => {
      expect(readSlash(message)).toEqual({ kind: 'text' })
    },
  )

  it('may be a file of the workspace, which never hides one of Vigil', () => {
    expect(readSlash('/Review src', ['review', 'help'])).toEqual({
      kind: 'custom',
      name: 'review',
      rest: 'src',
    })
    expect(readSlash('/help', ['help'])).toMatchObject({ kind: 'command' })
  })

  it.each([
    ['/hepl', ['help']],
    ['/mod', ['mode', 'model']],
    ['/clera', ['clear']],
    ['/xyzzy', []],
  ])('that is unknown, %s, offers the closest names (A-051)', (message, closest) => {
    const reading = readSlash(message)
    expect(reading.kind === 'unknown' && [...reading.closest].sort()).toEqual(closest)
  })

  it('is read from any text without an error', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['text', 'unknown', 'command']).toContain(readSlash(text).kind)
        expect(readSlash(`x${text}`).kind).toBe('text')
      }),
    )
  })
})
