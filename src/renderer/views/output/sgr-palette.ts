import type { TextColour } from '../../../shared/command'

/** Red, green and blue, each 0–255. */
export type Rgb = readonly [number, number, number]

export type Theme = 'light' | 'dark'

/**
 * The base colours as text on the viewer's background: black, red, green, yellow, blue, magenta, cyan, white, then the
 * bright ones. Black and white are greys that can be read there. The tokens `--ansi-0` to `--ansi-15` are the same.
 */
export const BASE_TEXT: Readonly<Record<Theme, readonly string[]>> = {
  light: [
    ...['#1d2329', '#b32825', '#126d45', '#835200', '#0a5fae', '#7a3e9d', '#0a6794', '#46505a'],
    ...['#586370', '#a3122c', '#1b6330', '#6d5200', '#1f52c4', '#8a2a8a', '#085f6b', '#161b20'],
  ],
  dark: [
    ...['#9ba5ae', '#f2837b', '#5dc48f', '#e0ac52', '#7fb2f5', '#c7a2ea', '#63bce6', '#d5dce0'],
    ...['#a9b3bb', '#ff9f98', '#86dfae', '#f2cb7e', '#a4c8ff', '#dcbcf7', '#8fd6f5', '#ffffff'],
  ],
}

/** The base colours as the background of a text: deep enough for white on the first eight, and true black and white. */
const BASE_FILL: readonly string[] = [
  ...['#1d2329', '#b32825', '#126d45', '#835200', '#0a5fae', '#7a3e9d', '#0a6794', '#c9d0d6'],
  ...['#586370', '#f2837b', '#5dc48f', '#e0ac52', '#7fb2f5', '#c7a2ea', '#63bce6', '#ffffff'],
]

/** The viewer's background and its text, as the tokens `--bg-inset` and `--term-fg`. */
export const PAPER: Readonly<Record<Theme, { paper: string; ink: string }>> = {
  light: { paper: '#f4f6f8', ink: '#1d2329' },
  dark: { paper: '#0e1113', ink: '#d5dce0' },
}

/** A colour as a text asks for it, before anything is done for contrast; base colours as on a fill of their own. */
export function rgbOf(colour: TextColour): Rgb {
  if (typeof colour === 'string') return parseHex(colour)
  if (colour < 16) return parseHex(BASE_FILL[colour] ?? '#000000')
  if (colour >= 232) {
    const grey = 8 + 10 * (Math.min(colour, 255) - 232)
    return [grey, grey, grey]
  }
  const place = colour - 16
  return [cubeLevel(Math.floor(place / 36)), cubeLevel(Math.floor(place / 6) % 6), cubeLevel(place % 6)]
}

/** The six steps of the 6×6×6 cube of the 256-colour palette. */
const cubeLevel = (step: number): number => (step === 0 ? 0 : 55 + 40 * step)

/** Reads `#rrggbb`; anything else is black. */
export function parseHex(hex: string): Rgb {
  const value = /^#[0-9a-f]{6}$/i.test(hex) ? Number.parseInt(hex.slice(1), 16) : 0
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

export function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Between two colours, in whole steps as it is drawn; `share` of the second, from 0 to 1. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (place: 0 | 1 | 2): number => Math.round(from[place] + (to[place] - from[place]) * share)
  return [part(0), part(1), part(2)]
}

/** Contrast of two colours as WCAG 2 counts it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Light of every step of a colour: a rainbow asks for thousands of colours a second. */
const LINEAR = Float64Array.from({ length: 256 }, (_, part) => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})
const linear = (part: number): number => LINEAR[part] ?? 0
