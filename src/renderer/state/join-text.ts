import type { EngineEvent, EngineEvents } from '../../shared/ipc'

type TextEvent = EngineEvents['transcript.text']

/** Asks to be called before the next frame is drawn; more than once does no harm. */
export type NextFrame = (flush: () => void) => void

/** The frames of the window. A window that is hidden draws none, so a timer takes over there. */
export const nextFrame: NextFrame = (flush) => {
  window.requestAnimationFrame(flush)
  window.setTimeout(flush, HIDDEN_FRAME_MS)
}
const HIDDEN_FRAME_MS = 100

/**
 * Joins streamed text so that a fast stream is folded and drawn once per frame. Nothing is dropped and nothing
 * overtakes: text that does not continue what waits, and every other event, first lets go what waits.
 */
export function joinTextPerFrame(
  receive: (event: EngineEvent) => void,
  frame: NextFrame,
): (event: EngineEvent) => void {
  const waiting = new Map<string, TextEvent>()
  const flush = (): void => {
    const ready = [...waiting.values()]
    waiting.clear()
    for (const payload of ready) receive({ name: 'transcript.text', payload })
  }
  return (event) => {
    if (event.name !== 'transcript.text') {
      flush()
      receive(event)
      return
    }
    const { chatId, id, channel, at, text } = event.payload
    const key = `${chatId} ${id} ${channel}`
    const before = waiting.get(key)
    if (before && before.at + before.text.length !== at) flush()
    const joined = waiting.get(key)
    if (waiting.size === 0) frame(flush)
    waiting.set(key, joined ? { ...joined, text: joined.text + text } : event.payload)
  }
}
