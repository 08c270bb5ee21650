import { create } from 'zustand'
import type { CommandId, EntryId } from '../../../../shared/ids'
import { closeFeed } from '../../output/feeds'

/** What the person opened, by command: a card that is scrolled out of the document must come back as it was. */
export const useOpenOutputs = create<{ ids: ReadonlySet<CommandId> }>(() => ({ ids: new Set() }))

/** Opens or folds the output of a card. */
export function toggleOutput(id: CommandId): void {
  useOpenOutputs.setState(({ ids }) => ({ ids: toggled(ids, id) }))
  if (!useOpenOutputs.getState().ids.has(id)) closeFeed(id)
}

/** Cards whose whole command is shown. */
export const useFullCommands = create<{ ids: ReadonlySet<CommandId> }>(() => ({ ids: new Set() }))

export function toggleFullCommand(id: CommandId): void {
  useFullCommands.setState(({ ids }) => ({ ids: toggled(ids, id) }))
}

/** Details that the person opened or folded, by entry or part of one; those of others are as their card has them. */
const useOpenDetails = create<{ byId: Readonly<Record<string, boolean>> }>(() => ({ byId: {} }))

/** Whether details are open, which lasts while their row is scrolled out of the document; and how to change it. */
export function useDetails(id: EntryId | `${EntryId}:${string}`, byItself = false) {
  const open = useOpenDetails((state) => state.byId[id]) ?? byItself
  const setOpen = (isOpen: boolean): void =>
    useOpenDetails.setState(({ byId }) => ({ byId: { ...byId, [id]: isOpen } }))
  return [open, setOpen] as const
}

function toggled(ids: ReadonlySet<CommandId>, id: CommandId): ReadonlySet<CommandId> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}
