import { describe, expect, it } from 'vitest'
import { LAST_LINE_CHARS } from '../../shared/command'
import type { OutputStats } from '../ports'
import { outputSummary, workdirLine } from './card-view'

const stats = (part: Partial<OutputStats>): OutputStats => ({
  bytes: 10,
  lines: 1,
  lastLine: 'last',
  openLine: '',
  trouble: 'none',
  dropped: 0,
  ...part,
})

describe('workdirLine', () => {
  it.each([
    ['/home/me/app', '/home/me/app', null],
    ['/home/me/app/', '/home/me/app', null],
    ['/home/me/app', '/home/me/app/packages/web', 'packages/web'],
    ['/home/me/app', '/home/me/app/..odd', '..odd'],
    ['/home/me/app', '/home/me', '/home/me'],
    ['/home/me/app', '/tmp', '/tmp'],
  ])('in %s the folder %s shows as %s (S-088, S-089)', (root, folder, line) => {
    expect(workdirLine(root, folder)).toBe(line)
  })
})

describe('outputSummary', () => {
  it('offers the full output once it had to be shortened (S-133)', () => {
    expect(outputSummary(stats({ bytes: 16_384 })).full).toEqual({ kind: 'none' })
    expect(outputSummary(stats({ bytes: 16_385 })).full).toEqual({ kind: 'saved', bytes: 16_385 })
  })

  it('does not offer a full output that is not full (S-147)', () => {
    expect(outputSummary(stats({ trouble: 'write-failed' })).full).toEqual({ kind: 'unavailable' })
    expect(outputSummary(stats({ bytes: 1e9, trouble: 'capped', dropped: 7 })).full).toEqual({
      kind: 'unavailable',
      because: 'capped',
      dropped: 7,
    })
  })

  it('shows the open line as the last one, but not a blank one', () => {
    expect(outputSummary(stats({ openLine: '42 %' })).lastLine).toBe('42 %')
    expect(outputSummary(stats({ openLine: '   ' })).lastLine).toBe('last')
  })

  it('bounds the last line and keeps characters whole', () => {
    const line = `${'a'.repeat(LAST_LINE_CHARS - 1)}😀`
    expect(outputSummary(stats({ lastLine: line })).lastLine).toBe('a'.repeat(LAST_LINE_CHARS - 1))
  })
})
