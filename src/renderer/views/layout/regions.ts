const FOCUSABLE =
  'button:not([disabled]):not([tabindex="-1"]), a[href], input, textarea, [contenteditable="true"], [tabindex="0"]'

/**
 * Moves the focus to the next or previous region of the window (F6). A region is marked `data-region`; inside,
 * `data-region-focus` takes the focus, else the first tab stop.
 */
export function focusRegion(back: boolean): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.offsetParent !== null,
  )
  if (regions.length === 0) return
  const current = document.activeElement?.closest<HTMLElement>('[data-region]')
  const at = current ? regions.indexOf(current) : -1
  const next = at === -1 ? 0 : (at + (back ? -1 : 1) + regions.length) % regions.length
  const region = regions[next]
  if (!region) return
  const target = firstFocus(region)
  target?.focus()
}

function firstFocus(region: HTMLElement): HTMLElement | null {
  const marked = region.querySelector<HTMLElement>('[data-region-focus]')
  if (marked && marked.offsetParent !== null) return marked
  for (const element of region.querySelectorAll<HTMLElement>(FOCUSABLE)) {
    if (element.offsetParent !== null) return element
  }
  return null
}
