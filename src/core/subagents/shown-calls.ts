import type { ToolItem } from '../../shared/chat'
import type { ToolCard } from '../../shared/tool-card'
import type { Entry } from '../chats/entry'
import { transcriptItem } from '../chats/transcript'

/** Newest entries of a subagent that are looked at for such calls: a chat that is opened looks at all its subagents. */
export const LOOKED_AT_MAX = 100
/** Most calls of a subagent that its card shows; what waits for the person is among the newest. */
export const SHOWN_CALLS_MAX = 20
/** Lines of a difference that stay on the card of a subagent once nobody is asked about it: each change of it sends all. */
export const SHOWN_LINES_MAX = 40

/** The newest calls that have a card of their own, apart from those that only looked; oldest first. Pure. */
export function shownCalls(entries: readonly Entry[]): ToolItem[] {
  const calls: ToolItem[] = []
  for (let at = entries.length - 1; at >= 0 && calls.length < SHOWN_CALLS_MAX; at--) {
    const entry = entries[at]
    const item = entry?.kind === 'call' ? transcriptItem(entry) : null
    if (item?.kind === 'tool' && item.card && isShown(item.card))
      calls.unshift({ ...item, card: withShortDiff(item.card) })
  }
  return calls
}

function isShown({ kind }: ToolCard): boolean {
  return kind === 'file-edit' || kind === 'mcp-call' || kind === 'action'
}

function withShortDiff(card: ToolCard): ToolCard {
  if (card.kind !== 'file-edit' || card.stage.kind === 'asking') return card
  const { lines, omitted } = card.diff
  if (lines.length <= SHOWN_LINES_MAX) return card
  return {
    ...card,
    diff: { lines: lines.slice(0, SHOWN_LINES_MAX), omitted: omitted + lines.length - SHOWN_LINES_MAX },
  }
}
