import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { windowColours } from './window-colours'
import { placeWindow, readWindowState, writeWindowState } from './window-state'

const screen = { x: 0, y: 0, width: 1920, height: 1080 }
const at = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  maximized: false,
})

describe('the place of a window', () => {
  it('is up to the system the first time', () => {
    expect(placeWindow(null, [screen])).toEqual({ width: 1280, height: 820 })
  })

  it('is where it was', () => {
    expect(placeWindow(at(100, 50), [screen])).toEqual({ x: 100, y: 50, width: 1000, height: 700 })
  })

  it('is on the second screen while there is one', () => {
    const second = { ...screen, x: 1920 }
    expect(placeWindow(at(2000, 50), [screen, second])).toMatchObject({ x: 2000 })
    expect(placeWindow(at(2000, 50), [screen])).toEqual({ width: 1000, height: 700 })
  })

  it.each([
    ['above', at(100, -500)],
    ['below', at(100, 1070)],
    ['left of', at(-960, 50)],
    ['right of', at(1900, 50)],
  ])('is not %s every screen', (_, state) => {
    expect(placeWindow(state, [screen])).toEqual({ width: 1000, height: 700 })
  })

  it('is never smaller than the layout allows', () => {
    expect(placeWindow(at(0, 0, 10, 10), [screen])).toEqual({ x: 0, y: 0, width: 640, height: 520 })
  })
})

describe('the remembered place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-window-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('comes back', () => {
    const file = join(folder, 'a.json')
    writeWindowState(file, at(1, 2))
    expect(readWindowState(file)).toEqual(at(1, 2))
  })

  it.each(['', '{"bounds":1}', '[]'])('is none when its file holds %j', (text) => {
    const file = join(folder, 'b.json')
    writeFileSync(file, text)
    expect(readWindowState(file)).toBeNull()
  })
})

describe('the first colours', () => {
  it.each([
    ['light', true, '#fbfcfd'],
    ['dark', false, '#14181b'],
    ['system', true, '#14181b'],
    ['system', false, '#fbfcfd'],
  ] as const)('of the theme %s, where the desktop is dark: %s', (theme, dark, background) => {
    expect(windowColours(theme, dark).background).toBe(background)
  })
})
