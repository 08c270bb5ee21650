import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { EngineError } from '../../shared/errors'
import type { ChatId } from '../../shared/ids'
import {
  IMAGE_NAME_MAX_CHARS,
  type ImageContent,
  type ImageId,
  type ImageRef,
  imageIdSchema,
} from '../../shared/image'
import { writeAtomically } from '../files/write-atomically'
import type { Ids } from '../ports'
import type { ImageCodec, Picture } from './image-codec'
import { imageFacts, imageTypeOf } from './image-facts'
import type { ImageLimits } from './image-limits'

/** The images of chats: files that only their owner may read, removed with the chat. */
export type ImageStore = {
  /** Keeps an image. @throws EngineError `bad-input` for what cannot be taken, `storage-failed` when the disk refuses */
  add(chatId: ChatId, name: string, bytes: Uint8Array, signal: AbortSignal): Promise<ImageRef>
  /** For the person: the small copy or the whole. @throws EngineError `bad-input` when it is gone */
  show(chatId: ChatId, id: ImageId, size: 'small' | 'whole'): Promise<ImageContent>
  /** As a provider takes it; the same image and limits give the same bytes. Null when there is no such thing any more. */
  forModel(image: ImageRef, limits: ImageLimits, signal: AbortSignal): Promise<ImageContent | null>
  /** Of one that was not sent. */
  remove(chatId: ChatId, id: ImageId): Promise<void>
  removeChat(chatId: ChatId): Promise<void>
}

export type ImageStoreDeps = { folder: string; ids: Ids; codec: ImageCodec }

/** Only the person who runs Vigil may look into its data (S-140). */
const OWNER_ONLY = { file: 0o600, folder: 0o700 }

/** Creates {@link ImageStore}. */
export function createImageStore({ folder, ids, codec }: ImageStoreDeps): ImageStore {
  const folderOf = (chatId: ChatId) => join(folder, encodeURIComponent(chatId))
  const file = (chatId: ChatId, id: ImageId, kind = '') => join(folderOf(chatId), `${id}${kind}`)

  /** In one step, so that a crash leaves no half image behind. */
  const write = (path: string, bytes: Uint8Array) =>
    writeAtomically(path, bytes, ids.next('write'), OWNER_ONLY)
  const read = async (path: string): Promise<Picture | null> => {
    try {
      const bytes = await readFile(path)
      const type = imageTypeOf(bytes)
      return type && { bytes, type }
    } catch {
      // Removed by hand, or with the chat.
      return null
    }
  }
  return {
    async add(chatId, name, bytes, signal) {
      const facts = imageFacts(bytes)
      const thumbnail = await codec.thumbnail({ ...facts, bytes }, signal)
      const id = imageIdSchema.parse(ids.next('image'))
      try {
        await write(file(chatId, id), bytes)
        if (facts.type !== 'image/gif') await write(file(chatId, id, '.small'), thumbnail.bytes)
      } catch (error) {
        throw new EngineError('storage-failed', 'The image could not be stored.', { cause: error })
      }
      return { id, chatId, name: nameOf(name), bytes: bytes.length, ...facts }
    },
    async show(chatId, id, size) {
      const small = size === 'small' ? await read(file(chatId, id, '.small')) : null
      const found = small ?? (await read(file(chatId, id)))
      if (!found) throw new EngineError('bad-input', 'The file of this image is gone.')
      return contentOf(found)
    },
    async forModel(image, limits, signal) {
      const made = file(image.chatId, image.id, `.${limits.edge}`)
      const known = await read(made)
      if (known) return contentOf(known)
      const original = await read(file(image.chatId, image.id))
      if (!original) return null
      const fitting = await codec.within({ ...image, ...original }, limits, signal).catch(() => null)
      signal.throwIfAborted()
      if (!fitting) return null
      // Made anew next time when the disk is full; it comes out the same.
      if (fitting.bytes !== original.bytes) await write(made, fitting.bytes).catch(() => {})
      return contentOf(fitting)
    },
    async remove(chatId, id) {
      const kinds = ['', '.small']
      await Promise.all(kinds.map((kind) => rm(file(chatId, id, kind), { force: true })))
    },
    removeChat: (chatId) => rm(folderOf(chatId), { recursive: true, force: true }),
  }
}

/** The last part of a path, without what a list cannot show. */
function nameOf(name: string): string {
  const shown = basename(name.replaceAll('\\', '/'))
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
  return shown.slice(0, IMAGE_NAME_MAX_CHARS) || 'image'
}

function contentOf({ type, bytes }: Picture): ImageContent {
  return { type, base64: Buffer.from(bytes).toString('base64') }
}
