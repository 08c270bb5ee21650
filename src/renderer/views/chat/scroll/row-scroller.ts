import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { distanceToEnd, FOLLOW_PX, nextFollow } from './follow-rule'
import { RowHeights } from './row-heights'
import type { Span } from './window-math'
import { carriedSpan, covers, movedSpan, spanAround, spanAtEnd } from './window-math'

/** Height of the visible part for the first draw, before there is one to measure, in pixels. */
const FIRST_HEIGHT = 1200
/** Keys that scroll up when the scroller itself has the focus. */
const UP_KEYS = ['ArrowUp', 'PageUp', 'Home']

/** Where a person was: the first visible row and how far it was scrolled out; null at the end. */
export type ScrollPlace = { key: string; offset: number } | null

/**
 * Decides which rows are drawn and where the scroller stands. It lives as long as the view of one chat; the
 * document tells it about scrolling and sizes between `attach` and its end.
 */
export class RowScroller<R extends { key: string }> {
  #following: boolean
  #rows: readonly R[] = []
  #tops: Float64Array = new Float64Array(1)
  #span: Span | null = null
  /** The rows of the last render, and those that are in the document. */
  #rendered: Span | null = null
  #drawn: Span | null = null
  #box: HTMLElement | null = null
  #read = { top: 0, height: FIRST_HEIGHT, content: 0 }
  #onFollow: (following: boolean) => void = () => {}
  #guess: (row: R) => number = () => 0
  #watched = new Map<Element, string>()
  #rowObserver: ResizeObserver | null = null
  readonly #heights = new RowHeights()
  readonly #startAt: ScrollPlace
  readonly #redraw: () => void

  constructor(startAt: ScrollPlace, redraw: () => void) {
    this.#following = startAt === null
    this.#startAt = startAt
    this.#redraw = redraw
  }

  /** The rows to draw now. Called while rendering; gives the same answer until something changed. */
  draw(rows: readonly R[], guess: (row: R) => number): { tops: Float64Array; span: Span } {
    this.#guess = guess
    const tops = this.#heights.tops(rows, guess)
    const span = this.#following
      ? spanAtEnd(tops, this.#read.height)
      : this.#span
        ? carriedSpan(this.#span, this.#rows, rows)
        : spanAround(tops, this.#startTop(rows, tops), this.#startTop(rows, tops) + FIRST_HEIGHT)
    this.#rows = rows
    this.#tops = tops
    this.#span = span
    this.#rendered = span
    return { tops, span }
  }

  /** Tells that what was rendered last is in the document. */
  committed(): void {
    this.#drawn = this.#rendered
    this.stickToEnd()
  }

  /** Starts to listen to the document. Returns what ends it and reports where the person was. */
  attach(
    box: HTMLElement,
    content: HTMLElement,
    onFollow: (following: boolean) => void,
    onLeave: (place: ScrollPlace) => void,
  ): () => void {
    this.#box = box
    this.#onFollow = onFollow
    this.#anchor()
    if (this.#following) this.stickToEnd()
    else this.#goBack(box)
    const ended = new AbortController()
    const listening = { signal: ended.signal, passive: true }
    box.addEventListener('scroll', () => this.#onScroll(), listening)
    box.addEventListener('wheel', (event) => this.#onWheel(event), listening)
    box.addEventListener('keydown', (event) => this.#onKey(event), listening)
    box.addEventListener('scrollend', () => this.#onScrollEnd(), listening)
    const sizes = new ResizeObserver(() => {
      this.stickToEnd()
      this.#moveWindow()
    })
    sizes.observe(box)
    sizes.observe(content)
    return () => {
      ended.abort()
      sizes.disconnect()
      onLeave(this.#place(box))
      this.#box = null
    }
  }

  /** Keeps the height of a drawn row. Returns what ends it. */
  measure(key: string, element: Element): () => void {
    this.#rowObserver ??= new ResizeObserver((entries) => {
      for (const entry of entries) {
        const watched = this.#watched.get(entry.target)
        const height = entry.borderBoxSize[0]?.blockSize
        if (watched !== undefined && height !== undefined) this.#heights.set(watched, height)
      }
    })
    this.#watched.set(element, key)
    this.#rowObserver.observe(element)
    return () => {
      this.#watched.delete(element)
      this.#rowObserver?.unobserve(element)
    }
  }

  /** Stays at the end while following. */
  stickToEnd(): void {
    const box = this.#box
    if (!box || !this.#following) return
    if (distanceToEnd(this.#measureBox()) > 0.5) box.scrollTop = box.scrollHeight
    this.#measureBox()
  }

  focus(): void {
    this.#box?.focus({ preventScroll: true })
  }

  scrollToEnd(): void {
    this.#follow(true)
    flushSync(this.#redraw)
    this.stickToEnd()
  }

  /** Brings a row into view and gives its element. */
  scrollToRow(key: string): HTMLElement | null {
    const box = this.#box
    const index = this.#rows.findIndex((row) => row.key === key)
    if (!box || index < 0) return null
    const find = () => box.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`)
    if (!find()) {
      const top = this.#tops[index] ?? 0
      this.#follow(false)
      this.#span = spanAround(this.#tops, top, top + this.#read.height)
      flushSync(this.#redraw)
      box.scrollTop = top
    }
    const element = find()
    element?.scrollIntoView({ block: 'nearest' })
    this.#settle()
    return element
  }

  /** Shows as much of an element as fits, its top first; for something that was just opened. */
  reveal(element: Element): void {
    const box = this.#box
    if (!box) return
    const outer = box.getBoundingClientRect()
    const inner = element.getBoundingClientRect()
    const below = inner.bottom - outer.bottom
    if (below > 0) box.scrollTop += Math.min(below, Math.max(0, inner.top - outer.top))
    this.#settle()
  }

  #onScroll(): void {
    const before = this.#read
    this.#follow(nextFollow(this.#following, before, this.#measureBox()))
    // In the same frame: a window that lags behind shows as a blank.
    this.#moveWindow(flushSync)
  }

  #onWheel(event: WheelEvent): void {
    // The first step of a smooth scroll is only a few pixels; the turn of the wheel says what is meant.
    if (event.deltaY < 0 && this.#box && !isInner(event.target, this.#box)) this.#letGo()
  }

  #onKey(event: KeyboardEvent): void {
    if (event.target === this.#box && UP_KEYS.includes(event.key)) this.#letGo()
  }

  #onScrollEnd(): void {
    if (distanceToEnd(this.#measureBox()) <= FOLLOW_PX) this.#follow(true)
  }

  #letGo(): void {
    const { height, content } = this.#read
    if (content > height) this.#follow(false)
  }

  #settle(): void {
    this.#follow(distanceToEnd(this.#measureBox()) <= FOLLOW_PX)
    this.#moveWindow()
  }

  #follow(next: boolean): void {
    if (this.#following === next) return
    this.#following = next
    this.#anchor()
    this.#onFollow(next)
  }

  /** At the end the scroller is held by us, elsewhere by the browser; both at once would fight. */
  #anchor(): void {
    if (this.#box) this.#box.style.overflowAnchor = this.#following ? 'none' : 'auto'
  }

  /**
   * Draws the rows around the visible part. Ahead of it in slices, between frames, so that scrolling stays smooth;
   * where a blank would show, first of all.
   */
  #moveWindow(hurry: (redraw: () => void) => void = (redraw) => redraw()): void {
    if (!this.#span || !this.#box) return
    this.#tops = this.#heights.tops(this.#rows, this.#guess)
    const { top, height } = this.#measureBox()
    const next = movedSpan(this.#tops, this.#span, top, top + height)
    const isMoved = next.from !== this.#span.from || next.to !== this.#span.to
    this.#span = next
    if (this.#drawn && !covers(this.#tops, this.#drawn, top, top + height)) hurry(this.#redraw)
    else if (isMoved) startTransition(this.#redraw)
  }

  #measureBox() {
    const box = this.#box
    if (box) this.#read = { top: box.scrollTop, height: box.clientHeight, content: box.scrollHeight }
    return this.#read
  }

  #startTop(rows: readonly R[], tops: Float64Array): number {
    const index = rows.findIndex((row) => row.key === this.#startAt?.key)
    return tops[Math.max(0, index)] ?? 0
  }

  /** The rows above were never drawn in this view: only the row itself tells where it really is. */
  #goBack(box: HTMLElement): void {
    box.scrollTop = this.#startTop(this.#rows, this.#tops)
    const row = drawnRows(box).find((one) => one.dataset.rowKey === this.#startAt?.key)
    if (row) box.scrollTop += topIn(box, row) + (this.#startAt?.offset ?? 0)
    this.#measureBox()
  }

  #place(box: HTMLElement): ScrollPlace {
    if (this.#following) return null
    const row = drawnRows(box).find((one) => topIn(box, one) + one.offsetHeight > 0)
    const key = row?.dataset.rowKey
    return row && key !== undefined ? { key, offset: -topIn(box, row) } : null
  }
}

const drawnRows = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[data-row-key]')]

const topIn = (box: HTMLElement, row: HTMLElement): number =>
  row.getBoundingClientRect().top - box.getBoundingClientRect().top

/** True inside something scrolled of its own, which takes the wheel first. */
function isInner(target: EventTarget | null, box: HTMLElement): boolean {
  for (let at = target instanceof HTMLElement ? target : null; at && at !== box; at = at.parentElement) {
    if (at.scrollTop > 0) return true
  }
  return false
}
