import type { ToolCard } from '../../shared/tool-card'
import type { ChatDeps } from './chat-deps'
import type { ChatEntries } from './chat-entries'

/** After a restart nobody waits for an answer any more: the cards that asked say that nothing was done. */
export function endAsking(entries: ChatEntries): void {
  // Of a copy: saving changes the list.
  for (const entry of [...entries.all()])
    if (entry.kind === 'call' && entry.result === null && entry.card)
      entries.save([{ ...entry, card: notDone(entry.card) }])
}

function notDone(card: ToolCard): ToolCard {
  switch (card.kind) {
    case 'file-edit':
      return { ...card, stage: { kind: 'not-written' } }
    case 'action':
      return { ...card, stage: { kind: 'not-done' } }
    case 'mcp-call':
      return card.stage.kind === 'asking' ? { ...card, stage: { kind: 'not-run' } } : card
    case 'question':
      return { ...card, stage: { kind: 'not-answered' } }
    default:
      return card
  }
}

/**
 * Gives calls whose result was never stored, because the window or the app ended first, what the record of their command
 * or subagent knows: whether it ran, how it ended, what it printed. Better than that nothing is known (A-005, S-347). Call it before
 * a turn looks at the history; a call that has neither, or none that is settled, is left to the repair.
 */
export async function completeCalls(entries: ChatEntries, lostResult: ChatDeps['lostResult']): Promise<void> {
  // Of a copy: saving changes the list.
  for (const entry of [...entries.all()]) {
    if (entry.kind !== 'call' || entry.result !== null) continue
    const answer = await lostResult(entry)
    if (!answer) continue
    const { text, isError, outcome } = answer
    const { callId, tool } = entry
    entries.save([{ ...entry, result: { callId, tool, text, isError, ...(outcome ? { outcome } : {}) } }])
  }
}
