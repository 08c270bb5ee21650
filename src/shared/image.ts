import { z } from 'zod'
import { chatIdSchema } from './ids'

/** Identity of an image of a chat; also the name of its file. */
export const imageIdSchema = z
  .string()
  .max(64)
  .regex(/^[\w-]+$/)
  .brand<'ImageId'>()
export type ImageId = z.infer<typeof imageIdSchema>

/** What models take; told by the content, never by the name. */
export const imageTypeSchema = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
export type ImageType = z.infer<typeof imageTypeSchema>

/** Largest image that is taken, in bytes: a screenshot of a large screen has a tenth of it. */
export const IMAGE_MAX_BYTES = 20 * 1024 * 1024
/** Most pixels of an image that is taken: decoded, each costs four bytes of memory. */
export const IMAGE_MAX_PIXELS = 64_000_000
/** Most images of one message; providers take twenty without further limits on their size. */
export const IMAGES_PER_MESSAGE = 20
/** Longest name of an image that is kept, in UTF-16 units. */
export const IMAGE_NAME_MAX_CHARS = 200

/** An image of a message; its bytes lie in a file of the chat. */
export const imageRefSchema = z.object({
  id: imageIdSchema,
  chatId: chatIdSchema,
  name: z.string().max(IMAGE_NAME_MAX_CHARS),
  type: imageTypeSchema,
  bytes: z.number().int().positive(),
  /** In pixels, as it is shown: turned as its camera says. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
})
export type ImageRef = z.infer<typeof imageRefSchema>

/** The content of an image, or of its small copy for a list. */
export type ImageContent = { type: ImageType; base64: string }
