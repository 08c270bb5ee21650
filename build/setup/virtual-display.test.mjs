import { describe, expect, it } from 'vitest'
import { authorityEntry, hasDisplay } from './virtual-display.mjs'

describe('the display', () => {
  it.each([
    ['linux', {}, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['linux', { DISPLAY: '' }, false],
    ['darwin', {}, true],
    ['win32', {}, true],
  ])('on %s with %o is there: %s', (platform, env, expected) => {
    expect(hasDisplay(env, platform)).toBe(expected)
  })

  it('is guarded by a cookie in the format of Xauthority', () => {
    const entry = authorityEntry(Buffer.alloc(16, 7))
    expect(entry.toString('latin1')).toBe(
      `\xff\xff\0\0\0\0\0\x12MIT-MAGIC-COOKIE-1\0\x10${'\x07'.repeat(16)}`,
    )
  })
})
