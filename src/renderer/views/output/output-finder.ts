import type { FindHit, FindQuery } from '../../../shared/find-query'
import type { FoundInOutput, RequestInput } from '../../../shared/ipc'
import { FIND_MAX_HITS } from '../../../shared/ipc'

export type FindRequest = Omit<RequestInput<'output.find'>, 'commandId'>

/** Where answers come from, and where a hit outside of the loaded lines is brought into view. */
export type FinderPorts = {
  find(request: FindRequest): Promise<FoundInOutput>
  stop(): void
  goTo(at: number): void
  codeOf(error: unknown): string
}

/** The part of the log that is loaded. */
export type LoadedRange = { from: number; to: number }

export type FinderState = {
  query: FindQuery
  /** Places in the loaded lines. */
  marks: readonly FindHit[]
  /** The place one stands on; it may be in lines that are still loading. */
  current: FindHit | null
  /** Places in the whole log, from its start; null while they are counted. */
  all: readonly FindHit[] | null
  /** False when there are more places than are counted. */
  complete: boolean
  failed: string | null
  /** Grows with every move of `current` that the view follows. */
  moved: number
}

const EMPTY: FinderState = {
  query: { text: '', regex: false, matchCase: false },
  marks: [],
  current: null,
  all: null,
  complete: false,
  failed: null,
  moved: 0,
}

/**
 * Finds in a whole output, of which only some lines are loaded. Everything is counted and marked by the engine, so that
 * an expression that never ends cannot hold up the window.
 */
export class OutputFinder {
  #state = EMPTY
  #loaded: LoadedRange | null = null
  #bytes = 0
  #searchedTo = 0
  #counting = false
  readonly #ports: FinderPorts
  readonly #listeners = new Set<() => void>()

  constructor(ports: FinderPorts) {
    this.#ports = ports
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): FinderState => this.#state

  /** Looks for something else; nothing at all ends the search. */
  ask(change: Partial<FindQuery>): void {
    const query = { ...this.#state.query, ...change }
    const { current, moved } = this.#state
    this.#set({ ...EMPTY, query, current, moved })
    if (query.text === '') {
      this.#set({ current: null })
      this.#ports.stop()
      return
    }
    void this.#count(0)
    void this.#mark(true)
  }

  /** The loaded lines changed, or the log is longer now. */
  show(loaded: LoadedRange | null, bytes: number): void {
    const before = this.#loaded
    this.#loaded = loaded
    this.#bytes = bytes
    if (this.#state.query.text === '' || this.#state.failed) return
    if (loaded && (before?.from !== loaded.from || before.to !== loaded.to)) void this.#mark(false)
    if (this.#state.complete && bytes > this.#searchedTo) void this.#count(this.#searchedTo)
  }

  /** Goes to the next or the previous place, around the ends of the log. */
  step(direction: 1 | -1): void {
    const { marks, current, query } = this.#state
    if (query.text === '') return
    const near =
      direction > 0
        ? marks.find(({ at }) => !current || at > current.at)
        : [...marks].reverse().find(({ at }) => !current || at < current.at)
    // Between a far place and the loaded ones there may be others.
    if (near && (!current || this.#isLoaded(current.at))) this.#stand(near)
    else void this.#far(direction, current)
  }

  /** The place among all, from 1; null where it is not known. */
  get position(): number | null {
    const { all, current } = this.#state
    if (!all || !current) return null
    const index = all.findIndex(({ at }) => at === current.at)
    return index < 0 ? null : index + 1
  }

  /** The find field was closed. */
  close(): void {
    this.#ports.stop()
    this.#set({ ...EMPTY, query: this.#state.query, moved: this.#state.moved })
  }

  /** Searches again for what was asked for before the field was closed. */
  reopen(): void {
    this.ask({})
  }

  async #count(from: number): Promise<void> {
    if (this.#counting && from > 0) return
    this.#counting = true
    const { query } = this.#state
    const known = from > 0 ? (this.#state.all ?? []) : []
    const limit = FIND_MAX_HITS - known.length
    if (limit <= 0) return
    const found = await this.#find({ lane: 'count', query, from, to: null, direction: 'forward', limit })
    if (query !== this.#state.query) return
    this.#counting = false
    if (!found) return
    this.#searchedTo = found.searchedTo
    this.#set({ all: [...known, ...found.hits], complete: found.complete })
    if (found.complete && this.#bytes > found.searchedTo && found.searchedTo > from)
      void this.#count(found.searchedTo)
  }

  async #mark(isNew: boolean): Promise<void> {
    const loaded = this.#loaded
    const { query } = this.#state
    if (!loaded) return
    const range = { from: loaded.from, to: loaded.to, direction: 'forward' as const, limit: FIND_MAX_HITS }
    const found = await this.#find({ lane: 'marks', query, ...range })
    if (!found || query !== this.#state.query) return
    this.#set({ marks: found.hits })
    if (!isNew) return
    const { current } = this.#state
    const same = current && found.hits.find(({ at }) => at >= current.at)
    const near = same ?? found.hits.at(-1)
    if (near) this.#stand(near)
    else {
      this.#set({ current: null })
      await this.#far(-1, { at: loaded.to, bytes: 0 })
    }
  }

  /** A place outside of the loaded lines. */
  async #far(direction: 1 | -1, start: FindHit | null): Promise<void> {
    const { query } = this.#state
    const edge = direction > 0 ? (this.#loaded?.to ?? 0) : (this.#loaded?.from ?? 0)
    const place = start ? start.at + (direction > 0 ? start.bytes : 0) : edge
    const hit = (await this.#next(query, direction, place)) ?? (await this.#next(query, direction, null))
    if (!hit || query !== this.#state.query) return
    this.#stand(hit)
    if (!this.#isLoaded(hit.at)) this.#ports.goTo(hit.at)
  }

  async #next(query: FindQuery, direction: 1 | -1, place: number | null): Promise<FindHit | null> {
    const range =
      direction > 0
        ? { from: place, to: null, direction: 'forward' as const }
        : { from: null, to: place, direction: 'backward' as const }
    const found = await this.#find({ lane: 'step', query, ...range, limit: 1 })
    return found?.hits[0] ?? null
  }

  /** Null when it failed; what a newer search replaced says nothing. */
  async #find(request: FindRequest): Promise<FoundInOutput | null> {
    try {
      return await this.#ports.find(request)
    } catch (error) {
      const code = this.#ports.codeOf(error)
      if (code !== 'aborted' && request.query === this.#state.query) this.#set({ failed: code })
      return null
    }
  }

  #stand(hit: FindHit): void {
    this.#set({ current: hit, moved: this.#state.moved + 1 })
  }

  #isLoaded(at: number): boolean {
    return this.#loaded !== null && at >= this.#loaded.from && at < this.#loaded.to
  }

  #set(change: Partial<FinderState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}
