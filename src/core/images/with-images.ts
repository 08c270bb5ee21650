import type { ModelClient, ModelImage, ModelMessage, ModelRequest } from '../ports'
import type { ImageLimits } from './image-limits'
import type { ImageStore } from './image-store'

export type WithImagesDeps = {
  store: Pick<ImageStore, 'forModel'>
  /** Null for a model that takes no images: it is told which there are. */
  limits: ImageLimits | null
}

/** A client whose requests carry the images of their messages, in the form its provider takes. */
export function withImages(client: ModelClient, { store, limits }: WithImagesDeps): ModelClient {
  const filled = async (image: ModelImage, signal: AbortSignal): Promise<ModelImage> => ({
    ...image,
    content: limits && (await store.forModel(image, limits, signal)),
  })
  return {
    async *stream(request, signal) {
      yield* client.stream(await withContents(request, (image) => filled(image, signal)), signal)
    },
  }
}

async function withContents(
  request: ModelRequest,
  fill: (image: ModelImage) => Promise<ModelImage>,
): Promise<ModelRequest> {
  const messages: ModelMessage[] = []
  for (const message of request.messages) {
    if (message.role !== 'user' || !message.images) messages.push(message)
    else {
      const images: ModelImage[] = []
      // One after the other: each may take a whole picture's memory while it is made smaller.
      for (const image of message.images) images.push(await fill(image))
      messages.push({ ...message, images })
    }
  }
  return { ...request, messages }
}
