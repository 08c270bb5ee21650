import { isAlive } from '../../shared/command'
import type { EngineEvent } from '../../shared/ipc'

/** Asks to be called before the next frame is drawn; more than once does no harm. */
export type NextFrame = (flush: () => void) => void

/** The frames of the window. A window that is hidden draws none, so a timer takes over there. */
export const nextFrame: NextFrame = (flush) => {
  window.requestAnimationFrame(flush)
  window.setTimeout(flush, HIDDEN_FRAME_MS)
}
const HIDDEN_FRAME_MS = 100

/**
 * Joins streamed text and the output of running commands, so that a fast stream and many commands are folded and drawn
 * once per frame (A-108, S-162). Text adds up; of a running command only the newest card counts. Nothing is dropped and
 * nothing overtakes: text that does not continue what waits, and every other event, take along what waits.
 */
export function joinPerFrame(
  receive: (events: readonly EngineEvent[]) => void,
  frame: NextFrame,
): (event: EngineEvent) => void {
  const waiting = new Map<string, EngineEvent>()
  const flush = (last?: EngineEvent): void => {
    const ready = last ? [...waiting.values(), last] : [...waiting.values()]
    waiting.clear()
    if (ready.length > 0) receive(ready)
  }
  const wait = (key: string, event: EngineEvent): void => {
    if (waiting.size === 0) frame(() => flush())
    waiting.set(key, event)
  }
  return (event) => {
    if (event.name === 'command.changed' && isAlive(event.payload.card.state)) {
      wait(event.payload.card.id, event)
      return
    }
    if (event.name !== 'transcript.text') {
      flush(event)
      return
    }
    const { chatId, id, channel, at, text } = event.payload
    const key = `${chatId} ${id} ${channel}`
    const before = waiting.get(key)
    if (before?.name !== 'transcript.text') {
      wait(key, event)
      return
    }
    const { payload } = before
    if (payload.at + payload.text.length === at) {
      wait(key, { name: 'transcript.text', payload: { ...payload, text: payload.text + text } })
      return
    }
    flush()
    wait(key, event)
  }
}
