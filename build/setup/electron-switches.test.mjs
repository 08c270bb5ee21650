import { describe, expect, it } from 'vitest'
import { electronSwitches } from './electron-switches.mjs'

const linux = { platform: 'linux', root: false, display: true, wayland: false, virtual: false }

describe('the switches for Electron', () => {
  it.each([
    ['an ordinary Linux desktop', {}, []],
    ['root', { root: true }, ['--no-sandbox']],
    ['Wayland without X', { display: false, wayland: true }, ['--ozone-platform=wayland']],
    ['Wayland with X', { wayland: true }, []],
    ['a virtual display', { virtual: true }, ['--disable-gpu', '--log-level=3']],
    ['macOS', { platform: 'darwin', root: true }, []],
  ])('on %s', (_, facts, expected) => {
    expect(electronSwitches({ ...linux, ...facts })).toEqual(expected)
  })
})
