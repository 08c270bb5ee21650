import type { OutputPage } from '../../../shared/command'
import type { OutputWindow } from './output-pages'
import { openAround, openAtEnd, PAGE_LINES, withEarlier, withLater } from './output-pages'

/** Where the pages of one command come from. */
export type OutputReader = {
  tail(lines: number): Promise<OutputPage>
  before(before: number, lines: number): Promise<OutputPage>
  after(from: number, lines: number): Promise<OutputPage>
  around(at: number, lines: number): Promise<OutputPage>
}

/** What the card says about the output; a change of it is the only sign that there is more to read (S-150). */
export type OutputSign = {
  bytes: number
  lines: number
  alive: boolean
  /** The output reached its limit: what stands at its end changes in place. */
  rolling?: boolean
}

type Want = 'end' | 'place' | 'earlier' | 'later'

/** What the viewer draws. Lines stay whatever happens to a request (S-157). */
export type FeedState = {
  /** Null until the first page has arrived. */
  window: OutputWindow | null
  /** A request the person waits for; reading on while following shows nothing. */
  reading: Want | null
  failed: { want: Want; code: string } | null
  following: boolean
  /** Lines printed since following stopped. */
  behind: number
  /** The byte that was jumped to last; `moved` grows with every jump. A `lit` place is shown as the one asked for. */
  place: { at: number; moved: number; lit: boolean } | null
}

/**
 * Reads one command's output page by page: at the end first, earlier only when asked (S-155), and on as the card
 * reports more, while it follows. At most one request is under way; what comes meanwhile is merged into the next one.
 */
export class OutputFeed {
  #state: FeedState = { window: null, reading: null, failed: null, following: true, behind: 0, place: null }
  #sign: OutputSign
  #seen: OutputSign | null = null
  /** A program moved up and redraws lines that may be shown: they are read anew. */
  #isShorter = false
  #wants = new Set<Want>()
  #busy = false
  #moves = 0
  #shown = false
  #disposed = false
  readonly #reader: OutputReader
  readonly #codeOf: (error: unknown) => string
  readonly #listeners = new Set<() => void>()

  constructor(reader: OutputReader, sign: OutputSign, codeOf: (error: unknown) => string) {
    this.#reader = reader
    this.#sign = sign
    this.#codeOf = codeOf
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): FeedState => this.#state

  /** A viewer is on screen: loads the end the first time and catches up later. Returns how to leave again. */
  show(): () => void {
    this.#shown = true
    if (!this.#state.window) this.#want('end')
    else this.#catchUp()
    return () => {
      this.#shown = false
    }
  }

  /** The card changed. */
  signal(sign: OutputSign): void {
    if (sign.bytes < this.#sign.bytes) this.#isShorter = true
    this.#sign = sign
    const seen = this.#seen
    if (!this.#state.following && seen) this.#set({ behind: Math.max(0, sign.lines - seen.lines) })
    this.#catchUp()
  }

  /** Shows earlier lines (S-154). */
  earlier(): void {
    if (this.#state.window?.atStart === false) this.#want('earlier')
  }

  /** Shows the lines that were dropped below. */
  later(): void {
    if (this.#state.window?.atEnd === false) this.#want('later')
  }

  /** Goes to the end of the output and follows it from there. */
  jumpToEnd(): void {
    this.#wants.delete('place')
    this.#set({ following: true, behind: 0, place: null })
    if (this.#state.window?.atEnd) this.#catchUp()
    else this.#want('end')
  }

  /** Brings a place of the log into view, loaded or not; nothing is followed from there. */
  goTo(at: number, lit = false): void {
    const { window } = this.#state
    this.#wants.delete('end')
    // It grows also when the end was followed in between: the same number again would be no jump.
    this.#moves += 1
    this.#set({ following: false, behind: 0, place: { at, lit, moved: this.#moves } })
    if (!window || at < window.from || (at >= window.to && !(at === window.to && window.atEnd)))
      this.#want('place')
  }

  /** The person scrolled away from the end, or back to it. */
  follow(following: boolean): void {
    if (following === this.#state.following) return
    if (following && this.#state.window?.atEnd === false) return
    this.#set({ following, behind: 0 })
    if (following) this.#catchUp()
  }

  /** Repeats what failed (S-156). */
  retry(): void {
    const { failed } = this.#state
    if (!failed) return
    this.#want(failed.want)
  }

  dispose(): void {
    this.#disposed = true
    this.#wants.clear()
    this.#listeners.clear()
  }

  #catchUp(): void {
    const { window, following } = this.#state
    if (!window || !following || !this.#shown) return
    if (window.atEnd && this.#seen && sameSign(this.#seen, this.#sign)) return
    // Far behind, the lines between would only be dropped again.
    const gap = this.#sign.lines - (this.#seen?.lines ?? 0)
    const isStale = this.#isShorter
    this.#isShorter = false
    this.#want(gap > PAGE_LINES || isStale || this.#sign.rolling ? 'end' : 'later')
  }

  #want(want: Want): void {
    this.#wants.add(want)
    void this.#pump()
  }

  async #pump(): Promise<void> {
    if (this.#busy || this.#disposed) return
    const want = (['end', 'place', 'earlier', 'later'] as const).find((one) => this.#wants.has(one))
    if (!want) return
    this.#wants.delete(want)
    // What these load replaces the lines that others would be put next to.
    if (want === 'end' || want === 'place') {
      this.#wants.delete('earlier')
      this.#wants.delete('later')
    }
    this.#busy = true
    const silent = want !== 'earlier' && this.#state.following && this.#state.window !== null
    if (!silent) this.#set({ reading: want })
    const sign = this.#sign
    const result = await this.#read(want)
    this.#busy = false
    if (this.#disposed) return
    const before = this.#state.window
    this.#finish(want, sign, result)
    if (this.#wants.size > 0) void this.#pump()
    // An answer that brought nothing is not asked for again until the card changes.
    else if (!this.#state.failed && progressed(before, this.#state.window)) this.#catchUp()
  }

  async #read(want: Want): Promise<{ page: OutputPage } | { code: string }> {
    const { window, place } = this.#state
    try {
      if (want === 'place' && place) return { page: await this.#reader.around(place.at, PAGE_LINES) }
      if (want === 'end' || !window) return { page: await this.#reader.tail(PAGE_LINES) }
      if (want === 'earlier') return { page: await this.#reader.before(window.from, PAGE_LINES) }
      return { page: await this.#reader.after(window.to, PAGE_LINES) }
    } catch (error) {
      return { code: this.#codeOf(error) }
    }
  }

  #finish(want: Want, sign: OutputSign, result: { page: OutputPage } | { code: string }): void {
    if ('code' in result) {
      this.#set({ reading: null, failed: { want, code: result.code } })
      return
    }
    const before = this.#state.window
    const window =
      want === 'place'
        ? openAround(result.page)
        : want === 'end' || !before
          ? openAtEnd(result.page)
          : want === 'earlier'
            ? withEarlier(before, result.page)
            : withLater(before, result.page)
    if ((want !== 'earlier' && want !== 'place') || !this.#seen) this.#seen = sign
    this.#set({
      window,
      reading: null,
      failed: null,
      following: this.#state.following && (window.atEnd || want !== 'earlier'),
    })
  }

  #set(change: Partial<FeedState>): void {
    const keys = Object.keys(change) as (keyof FeedState)[]
    if (keys.every((key) => this.#state[key] === change[key])) return
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}

const progressed = (before: OutputWindow | null, after: OutputWindow | null): boolean =>
  before?.to !== after?.to || before?.atEnd !== after?.atEnd

const sameSign = (a: OutputSign, b: OutputSign): boolean =>
  a.bytes === b.bytes && a.lines === b.lines && a.alive === b.alive
