/** Rows drawn beyond the visible part, in pixels. */
export const OVERSCAN_PX = 1200
/**
 * How near the edge of the drawn part may come before the window moves, in pixels: what a fast flick of a wheel uncovers
 * in the few frames that the next rows take.
 */
const MARGIN_PX = 800

/** Indexes of the rows that are drawn: `from` up to but without `to`. */
export type Span = { from: number; to: number }

/** Tops of rows that stand below each other; one more than there are rows, the last is the whole height. */
export function rowTops(count: number, heightOf: (index: number) => number): Float64Array {
  const tops = new Float64Array(count + 1)
  let top = 0
  for (let i = 0; i < count; i++) {
    tops[i] = top
    top += heightOf(i)
  }
  tops[count] = top
  return tops
}

/** Rows that touch the part between two heights, and those around it. */
export function spanAround(tops: Float64Array, top: number, bottom: number): Span {
  const count = tops.length - 1
  return {
    from: Math.max(0, lastAtOrBelow(tops, top - OVERSCAN_PX)),
    to: Math.min(count, lastAtOrBelow(tops, bottom + OVERSCAN_PX) + 1),
  }
}

/** The span for a visible part, or the one there is when it still covers the part with some margin. */
export function movedSpan(tops: Float64Array, span: Span, top: number, bottom: number): Span {
  const covered = covers(tops, span, top - MARGIN_PX, bottom + MARGIN_PX)
  return covered && span.to <= tops.length - 1 ? span : spanAround(tops, top, bottom)
}

/** Whether nothing between two heights would be blank with these rows. */
export function covers(tops: Float64Array, span: Span, top: number, bottom: number): boolean {
  const count = tops.length - 1
  return (
    (span.from <= 0 || (tops[span.from] ?? 0) <= top) && (span.to >= count || (tops[span.to] ?? 0) >= bottom)
  )
}

/** The rows at the end that fill a viewport of a height, and some above. */
export function spanAtEnd(tops: Float64Array, height: number): Span {
  const count = tops.length - 1
  return spanAround(tops, (tops[count] ?? 0) - height, tops[count] ?? 0)
}

/** The same rows in another list: rows above may have come or gone. */
export function carriedSpan<R extends { key: string }>(
  span: Span,
  before: readonly R[],
  now: readonly R[],
): Span {
  const first = before[span.from]?.key
  const moved = before !== now && first !== undefined && now[span.from]?.key !== first
  const found = moved ? now.findIndex((row) => row.key === first) : span.from
  const from = found < 0 ? span.from : found
  return { from: Math.min(from, now.length), to: Math.min(from + span.to - span.from, now.length) }
}

/** Gaps and rows to draw, in order: the span, and rows that must stay although they are outside of it. */
export type Segment = { kind: 'gap'; key: string; height: number } | { kind: 'row'; index: number }

/** Lays out the drawn rows with gaps of the right height between and around them. */
export function segments(tops: Float64Array, span: Span, kept: number | null): Segment[] {
  const count = tops.length - 1
  const found: Segment[] = []
  let next = 0
  const gapTo = (index: number, key: string) => {
    const height = (tops[index] ?? 0) - (tops[next] ?? 0)
    // A gap stays in place also when it is empty: its removal would move the rows' siblings.
    found.push({ kind: 'gap', key, height })
    next = index
  }
  const row = (index: number) => {
    found.push({ kind: 'row', index })
    next = index + 1
  }
  const outside = kept !== null && kept >= 0 && kept < count && (kept < span.from || kept >= span.to)
  if (outside && kept < span.from) {
    gapTo(kept, 'kept-above')
    row(kept)
  }
  gapTo(span.from, 'above')
  for (let index = span.from; index < Math.min(span.to, count); index++) row(index)
  if (outside && kept >= span.to) {
    gapTo(kept, 'kept-below')
    row(kept)
  }
  gapTo(count, 'below')
  return found
}

/** The last row whose top is at or above a height; 0 when all are below. */
export function lastAtOrBelow(tops: Float64Array, height: number): number {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] ?? 0) <= height) low = middle
    else high = middle - 1
  }
  return low
}
