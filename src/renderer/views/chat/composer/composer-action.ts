import type { ChatSummary } from '../../../../shared/chat'
import { MESSAGE_MAX_CHARS } from '../../../../shared/ipc'

/** What the square button of the composer does now. */
export type ComposerAction =
  | { do: 'send' | 'queue' | 'stop' }
  | { do: 'nothing'; because: 'empty' | 'no-model' | 'too-long' }

/**
 * Send, or queue while a turn runs; Stop while one runs and the field is empty. Without a model nothing
 * can start, but a running turn can still be stopped.
 */
export function composerAction(
  text: string,
  chat: Pick<ChatSummary, 'turn' | 'model'>,
  images = 0,
): ComposerAction {
  const running = chat.turn.kind === 'running'
  if (text.trim() === '' && images === 0)
    return running ? { do: 'stop' } : { do: 'nothing', because: 'empty' }
  if (text.length > MESSAGE_MAX_CHARS) return { do: 'nothing', because: 'too-long' }
  if (chat.model === null) return { do: 'nothing', because: 'no-model' }
  return { do: running ? 'queue' : 'send' }
}

/** How full the model's window is: amber from 80 %, red from 95 % (ui.md 4). Null before the first request. */
export function contextLevel(
  context: ChatSummary['context'],
): { percent: number; tone: 'plain' | 'warn' | 'err' } | null {
  if (context === null || context.window === null) return null
  const percent = Math.min(100, Math.round((context.used / context.window) * 100))
  return { percent, tone: percent >= 95 ? 'err' : percent >= 80 ? 'warn' : 'plain' }
}
