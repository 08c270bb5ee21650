import { create } from 'zustand'
import type { SubagentId } from '../../../../shared/ids'

/** What the person opened or folded, by subagent: a card that is scrolled out of the document must come back as it was. */
export const useFoldedSubagents = create<{ isOpen: Readonly<Record<SubagentId, boolean>> }>(() => ({
  isOpen: {},
}))

export function foldSubagent(id: SubagentId, isOpen: boolean): void {
  useFoldedSubagents.setState((state) => ({ isOpen: { ...state.isOpen, [id]: isOpen } }))
}
