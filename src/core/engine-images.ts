import { EngineError } from '../shared/errors'
import type { ChatId } from '../shared/ids'
import type { ChatSession } from './chats/chat-session'
import type { Disposable } from './disposable'
import type { EngineHandlers } from './engine-api'
import { createImageCodec } from './images/image-codec'
import { createImageStore, type ImageStore } from './images/image-store'
import type { Ids } from './ports'

export type EngineImagesDeps = {
  /** Of the images of all chats. */
  folder: string
  ids: Ids
  /** @throws EngineError `unknown-chat` */
  chat(id: ChatId): ChatSession
}

/** The images of messages, as the engine offers them to hosts. */
export type EngineImages = Disposable & {
  store: ImageStore
  handlers: Pick<EngineHandlers, 'image.attach' | 'image.show' | 'image.remove'>
}

/** Creates {@link EngineImages}. */
export function createEngineImages({ folder, ids, chat }: EngineImagesDeps): EngineImages {
  const store = createImageStore({ folder, ids, codec: createImageCodec() })
  const closing = new AbortController()
  return {
    store,
    handlers: {
      'image.attach': async ({ chatId, name, bytes }) =>
        store.add(chat(chatId).id, name, bytes, closing.signal),
      'image.show': async ({ chatId, imageId, size }) => store.show(chat(chatId).id, imageId, size),
      'image.remove': async ({ chatId, imageId }) => {
        if (chat(chatId).hasSentImage(imageId))
          throw new EngineError('bad-input', 'This image belongs to a message.')
        await store.remove(chatId, imageId)
      },
    },
    dispose: () => closing.abort(new EngineError('aborted', 'Vigil is closing.')),
  }
}
