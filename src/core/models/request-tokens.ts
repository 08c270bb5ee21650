import { imageTokens } from '../images/image-limits'
import type { ModelRequest } from '../ports'
import { requestText } from './provider-prompt'
import { estimateTokens } from './token-estimate'

/** How many tokens a request is taken for, on the safe side. */
export function requestTokens(request: ModelRequest): number {
  let images = 0
  for (const message of request.messages)
    if (message.role === 'user') for (const image of message.images ?? []) images += imageTokens(image)
  return estimateTokens(requestText(request)) + images
}
