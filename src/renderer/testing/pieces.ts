import type { ChatNotice } from '../../shared/chat'
import type { ToolCard } from '../../shared/tool-card'
import type { transcriptOf } from './story-chat'

// What a transcript is made of, in few words, so that stories read as stories.

export type Piece = Parameters<typeof transcriptOf>[2][number]

export const say = (text: string, more: Partial<Extract<Piece, { kind: 'user' }>> = {}): Piece => ({
  kind: 'user',
  text,
  queued: false,
  ...more,
})
export const answer = (text: string, reasoning = '', state: 'done' | 'streaming' = 'done'): Piece => ({
  kind: 'assistant',
  text,
  reasoning,
  state,
  model: 'qwen3-coder 30b',
})
let calls = 0
export const tool = (
  name: string,
  title: string,
  card?: ToolCard,
  state: Extract<Piece, { kind: 'tool' }>['state'] = 'done',
  detail = '',
): Piece => ({
  kind: 'tool',
  callId: `call-${++calls}` as Extract<Piece, { kind: 'tool' }>['callId'],
  tool: name,
  title,
  state,
  detail,
  ...(card ? { card } : {}),
})
export const notice = (what: ChatNotice): Piece => ({ kind: 'notice', notice: what })
