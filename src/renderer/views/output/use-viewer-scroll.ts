import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { distanceToEnd, FOLLOW_PX, nextFollow } from '../chat/scroll/follow-rule'
import type { FeedState, OutputFeed } from './output-feed'
import type { OutputRow } from './output-pages'
import { rowAt } from './row-parts'

/** The first visible row and how far it is scrolled out; null while the end is followed. */
type Anchor = { at: string; offset: number }

const places = new WeakMap<OutputFeed, Anchor | null>()

/**
 * Keeps the viewer at the end while it follows and otherwise holds the first visible line still, also when pages are
 * put above it or rows are dropped there (S-153, S-154). The place is kept with the feed while the card is out of
 * sight.
 */
export function useViewerScroll(
  box: RefObject<HTMLElement | null>,
  feed: OutputFeed,
  state: FeedState,
  rows: readonly OutputRow[],
  wrap: boolean,
): void {
  const anchor = useRef<Anchor | null>(places.get(feed) ?? null)
  // What was jumped to while the viewer was out of sight is in the anchor already.
  const jumped = useRef(state.place?.moved ?? 0)
  const reading = useRef({ top: 0, height: 0, content: 0 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows and wrapping change what is where
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const { place } = state
    const line = place && place.moved !== jumped.current ? lineAt(element, rows, place.at) : null
    if (line && place) {
      jumped.current = place.moved
      element.scrollTop = line.offsetTop - element.clientHeight / 3
      anchor.current = anchorOf(element)
      places.set(feed, anchor.current)
    } else if (state.following) element.scrollTop = element.scrollHeight
    else restore(element, anchor.current)
    reading.current = read(element)
  }, [box, rows, wrap, state.following, state.reading, state.place])

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const onScroll = () => {
      const before = reading.current
      reading.current = read(element)
      anchor.current = anchorOf(element)
      const following = nextFollow(feed.state().following, before, reading.current)
      places.set(feed, following ? null : anchor.current)
      feed.follow(following)
    }
    const onWheel = (event: WheelEvent) => {
      // The first step of a smooth scroll is only a few pixels; the turn of the wheel says what is meant.
      if (event.deltaY >= 0 || element.scrollHeight <= element.clientHeight) return
      anchor.current = anchorOf(element)
      feed.follow(false)
    }
    const onScrollEnd = () => {
      if (distanceToEnd(read(element)) <= FOLLOW_PX) feed.follow(true)
    }
    const options = { passive: true }
    element.addEventListener('scroll', onScroll, options)
    element.addEventListener('wheel', onWheel, options)
    element.addEventListener('scrollend', onScrollEnd, options)
    return () => {
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('scrollend', onScrollEnd)
    }
  }, [box, feed])
}

const read = (element: HTMLElement) => ({
  top: element.scrollTop,
  height: element.clientHeight,
  content: element.scrollHeight,
})

function anchorOf(element: HTMLElement): Anchor | null {
  const lines = element.querySelectorAll<HTMLElement>('.ln')
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    const line = lines[middle]
    if (line && line.offsetTop + line.offsetHeight > element.scrollTop) high = middle
    else low = middle + 1
  }
  const first = lines[low]
  return first?.dataset.at ? { at: first.dataset.at, offset: element.scrollTop - first.offsetTop } : null
}

function lineAt(element: HTMLElement, rows: readonly OutputRow[], at: number): HTMLElement | null {
  const end = rows.at(-1)
  const row = rows[rowAt(rows, at)] ?? (end && at === end.at + end.bytes ? end : undefined)
  return row ? element.querySelector<HTMLElement>(`.ln[data-at="${row.at}"]`) : null
}

function restore(element: HTMLElement, anchor: Anchor | null): void {
  if (!anchor) return
  const line = element.querySelector<HTMLElement>(`.ln[data-at="${anchor.at}"]`)
  if (line) element.scrollTop = line.offsetTop + anchor.offset
}
