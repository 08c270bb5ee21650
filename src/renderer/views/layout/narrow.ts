/** Below this width the sidebar lies over the chat; the style sheet has the same number (ui.md 3). */
const DRAWER_BELOW_PX = 860

/** True while the sidebar is a drawer. */
export function isNarrow(): boolean {
  return window.innerWidth < DRAWER_BELOW_PX
}
