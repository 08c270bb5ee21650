import type { ReactNode, Ref } from 'react'
import { memo, useEffect, useImperativeHandle, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { ScrollPlace } from './row-scroller'
import { RowScroller } from './row-scroller'
import { segments } from './window-math'

/** What the outside may do with the scroller. */
export type RowsHandle = Pick<
  RowScroller<{ key: string }>,
  'scrollToEnd' | 'scrollToRow' | 'reveal' | 'focus'
>

type Props<R extends { key: string }> = {
  rows: readonly R[]
  /** Height of a row before it was drawn, in pixels. */
  guess: (row: R) => number
  /** Space above a row, as a class name. */
  gap: (row: R, above: R | undefined) => string
  /** Must be stable: rows are drawn again only when they or their gap change. */
  render: (row: R) => ReactNode
  label: string
  /** Below the rows, inside the scroller. */
  footer: ReactNode
  handle: Ref<RowsHandle>
  onFollow: (following: boolean) => void
  startAt: ScrollPlace
  onLeave: (place: ScrollPlace) => void
}

/**
 * A log of rows of any height of which only those near the visible part are in the document. It follows its
 * end while the person is within 24 px of it; otherwise the browser's scroll anchoring holds the first visible row
 * still, whatever changes above it. The row with the focus is never taken out.
 */
export function WindowedRows<R extends { key: string }>(props: Props<R>) {
  const { rows, guess, gap, render, onFollow, onLeave } = props
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [pinned, setPinned] = useState<string | null>(null)
  const [scroller] = useState(() => new RowScroller<R>(props.startAt, redraw))
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { tops, span } = scroller.draw(rows, guess)

  useLayoutEffect(() => {
    if (!box.current || !content.current) return undefined
    return scroller.attach(box.current, content.current, onFollow, onLeave)
  }, [scroller, onFollow, onLeave])
  // Every commit may have changed the height: rows, what is in them, the footer.
  useLayoutEffect(() => scroller.committed())
  useImperativeHandle(props.handle, () => scroller, [scroller])

  const kept = pinned === null ? null : rows.findIndex((row) => row.key === pinned)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div ref={box} className="scroller" tabIndex={0} role="log" aria-live="off" aria-label={props.label}>
      <div
        ref={content}
        className="column"
        onFocusCapture={(event) => setPinned(rowKeyOf(event.target))}
        onBlurCapture={() => setPinned(null)}
      >
        {segments(tops, span, kept).map((segment) => {
          if (segment.kind === 'gap') {
            return <div key={segment.key} className="row-space" style={{ height: segment.height }} />
          }
          const row = rows[segment.index]
          if (!row) return null
          const above = gap(row, rows[segment.index - 1])
          return <Row key={row.key} row={row} gap={above} render={render} scroller={scroller} />
        })}
        {props.footer}
      </div>
    </div>
  )
}

type RowProps<R extends { key: string }> = {
  row: R
  gap: string
  render: (row: R) => ReactNode
  scroller: RowScroller<R>
}

function PlainRow<R extends { key: string }>({ row, gap, render, scroller }: RowProps<R>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => (box.current ? scroller.measure(row.key, box.current) : undefined), [scroller, row.key])
  return (
    <div ref={box} className={`row ${gap}`} data-row-key={row.key}>
      {render(row)}
    </div>
  )
}
// `memo` forgets that a component is generic.
const Row = memo(PlainRow) as unknown as typeof PlainRow

function rowKeyOf(target: EventTarget): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row-key]') : null
  return row?.dataset.rowKey ?? null
}
