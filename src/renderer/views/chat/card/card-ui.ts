import { create } from 'zustand'
import type { CommandId } from '../../../../shared/ids'
import { closeFeed } from '../../output/feeds'

/** What the person opened, by command: a card that is scrolled out of the document must come back as it was. */
export const useOpenOutputs = create<{ ids: ReadonlySet<CommandId> }>(() => ({ ids: new Set() }))

/** Opens or folds the output of a card. */
export function toggleOutput(id: CommandId): void {
  const ids = new Set(useOpenOutputs.getState().ids)
  if (!ids.delete(id)) ids.add(id)
  else closeFeed(id)
  useOpenOutputs.setState({ ids })
}

/** Cards whose whole command is shown. */
export const useFullCommands = create<{ ids: ReadonlySet<CommandId> }>(() => ({ ids: new Set() }))

export function toggleFullCommand(id: CommandId): void {
  const ids = new Set(useFullCommands.getState().ids)
  if (!ids.delete(id)) ids.add(id)
  useFullCommands.setState({ ids })
}
