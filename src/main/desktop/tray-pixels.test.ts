import { describe, expect, it } from 'vitest'
import { type TrayLook, trayPixels } from './tray-pixels'

const LOOKS: TrayLook[] = ['idle', 'running', 'needs-you']
/** The pixel at a place of the 24 unit grid. */
const pixel = (pixels: Buffer, size: number, x: number, y: number) => {
  const at = (Math.floor((y * size) / 24) * size + Math.floor((x * size) / 24)) * 4
  const [b, g, r, a] = pixels.subarray(at, at + 4)
  return { r, g, b, a }
}

describe('the sign in the tray', () => {
  it('tells its states apart by shape, not only by colour', () => {
    const alphas = LOOKS.map((look) => pixel(trayPixels(look, 'dark', 44), 44, 17, 12).a)
    const between = LOOKS.map((look) => pixel(trayPixels(look, 'dark', 44), 44, 17, 9.5).a)
    // The middle of the eye: empty, a pupil, a disc; between pupil and ring: empty, empty, disc.
    expect(alphas).toEqual([0, 255, 255])
    expect(between).toEqual([0, 0, 255])
  })

  it('is drawn in colours that a light and a dark panel need', () => {
    const dark = pixel(trayPixels('idle', 'dark', 22), 22, 8, 12)
    const light = pixel(trayPixels('idle', 'light', 22), 22, 8, 12)
    expect(dark.r).toBeGreaterThan(200)
    expect(light.r).toBeLessThan(80)
  })

  it('is premultiplied and stays within its square at every size', () => {
    for (const size of [16, 20, 22, 24, 32, 33, 44, 48]) {
      for (const look of LOOKS) {
        const pixels = trayPixels(look, 'light', size)
        expect(pixels).toHaveLength(size * size * 4)
        for (let at = 0; at < pixels.length; at += 4) {
          const alpha = pixels[at + 3] ?? 0
          expect(Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)).toBeLessThanOrEqual(
            alpha,
          )
        }
        const edge = [...pixels.subarray(0, size * 4)]
        expect(edge.every((value) => value === 0)).toBe(true)
      }
    }
  })
})
