/** Rows drawn beyond the edges of what is seen, so that scrolling by wheel shows no gap before the next frame. */
const BEYOND_ROWS = 8

/** Which of many rows of one height are to be drawn: `from` is the first, `to` is behind the last. */
export function rowRange(
  box: { top: number; height: number },
  rowPx: number,
  count: number,
): { from: number; to: number } {
  const from = Math.max(0, Math.floor(box.top / rowPx) - BEYOND_ROWS)
  const to = Math.min(count, Math.ceil((box.top + box.height) / rowPx) + BEYOND_ROWS)
  return { from: Math.min(from, to), to }
}

/** Where the box must be scrolled to so that a row is wholly seen; where it is, if it is. */
export function topToShow(row: number, box: { top: number; height: number }, rowPx: number): number {
  const rowTop = row * rowPx
  if (rowTop < box.top) return rowTop
  return Math.max(box.top, rowTop + rowPx - box.height)
}

/** The rows of a range and one more wherever it is, in order; `gap` counts rows that are left out above each. */
export function drawnRows(range: { from: number; to: number }, kept: number): { row: number; gap: number }[] {
  const rows = Array.from({ length: range.to - range.from }, (_, index) => range.from + index)
  if (kept < range.from) rows.unshift(kept)
  else if (kept >= range.to) rows.push(kept)
  return rows.map((row, index) => ({ row, gap: row - (index === 0 ? 0 : (rows[index - 1] ?? 0) + 1) }))
}
