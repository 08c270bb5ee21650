/** What the tray says at a glance: shape and colour together (ui.md 2). */
export type TrayLook = 'idle' | 'running' | 'needs-you'

type Colour = { r: number; g: number; b: number }
/** The sign on a light panel, and on a dark one: `--fg`, `--accent` and `--warn` of the two themes. */
const INK = {
  light: {
    fg: { r: 0x2b, g: 0x33, b: 0x3a },
    running: { r: 0x0a, g: 0x67, b: 0x94 },
    asks: { r: 0xb0, g: 0x6f, b: 0x00 },
  },
  dark: {
    fg: { r: 0xe6, g: 0xeb, b: 0xee },
    running: { r: 0x63, g: 0xbc, b: 0xe6 },
    asks: { r: 0xe0, g: 0xac, b: 0x52 },
  },
} as const

/** The square that the shapes are described in. */
const GRID = 24
/** Distance from a point to the edge of a shape; negative inside. */
type Shape = { colour: Colour; distance(x: number, y: number): number }

/**
 * Draws the sign of the app at one size: a prompt and an eye, which is empty at rest, has a pupil while something runs,
 * and is a full disc when a chat needs the person. Drawn for each scale of the screen instead of scaled, so that it is
 * sharp on all of them. Premultiplied BGRA, as Electron takes bitmaps.
 */
export function trayPixels(look: TrayLook, panel: 'light' | 'dark', size: number): Buffer {
  const shapes = shapesOf(look, panel)
  const scale = GRID / size
  const pixels = Buffer.alloc(size * size * 4)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [x, y] = [(column + 0.5) * scale, (row + 0.5) * scale]
      for (const { colour, distance } of shapes) {
        const cover = Math.min(1, Math.max(0, 0.5 - distance(x, y) / scale))
        if (cover > 0) blend(pixels, (row * size + column) * 4, colour, cover)
      }
    }
  }
  return pixels
}

function shapesOf(look: TrayLook, panel: 'light' | 'dark'): Shape[] {
  const { fg, running, asks } = INK[panel]
  const prompt: Shape = {
    colour: fg,
    distance: (x, y) => Math.min(toLine(x, y, 2.8, 5.8, 8.4, 12), toLine(x, y, 8.4, 12, 2.8, 18.2)) - 1.4,
  }
  const eye = { x: 17, y: 12 }
  const toEye = (x: number, y: number) => Math.hypot(x - eye.x, y - eye.y)
  const ring = (colour: Colour): Shape => ({ colour, distance: (x, y) => Math.abs(toEye(x, y) - 4.3) - 1.25 })
  switch (look) {
    case 'idle':
      return [prompt, ring(fg)]
    case 'running':
      return [prompt, ring(running), { colour: running, distance: (x, y) => toEye(x, y) - 1.7 }]
    case 'needs-you':
      return [prompt, { colour: asks, distance: (x, y) => toEye(x, y) - 5.6 }]
  }
}

/** Distance from a point to a line between two others. */
function toLine(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
  const t = Math.min(1, Math.max(0, along))
  return Math.hypot(x - ax - t * dx, y - ay - t * dy)
}

function blend(pixels: Buffer, at: number, { r, g, b }: Colour, cover: number): void {
  const under = 1 - cover
  pixels[at] = Math.round(b * cover + (pixels[at] ?? 0) * under)
  pixels[at + 1] = Math.round(g * cover + (pixels[at + 1] ?? 0) * under)
  pixels[at + 2] = Math.round(r * cover + (pixels[at + 2] ?? 0) * under)
  pixels[at + 3] = Math.round(255 * cover + (pixels[at + 3] ?? 0) * under)
}
