import { imageSize } from 'image-size'
import { EngineError } from '../../shared/errors'
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, type ImageType } from '../../shared/image'

/** What the header of an image says; the size is that of the picture as it is shown. */
export type ImageFacts = { type: ImageType; width: number; height: number }

/** Orientations of a camera that was held upright: width and height change places. */
const SIDEWAYS = 5
const MIB = 1024 * 1024

/** The type by the first bytes; null for everything that models do not take. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const ascii = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return 'image/gif'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp'
  return null
}

/**
 * Reads the header of an image, nothing of its picture.
 *
 * @throws EngineError `bad-input` for what is no image of these types, damaged, or larger than is taken
 */
export function imageFacts(bytes: Uint8Array): ImageFacts {
  const type = imageTypeOf(bytes)
  if (type === null) throw new EngineError('bad-input', 'Images can be PNG, JPEG, GIF or WebP.')
  if (bytes.length > IMAGE_MAX_BYTES)
    throw new EngineError('bad-input', `The image is larger than ${IMAGE_MAX_BYTES / MIB} MiB.`)
  const { width, height } = sizeOf(bytes)
  if (width * height > IMAGE_MAX_PIXELS)
    throw new EngineError('bad-input', `The image has more than ${IMAGE_MAX_PIXELS / 1e6} megapixels.`)
  return { type, width, height }
}

function sizeOf(bytes: Uint8Array): { width: number; height: number } {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes)
    if (width > 0 && height > 0)
      return orientation >= SIDEWAYS ? { width: height, height: width } : { width, height }
  } catch {
    // The header stops short or contradicts itself.
  }
  throw damaged()
}

/** What is said of an image that nothing can be read from. */
export function damaged(): EngineError {
  return new EngineError('bad-input', 'The image is damaged.')
}
