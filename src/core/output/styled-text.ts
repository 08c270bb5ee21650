import type { StyledRun, TextColour, TextStyle } from '../../shared/command'

/** A style as the normaliser counts it: colours are 0 for none, 1…256 for the palette, 2^24 + RGB; flags are bits. */
export type PackedStyle = { readonly fg: number; readonly bg: number; readonly flags: number }

/** A stretch of text in one style. */
export type StyledPiece = { text: string; style: PackedStyle }

export const PLAIN_STYLE: PackedStyle = { fg: 0, bg: 0, flags: 0 }

const RGB = 0x1000000
/** The bits of the flags, as in normaliser.as. */
const FLAGS = ['bold', 'dim', 'italic', 'underline', 'strike', 'inverse', 'hidden'] as const

export function sameStyle(a: PackedStyle, b: PackedStyle): boolean {
  return a.fg === b.fg && a.bg === b.bg && a.flags === b.flags
}

/** A style as pages carry it; null for the default one. */
export function textStyle({ fg, bg, flags }: PackedStyle): TextStyle | null {
  if (fg === 0 && bg === 0 && flags === 0) return null
  const style: TextStyle = {}
  if (fg !== 0) style.fg = colour(fg)
  if (bg !== 0) style.bg = colour(bg)
  for (const [bit, name] of FLAGS.entries()) if (flags & (1 << bit)) style[name] = true
  return style
}

function colour(packed: number): TextColour {
  return packed < RGB ? packed - 1 : `#${(packed - RGB).toString(16).padStart(6, '0')}`
}

/**
 * The runs of a text made of pieces, at most `max`; what is behind them shows without style. A run ends with its line:
 * a newline has no style.
 */
export function styledRuns(pieces: readonly StyledPiece[], max: number): StyledRun[] {
  const runs: StyledRun[] = []
  let at = 0
  let last = PLAIN_STYLE
  for (const { text, style } of pieces) {
    const shown = textStyle(style)
    for (let from = 0; shown && from < text.length; ) {
      const newline = text.indexOf('\n', from)
      const end = newline < 0 ? text.length : newline
      const run = runs.at(-1)
      if (from === 0 && run && run.end === at && sameStyle(style, last)) run.end = at + end
      else if (end > from) {
        if (runs.length >= max) return runs
        runs.push({ start: at + from, end: at + end, style: shown })
      }
      from = end + 1
    }
    last = style
    at += text.length
  }
  return runs
}
