import { describe, expect, it } from 'vitest'
import type { TextStyle } from '../../../shared/command'
import tokens from '../../styles/tokens.css?raw'
import { lookOf, type Paint, READABLE, readableOn } from './sgr-look'
import { BASE_TEXT, contrast, PAPER, parseHex, type Rgb, rgbOf, type Theme, toHex } from './sgr-palette'

const THEMES: readonly Theme[] = ['light', 'dark']
/** The viewer's backgrounds: plain, a line that was jumped to, and a place that was found. */
const BACKGROUNDS: Record<Theme, readonly string[]> = {
  light: ['#f4f6f8', '#dde8ee', '#ece5d7'],
  dark: ['#0e1113', '#1a2931', '#292519'],
}

const [lightTokens = '', darkTokens = ''] = tokens.slice(tokens.lastIndexOf(':root {')).split('@variant dark')
const tokenOf = (theme: Theme, name: string): string | undefined =>
  new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme === 'light' ? lightTokens : darkTokens)?.[1]

function colourOf(paint: Paint, theme: Theme): Rgb {
  const base = /^var\(--ansi-(\d+)\)$/.exec(paint.ink ?? '')
  if (base) return parseHex(BASE_TEXT[theme][Number(base[1])] ?? '')
  return parseHex(paint.ink ?? PAPER[theme].ink)
}
/** The least contrast of a style with whatever it may lie on. */
function leastContrast(style: TextStyle, theme: Theme, marked = false): number {
  const paint = lookOf(style, marked)[theme]
  const backgrounds = paint.fill === null ? BACKGROUNDS[theme] : [paint.fill]
  return Math.min(...backgrounds.map((back) => contrast(colourOf(paint, theme), parseHex(back))))
}

describe('the base colours', () => {
  it.each(THEMES)('are the tokens of the %s theme', (theme) => {
    for (let index = 0; index < 16; index++)
      expect(tokenOf(theme, `ansi-${index}`)).toBe(BASE_TEXT[theme][index])
    expect(tokenOf(theme, 'bg-inset')).toBe(PAPER[theme].paper)
    expect(tokenOf(theme, 'term-fg')).toBe(PAPER[theme].ink)
  })

  it.each(THEMES)('can be read and told apart in the %s theme', (theme) => {
    for (let fg = 0; fg < 16; fg++)
      expect(leastContrast({ fg }, theme), `colour ${fg}`).toBeGreaterThanOrEqual(READABLE)
    expect(new Set(BASE_TEXT[theme]).size).toBe(16)
  })
})

describe('colours of programs', () => {
  it('are read as terminals read the palette of 256', () => {
    expect([16, 21, 46, 196, 208, 231, 232, 255].map((index) => toHex(rgbOf(index)))).toEqual(
      ['#000000', '#0000ff', '#00ff00', '#ff0000', '#ff8700', '#ffffff', '#080808', '#eeeeee'], //
    )
    expect(rgbOf('#12aBff')).toEqual([0x12, 0xab, 0xff])
  })

  it.each(THEMES)('can be read in the %s theme, whatever a program asks for', (theme) => {
    const colours = [
      undefined,
      ...Array.from({ length: 256 }, (_, index) => index),
      '#ffff00',
      '#000080',
    ] as const
    const backs = [undefined, 0, 1, 2, 3, 7, 8, 11, 15, 21, 226, 240, '#777777'] as const
    for (const fg of colours)
      for (const bg of backs)
        for (const more of [{}, { dim: true }, { inverse: true }, { inverse: true, dim: true }] as const) {
          const style: TextStyle = {
            ...(fg !== undefined && { fg }),
            ...(bg !== undefined && { bg }),
            ...more,
          }
          expect(leastContrast(style, theme), JSON.stringify(style)).toBeGreaterThanOrEqual(READABLE)
        }
  })

  it('stay as they are where they can be read', () => {
    const onDark = lookOf({ fg: '#ffaf00' })
    expect(onDark.dark).toEqual({ ink: '#ffaf00', fill: null })
    expect(onDark.light.ink).not.toBe('#ffaf00')
    expect(lookOf({ fg: 15, bg: 1 }).dark).toEqual({ ink: '#ffffff', fill: '#b32825' })
    // Yellow stays yellow: red and green above blue.
    const [red, green, blue] = readableOn(parseHex('#ffff00'), parseHex('#f4f6f8'))
    expect(red).toBe(green)
    expect(red).toBeGreaterThan(blue)
  })

  it('leave plain text to the theme', () => {
    expect(lookOf({ bold: true, underline: true })).toEqual({
      className: 'sgr bold underline',
      light: { ink: null, fill: null },
      dark: { ink: null, fill: null },
    })
  })

  it('swap for inverse, as on the badges of test runners', () => {
    expect(lookOf({ fg: 2, inverse: true }).light).toEqual({ ink: '#f4f6f8', fill: '#126d45' })
    expect(lookOf({ inverse: true }).dark).toEqual({ ink: '#0e1113', fill: '#d5dce0' })
  })

  it('dim a text less than it could no longer be read', () => {
    const dim = lookOf({ dim: true }).dark
    expect(contrast(colourOf(dim, 'dark'), parseHex('#0e1113'))).toBeLessThan(
      contrast(parseHex(PAPER.dark.ink), parseHex('#0e1113')),
    )
  })
})

describe('what was found', () => {
  it('lies above the colours: no fill of a program, nothing hidden', () => {
    const style: TextStyle = { fg: 3, bg: 1, inverse: true, hidden: true, bold: true }
    expect(lookOf(style).className).toBe('sgr bold inverse concealed')
    expect(lookOf(style, true)).toMatchObject({
      className: 'sgr bold',
      light: { ink: 'var(--ansi-3)', fill: null },
      dark: { ink: 'var(--ansi-3)', fill: null },
    })
  })
})
