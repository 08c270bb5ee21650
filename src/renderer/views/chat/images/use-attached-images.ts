import { useEffect, useState } from 'react'
import type { ChatId } from '../../../../shared/ids'
import { IMAGES_PER_MESSAGE, type ImageRef } from '../../../../shared/image'
import { attachImage, removeImage } from '../../../state/image-actions'
import { readDraftImages, writeDraftImages } from '../composer/drafts'

/** The images of a message that is being written. */
export type AttachedImages = {
  images: readonly ImageRef[]
  /** How many are being read. */
  reading: number
  /** Files are held over the window. */
  isDropping: boolean
  /** Takes files, one after the other, up to what a message may have. */
  take(files: readonly File[]): void
  remove(image: ImageRef): void
  /** For sending: gives them and has none any more. */
  handOver(): readonly ImageRef[]
  /** What was not sent comes back, before what was attached meanwhile. */
  putBack(images: readonly ImageRef[]): void
}

/** Images that are pasted, chosen, or dropped anywhere into the window; they survive as the text of the draft does. */
export function useAttachedImages(chatId: ChatId): AttachedImages {
  const [images, setImages] = useState<readonly ImageRef[]>(() => readDraftImages(chatId))
  const [reading, setReading] = useState(0)
  // The draft is the truth: a file may arrive after the chat was left.
  const change = (next: readonly ImageRef[]) => {
    writeDraftImages(chatId, next)
    setImages(next)
  }
  const take = async (files: readonly File[]) => {
    const taken = files.slice(0, Math.max(0, IMAGES_PER_MESSAGE - readDraftImages(chatId).length))
    setReading((count) => count + taken.length)
    for (const file of taken) {
      const image = await attachImage(chatId, file)
      setReading((count) => count - 1)
      if (image) change([...readDraftImages(chatId), image])
    }
  }
  const isDropping = useDroppedFiles((files) => void take(files))
  return {
    images,
    reading,
    isDropping,
    take: (files) => void take(files),
    remove(image) {
      change(readDraftImages(chatId).filter(({ id }) => id !== image.id))
      void removeImage(image)
    },
    handOver() {
      const sent = readDraftImages(chatId)
      if (sent.length > 0) change([])
      return sent
    },
    putBack(unsent) {
      if (unsent.length > 0) change([...unsent, ...readDraftImages(chatId)])
    },
  }
}

/** The files of a paste, when it is a picture and no text that has a picture of itself beside it. */
export function pastedImages(data: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...data.files].filter(({ type }) => type.startsWith('image/'))
  return files.length > 0 && data.getData('text/plain') === '' ? files : []
}

/** True while files are held over the window; what is dropped is handed on. */
function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    // Out of the window, not from one of its parts into another.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  })
  return isOver
}
