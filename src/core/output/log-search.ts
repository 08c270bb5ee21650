import { type FileHandle, open } from 'node:fs/promises'
import { EngineError } from '../../shared/errors'
import type { FindHit, FindQuery } from '../../shared/find-query'
import { createMatcher, type Matcher } from './find-matcher'
import { readError } from './output-reader'

/** What is looked through at once; with its overlap also all that a search holds of a log. */
export const SEARCH_BLOCK_BYTES = 1024 * 1024
/** How far two pieces of one very long line overlap, and how far back the beginning of a line is looked for. */
export const SEARCH_OVERLAP_BYTES = 64 * 1024
const LF = 0x0a

/** Where a search goes: hits that begin in `[from, to)`, first or last ones first. */
export type SearchRange = {
  /** Null is the start. */
  from: number | null
  /** Null is the end. */
  to: number | null
  direction: 'forward' | 'backward'
  limit: number
}

/** `complete` is false when the limit was reached; `searchedTo` is the log's size when the search ended. */
export type SearchResult = { hits: FindHit[]; complete: boolean; searchedTo: number }

/**
 * Looks through a log of any size with bounded memory, at about the speed of the file. Between two blocks others get
 * their turn, and an aborted search stops.
 */
export async function searchLog(
  file: string,
  query: FindQuery,
  range: SearchRange,
  signal: AbortSignal,
): Promise<SearchResult> {
  const matcher = createMatcher(query)
  let handle: FileHandle | null = null
  try {
    handle = await open(file, 'r')
    const { size } = await handle.stat()
    const search = new Search(handle, size, matcher, signal)
    const from = Math.min(range.from ?? 0, size)
    const to = Math.min(range.to ?? size, size)
    const hits: FindHit[] = []
    const groups = range.direction === 'forward' ? search.forward(from, to) : search.backward(from, to)
    for await (const group of groups) {
      hits.push(...group.slice(0, range.limit - hits.length))
      if (hits.length >= range.limit) return { hits, complete: false, searchedTo: size }
    }
    return { hits, complete: true, searchedTo: size }
  } catch (error) {
    if (error instanceof EngineError) throw error
    throw readError(error)
  } finally {
    await handle?.close()
  }
}

class Search {
  private readonly buffer = Buffer.allocUnsafe(SEARCH_BLOCK_BYTES + SEARCH_OVERLAP_BYTES)

  constructor(
    private readonly handle: FileHandle,
    private readonly size: number,
    private readonly matcher: Matcher,
    private readonly signal: AbortSignal,
  ) {}

  /** Hits block by block, in order. */
  async *forward(from: number, to: number): AsyncGenerator<FindHit[]> {
    let at = from
    while (at < to) {
      const { hits, next } = await this.block(at, to)
      if (hits.length > 0) yield hits
      // A hit may reach beyond its block.
      at = Math.max(next, lastEnd(hits))
    }
  }

  /** Hits block by block, the last one first. */
  async *backward(from: number, to: number): AsyncGenerator<FindHit[]> {
    let end = to
    while (end > from) {
      const start = await this.lineStartNear(Math.max(from, end - SEARCH_BLOCK_BYTES), from, end)
      const hits: FindHit[] = []
      for await (const group of this.forward(start, end)) hits.push(...group)
      if (hits.length > 0) yield hits.reverse()
      end = start
    }
  }

  /** Searches from `at` to a line end near the end of the block, or to a place inside a very long line. */
  private async block(at: number, to: number): Promise<{ hits: FindHit[]; next: number }> {
    if (this.signal.aborted) throw new EngineError('aborted', 'The search was replaced by another one.')
    // With the front of its line, so that ^ and \b see what is before it.
    const wanted = Math.max(0, at - SEARCH_OVERLAP_BYTES)
    const bytes = await this.read(wanted, at - wanted + SEARCH_BLOCK_BYTES)
    const front = bytes.subarray(0, at - wanted)
    let skip = front.lastIndexOf(LF) + 1
    while (skip < front.length && isContinuation(front[skip])) skip++
    const origin = wanted + skip

    const readEnd = wanted + bytes.length
    const newline = bytes.lastIndexOf(LF)
    let end = bytes.length
    let next = readEnd
    if (readEnd < this.size) {
      if (newline >= at - wanted) {
        end = newline + 1
        next = wanted + end
      } else {
        while (end > at - wanted && isContinuation(bytes[end])) end--
        end = characterEnd(bytes, end)
        next = Math.max(at + 1, wanted + end - SEARCH_OVERLAP_BYTES)
      }
    }
    if (next <= at) next = readEnd
    const find = this.matcher(bytes.subarray(skip, end))
    const hits: FindHit[] = []
    const stop = Math.min(next, to)
    for (let from = at - origin; ; ) {
      const hit = find(from)
      if (!hit || origin + hit.at >= stop) break
      hits.push({ at: origin + hit.at, bytes: hit.bytes })
      from = hit.at + hit.bytes
    }
    return { hits, next }
  }

  private async lineStartNear(wanted: number, from: number, end: number): Promise<number> {
    if (wanted <= from) return from
    const bytes = await this.read(wanted, Math.min(SEARCH_OVERLAP_BYTES, end - wanted))
    const newline = bytes.indexOf(LF)
    if (newline >= 0 && wanted + newline + 1 < end) return wanted + newline + 1
    let skip = 0
    while (skip < bytes.length && isContinuation(bytes[skip])) skip++
    return wanted + skip < end ? wanted + skip : wanted
  }

  /** Less than asked for only at the end. The bytes are valid until the next read. */
  private async read(at: number, length: number): Promise<Buffer> {
    let done = 0
    const wanted = Math.min(length, this.size - at)
    while (done < wanted) {
      const { bytesRead } = await this.handle.read(this.buffer, done, wanted - done, at + done)
      if (bytesRead === 0)
        throw new EngineError(
          'output-unavailable',
          'The output was shortened from outside while it was read.',
        )
      done += bytesRead
    }
    return this.buffer.subarray(0, done)
  }
}

function lastEnd(hits: readonly FindHit[]): number {
  const last = hits.at(-1)
  return last ? last.at + last.bytes : 0
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/** Where the last whole character of `bytes` before `end` ends. */
function characterEnd(bytes: Buffer, end: number): number {
  let lead = end - 1
  while (lead > 0 && end - lead < 4 && isContinuation(bytes[lead])) lead--
  const byte = bytes[lead] ?? 0
  const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
  return lead + length <= end ? end : lead
}
