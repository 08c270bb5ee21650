import type { TextColour, TextStyle } from '../../../shared/command'
import {
  BASE_TEXT,
  contrast,
  luminance,
  mix,
  PAPER,
  parseHex,
  type Rgb,
  rgbOf,
  type Theme,
  toHex,
} from './sgr-palette'

/** Least contrast of a text that a program coloured (WCAG 2.2 AA). */
export const READABLE = 4.5
/** Steps from a colour to black or white, of which the first readable one is taken. */
const STEPS = 16
/** How much of the background a dim text takes on. */
const DIM_SHARE = 0.4
/** Most looks that are remembered: a rainbow of true colours never ends. */
const MAX_LOOKS = 4096

/** Behind a line that was jumped to or a place that was found, the background is nearest to the text's colour. */
const LIT: Readonly<Record<Theme, Rgb>> = { light: parseHex('#d9e3e8'), dark: parseHex('#1c2b33') }

/** How a run of text is drawn in both themes; a colour that is null is the one of plain text or no fill. */
export type Look = {
  className: string
  light: Paint
  dark: Paint
}
export type Paint = { ink: string | null; fill: string | null }

const looks = new Map<string, Look>()

/**
 * The look of a style. Colours keep their hue, and move towards black or white until they can be read: on the viewer's
 * background, or on the one the program chose. A `marked` text lies on the colour of what was found instead.
 */
export function lookOf(style: TextStyle, marked = false): Look {
  const key = `${marked ? '=' : ''}${style.fg ?? ''}/${style.bg ?? ''}/${flagsOf(style)}`
  const known = looks.get(key)
  if (known) return known
  const asked = marked ? withoutFill(style) : style
  const look: Look = {
    className: `sgr${flagsOf(asked)}`,
    light: paintOf(asked, 'light'),
    dark: paintOf(asked, 'dark'),
  }
  if (looks.size >= MAX_LOOKS) looks.clear()
  looks.set(key, look)
  return look
}

/** What was found is seen whatever a program did to hide it. */
function withoutFill({ fg, bold, italic, underline, strike }: TextStyle): TextStyle {
  return {
    ...(fg === undefined ? {} : { fg }),
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(underline && { underline }),
    ...(strike && { strike }),
  }
}

function flagsOf(style: TextStyle): string {
  const words = [
    style.bold && ' bold',
    style.dim && ' dim',
    style.italic && ' italic',
    style.underline && ' underline',
    style.strike && ' strike',
    style.inverse && ' inverse',
    style.hidden && ' concealed',
  ]
  return words.filter(Boolean).join('')
}

function paintOf(style: TextStyle, theme: Theme): Paint {
  const paper = parseHex(PAPER[theme].paper)
  if (style.inverse) {
    const fill = style.fg === undefined ? parseHex(PAPER[theme].ink) : textColour(style.fg, theme)
    const ink = style.bg === undefined ? paper : rgbOf(style.bg)
    return { ink: toHex(inkOn(ink, fill, style)), fill: toHex(fill) }
  }
  if (style.bg !== undefined) {
    const fill = rgbOf(style.bg)
    const ink = style.fg === undefined ? parseHex(PAPER[theme].ink) : rgbOf(style.fg)
    return { ink: toHex(inkOn(ink, fill, style)), fill: toHex(fill) }
  }
  if (style.fg === undefined && !style.dim) return { ink: null, fill: null }
  if (typeof style.fg === 'number' && style.fg < 16 && !style.dim)
    return { ink: `var(--ansi-${style.fg})`, fill: null }
  const ink = style.fg === undefined ? parseHex(PAPER[theme].ink) : textColour(style.fg, theme)
  return { ink: toHex(inkOn(ink, LIT[theme], style)), fill: null }
}

/** A colour that can be read on the viewer's background. */
function textColour(colour: TextColour, theme: Theme): Rgb {
  if (typeof colour === 'number' && colour < 16) return parseHex(BASE_TEXT[theme][colour] ?? PAPER[theme].ink)
  return readableOn(rgbOf(colour), LIT[theme])
}

const inkOn = (ink: Rgb, fill: Rgb, { dim }: TextStyle): Rgb =>
  readableOn(dim ? mix(ink, fill, DIM_SHARE) : ink, fill)

/** The first colour on the way to black or white that can be read on a background. */
export function readableOn(colour: Rgb, background: Rgb): Rgb {
  if (contrast(colour, background) >= READABLE) return colour
  // Black or white, whichever is farther: one of them always is far enough.
  const end: Rgb = luminance(background) > 0.179 ? [0, 0, 0] : [255, 255, 255]
  // Contrast only grows on the way, so halving finds the first step that is enough.
  let low = 0
  let high = STEPS
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (contrast(mix(colour, end, middle / STEPS), background) >= READABLE) high = middle
    else low = middle
  }
  return mix(colour, end, high / STEPS)
}
