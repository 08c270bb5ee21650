/** A card of the shown chat: a command's is known by the command, any other by its entry. */
export type CardPlace = { key: string; needsYou: boolean }

/** What the shown chat can put the focus on. */
type FocusTargets = {
  composer(): void
  /** False when there is no such card in the shown chat. */
  card(key: string): boolean
  /** Cards of the shown chat in their order. */
  cards(): readonly CardPlace[]
}

let shown: FocusTargets | null = null

/** Called by the shown chat. Returns what ends it. */
export function registerFocusTargets(targets: FocusTargets): () => void {
  shown = targets
  return () => {
    if (shown === targets) shown = null
  }
}

/** The next card that waits for the person, after the given one and then from the top. */
export function nextPending(cards: readonly CardPlace[], after: string | null): string | null {
  const start = cards.findIndex(({ key }) => key === after) + 1
  const around = [...cards.slice(start), ...cards.slice(0, start)]
  return around.find(({ key, needsYou }) => needsYou && key !== after)?.key ?? null
}

/** Puts the focus on the next card of the shown chat that needs the person. False when there is none. */
export function focusNextNeedsYou(): boolean {
  const focused = document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card
  const cards = shown?.cards() ?? []
  const after = cards.find(({ key }) => key === focused)?.key ?? null
  const next = nextPending(cards, after)
  return next !== null && shown?.card(next) === true
}

/** Where the focus goes after a decision: the next card that needs the person, else the composer (ui.md 6). */
export function focusAfterDecision(decided: string): void {
  const next = nextPending(shown?.cards() ?? [], decided)
  if (next === null || !shown?.card(next)) shown?.composer()
}

/** Puts the focus into the message field of the shown chat. */
export function focusComposer(): void {
  shown?.composer()
}
