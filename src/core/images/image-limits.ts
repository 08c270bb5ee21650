import type { ConnectionKind } from '../../shared/models'

/** What a provider takes of one image. */
export type ImageLimits = {
  /** Longest side, in pixels; larger images are made smaller before they are sent. */
  edge: number
  /** Most bytes before they become base64 text. */
  bytes: number
}

/**
 * Beyond these sizes a provider makes the image smaller by itself, so that more would only cost time and the request's own
 * limit: Anthropic 1568 pixels and 5 MB of base64 text, OpenAI 2048. Local models see a few hundred pixels a side, and get
 * what Anthropic gets.
 */
const LIMITS: Record<ConnectionKind, ImageLimits> = {
  anthropic: { edge: 1568, bytes: 3_700_000 },
  openai: { edge: 2048, bytes: 3_700_000 },
  'openai-compatible': { edge: 1568, bytes: 3_700_000 },
  ollama: { edge: 1568, bytes: 3_700_000 },
}

export function imageLimits(kind: ConnectionKind): ImageLimits {
  return LIMITS[kind]
}

/** The size that fits the limit, with the same proportions; never larger, never nothing. */
export function fitted(
  { width, height }: { width: number; height: number },
  edge: number,
): { width: number; height: number } {
  const factor = Math.min(1, edge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

/** Pixels of an image that cost one token, as Anthropic documents it; other providers count fewer tokens. */
const PIXELS_PER_TOKEN = 750

/** Tokens that an image of this size is taken for, on the safe side. */
export function imageTokens(size: { width: number; height: number }): number {
  const { width, height } = fitted(size, Math.max(...Object.values(LIMITS).map(({ edge }) => edge)))
  return Math.ceil((width * height) / PIXELS_PER_TOKEN)
}
