import type { CommandCard } from '../../../shared/command'
import type { CommandId } from '../../../shared/ids'

/** What the shown chat can put the focus on. */
type FocusTargets = {
  composer(): void
  /** False when there is no such card in the shown chat. */
  card(id: CommandId): boolean
  /** Commands of the shown chat in the order of their cards. */
  commands(): readonly CommandCard[]
}

let shown: FocusTargets | null = null

/** Called by the shown chat. Returns what ends it. */
export function registerFocusTargets(targets: FocusTargets): () => void {
  shown = targets
  return () => {
    if (shown === targets) shown = null
  }
}

/** The next card that waits for a decision, after the given one and then from the top. */
export function nextPending(commands: readonly CommandCard[], after: CommandId | null): CommandId | null {
  const start = commands.findIndex((card) => card.id === after) + 1
  const around = [...commands.slice(start), ...commands.slice(0, start)]
  return around.find((card) => card.state.kind === 'pending' && card.id !== after)?.id ?? null
}

/** Puts the focus on the next card of the shown chat that needs the person. False when there is none. */
export function focusNextNeedsYou(): boolean {
  const focused = document.activeElement?.closest<HTMLElement>('[data-command-id]')?.dataset.commandId
  const commands = shown?.commands() ?? []
  const after = commands.find((card) => card.id === focused)?.id ?? null
  const next = nextPending(commands, after)
  return next !== null && shown?.card(next) === true
}

/** Where the focus goes after a decision: the next card that needs the person, else the composer (ui.md 6). */
export function focusAfterDecision(decided: CommandId): void {
  const next = nextPending(shown?.commands() ?? [], decided)
  if (next === null || !shown?.card(next)) shown?.composer()
}

/** Puts the focus into the message field of the shown chat. */
export function focusComposer(): void {
  shown?.composer()
}
