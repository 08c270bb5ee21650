import type { KeyboardEvent } from 'react'
import { useCallback } from 'react'

/**
 * One tab stop for a list: put the returned handler on the list and `data-row` with `tabIndex` on its rows (0 on one,
 * -1 on the others). Up, Down, Home and End move; the row that takes the focus becomes the tab stop.
 */
export function useListKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  return useCallback((event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const next = nextRow(event.key, at, rows.length)
    if (next === null) return
    event.preventDefault()
    rows[next]?.focus()
  }, [])
}

/** Index to move to for a key, or null when the key does not move. At the ends it stays. */
export function nextRow(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return Math.min(count - 1, at + 1)
    case 'ArrowUp':
      return Math.max(0, at - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
