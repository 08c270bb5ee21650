import { EngineError } from '../../shared/errors'
import type { ImageType } from '../../shared/image'
import { damaged } from './image-facts'
import { fitted, type ImageLimits } from './image-limits'

/** Longest side of the small copy that lists show, in pixels: twice what they need, for dense screens. */
const THUMBNAIL_EDGE = 256
/** Qualities that are tried until an image is small enough; text in a screenshot is readable at all of them. */
const QUALITIES = [85, 70, 50] as const

export type Picture = { bytes: Uint8Array; type: ImageType }
type Sized = Picture & { width: number; height: number }

/** Changes pictures, in threads of its own. */
export type ImageCodec = {
  /** A small copy, which is made from the whole picture: one that is damaged anywhere has none. @throws EngineError `bad-input` */
  thumbnail(image: Sized, signal: AbortSignal): Promise<Picture>
  /** The picture within the limits, upright; the same bytes when it is already. Null when it cannot be made so. */
  within(image: Sized, limits: ImageLimits, signal: AbortSignal): Promise<Picture | null>
}

/** {@link ImageCodec} by @napi-rs/image, which is loaded when the first image comes. GIF is passed on as it is. */
export function createImageCodec(): ImageCodec {
  const transformer = async ({ bytes }: Picture) => {
    const { Transformer } = await load()
    return new Transformer(bytes).rotate()
  }
  return {
    async thumbnail(image, signal) {
      if (image.type === 'image/gif') return image
      const { width, height } = fitted(image, THUMBNAIL_EDGE)
      // A library that is missing is no fault of the image.
      await load()
      try {
        const small = (await transformer(image)).resize(width, height)
        return { type: 'image/webp', bytes: await small.webp(QUALITIES[0], signal) }
      } catch {
        signal.throwIfAborted()
        throw damaged()
      }
    },
    async within(image, limits, signal) {
      const { width, height } = fitted(image, limits.edge)
      const fits = image.bytes.length <= limits.bytes && width === image.width
      if (image.type === 'image/gif') return fits ? image : null
      // A camera's turn is lost on most models: what they get is upright.
      if (fits && image.type !== 'image/jpeg') return image
      const resized = async () => (await transformer(image)).resize(width, height)
      if (image.type !== 'image/jpeg') {
        const bytes = await (await resized()).png(null, signal)
        if (bytes.length <= limits.bytes) return { type: 'image/png', bytes }
      }
      for (const quality of QUALITIES) {
        const bytes = await (await resized()).jpeg(quality, signal)
        if (bytes.length <= limits.bytes) return { type: 'image/jpeg', bytes }
      }
      return null
    },
  }
}

function load() {
  return import('@napi-rs/image').catch((error: unknown) => {
    throw new EngineError('bad-input', 'Images cannot be read on this system.', { cause: error })
  })
}
