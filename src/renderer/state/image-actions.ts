import { useEffect, useState } from 'react'
import type { ChatId } from '../../shared/ids'
import { IMAGE_MAX_BYTES, type ImageRef } from '../../shared/image'
import { RequestError, request } from '../api'
import { attempt } from './attempt'

/** Keeps an image for the next message; undefined when it was refused, which shows under the header. */
export async function attachImage(chatId: ChatId, file: File): Promise<ImageRef | undefined> {
  return attempt('attach-image', async () => {
    // Not even read: what is too large for the engine is too large for the window.
    if (file.size > IMAGE_MAX_BYTES)
      throw new RequestError('image.attach', {
        code: 'bad-input',
        message: `The image is larger than ${IMAGE_MAX_BYTES / 1024 / 1024} MiB.`,
      })
    const bytes = new Uint8Array(await file.arrayBuffer())
    return request('image.attach', { chatId, name: file.name, bytes })
  })
}

/** Forgets an image that was not sent. What cannot be removed goes with its chat. */
export async function removeImage({ chatId, id }: ImageRef): Promise<void> {
  await request('image.remove', { chatId, imageId: id }).catch(() => {})
}

/** Most small copies that are kept; a screen shows a few. */
const KEPT_MAX = 100
const small = new Map<string, Promise<string>>()

/** The address of an image's content: loading, or gone with its file. */
export type ShownImage = { url: string } | 'loading' | 'gone'

/** Loads an image for as long as it is shown. */
export function useImage(image: ImageRef, size: 'small' | 'whole'): ShownImage {
  const [shown, setShown] = useState<ShownImage>('loading')
  const { chatId, id } = image
  useEffect(() => {
    let isWanted = true
    const show = (next: ShownImage) => {
      if (isWanted) setShown(next)
    }
    const loaded = size === 'small' ? smallCopy(chatId, id) : addressOf(chatId, id, size)
    loaded.then(
      (url) => show({ url }),
      () => show('gone'),
    )
    return () => {
      isWanted = false
    }
  }, [chatId, id, size])
  return shown
}

function smallCopy(chatId: ChatId, id: ImageRef['id']): Promise<string> {
  const known = small.get(id)
  const found = known ?? addressOf(chatId, id, 'small')
  // The newest are last.
  small.delete(id)
  small.set(id, found)
  found.catch(() => small.delete(id))
  for (const oldest of small.keys()) {
    if (small.size <= KEPT_MAX) break
    small.delete(oldest)
  }
  return found
}

async function addressOf(chatId: ChatId, id: ImageRef['id'], size: 'small' | 'whole'): Promise<string> {
  const { type, base64 } = await request('image.show', { chatId, imageId: id, size })
  return `data:${type};base64,${base64}`
}
