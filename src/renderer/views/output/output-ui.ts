import { create } from 'zustand'
import type { CommandId } from '../../../shared/ids'

/** Outputs whose long lines wrap; kept outside of the viewer, which leaves the document when it is scrolled away. */
export const useWrapped = create<{ ids: ReadonlySet<CommandId> }>(() => ({ ids: new Set() }))

export function toggleWrap(id: CommandId): void {
  useWrapped.setState(({ ids }) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    return { ids: next }
  })
}
