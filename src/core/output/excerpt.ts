/** What a model reads of one output at most, in bytes of UTF-8, the mark of the cut included (S-114, S-124). */
export const MODEL_OUTPUT_MAX_BYTES = 16_384

/**
 * How much of either end a caller should supply, in bytes. Twice the limit, so that it can be seen whether a line is
 * longer than the limit and may be broken (S-121). Less is allowed; then fewer lines are broken.
 */
export const EXCERPT_END_BYTES = 2 * MODEL_OUTPUT_MAX_BYTES

/** The ends of an output and its true size; both ends are the whole text when it is short. */
export type ExcerptInput = {
  /** The output's first {@link EXCERPT_END_BYTES}, or all of it. */
  head: string
  /** The output's last {@link EXCERPT_END_BYTES}, or all of it. */
  tail: string
  totalBytes: number
  /** Lines ended by a newline, plus one for an unfinished last line. */
  totalLines: number
}

export type Excerpt = {
  text: string
  truncated: boolean
  /** Lines of which nothing is shown. */
  omittedLines: number
}

// Errors stand at the end, so the end gets the larger part.
const HEAD_SHARE = 0.4
// Room for the mark with the largest numbers it can hold.
const MARK_RESERVE = 160

/**
 * The text a model reads: everything, or the beginning and the last lines with a mark between them (S-114…S-124).
 * Works from the two ends, never loads the middle, and leaves a text that already fits alone (S-116).
 */
export function excerpt(input: ExcerptInput): Excerpt {
  if (input.totalBytes <= MODEL_OUTPUT_MAX_BYTES) {
    return { text: input.head, truncated: false, omittedLines: 0 }
  }
  const budget = MODEL_OUTPUT_MAX_BYTES - MARK_RESERVE
  const headLines = splitLines(input.head)
  const tailLines = splitLines(input.tail).reverse()
  // What was cut off by the reader is no whole line: the last one of the head, the first one of the tail.
  const headSize = byteLength(input.head)
  const tailSize = byteLength(input.tail)
  if (headSize < input.totalBytes) headLines.pop()
  if (tailSize < input.totalBytes) tailLines.pop()

  const head = new End(headLines)
  const tail = new End(tailLines)
  // Both ends first get their share, then what the other one left; a short last line never loses to a long first one.
  head.fill(budget * HEAD_SHARE)
  tail.fill(budget - head.bytes)
  if (tail.count === 0) {
    head.clear()
    tail.fill(budget)
  }
  head.fill(budget - tail.bytes)

  const roomLeft = budget - head.bytes - tail.bytes
  const headPart = brokenAtStart(input.head, head.units, roomLeft * (tail.count === 0 ? HEAD_SHARE : 1))
  const tailPart = brokenAtEnd(input.tail, tail.units, roomLeft - byteLength(headPart))
  const isOneLine = headPart !== '' && tailPart !== '' && head.count + tail.count + 1 === input.totalLines
  const shownLines =
    head.count + tail.count + (headPart === '' ? 0 : 1) + (tailPart === '' ? 0 : 1) - (isOneLine ? 1 : 0)
  const omittedLines = Math.max(0, input.totalLines - shownLines)
  const before = head.text() + headPart
  const after = tailPart + tail.reversedText()
  const omittedBytes = input.totalBytes - byteLength(before) - byteLength(after)
  const isBroken = headPart !== '' || tailPart !== ''
  const lead = before === '' || before.endsWith('\n') ? before : `${before}\n`
  return {
    text: `${lead}${mark(omittedLines, omittedBytes, isBroken)}\n${after}`,
    truncated: true,
    omittedLines,
  }
}

function mark(lines: number, bytes: number, isBroken: boolean): string {
  const size = `${group(bytes)} bytes`
  if (lines === 0) return `[… ${size} in the middle of a line left out …]`
  const count = `${group(lines)} ${lines === 1 ? 'line' : 'lines'}`
  return `[… ${count} left out (${size})${isBroken ? '; the line at this mark is cut' : ''} …]`
}

function group(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Whole lines taken from one end of the text, nearest to that end first. */
class End {
  private readonly taken: string[] = []
  bytes = 0
  /** Length of the taken text in UTF-16 units. */
  units = 0
  constructor(private readonly lines: readonly string[]) {}

  get count(): number {
    return this.taken.length
  }

  /** Takes lines until the next one would not fit into `budget` bytes in all. */
  fill(budget: number): void {
    for (let line = this.lines[this.count]; line !== undefined; line = this.lines[this.count]) {
      const size = byteLength(line)
      if (this.bytes + size > budget) return
      this.taken.push(line)
      this.bytes += size
      this.units += line.length
    }
  }

  clear(): void {
    this.taken.length = 0
    this.bytes = 0
    this.units = 0
  }

  text(): string {
    return this.taken.join('')
  }

  reversedText(): string {
    return [...this.taken].reverse().join('')
  }
}

/** The beginning of the line after `from`, if that line alone is longer than the limit (S-121). */
function brokenAtStart(head: string, from: number, budget: number): string {
  const end = head.indexOf('\n', from)
  const line = head.slice(from, end < 0 ? head.length : end)
  if (budget <= 0 || byteLength(line) <= MODEL_OUTPUT_MAX_BYTES) return ''
  let units = 0
  let bytes = 0
  for (const char of line) {
    const size = byteLength(char)
    if (bytes + size > budget) break
    bytes += size
    units += char.length
  }
  return line.slice(0, boundaryBefore(line, units))
}

/** The end of the line before the last `taken` units, if that line alone is longer than the limit (S-121). */
function brokenAtEnd(tail: string, taken: number, budget: number): string {
  const end = tail.length - taken
  const hasNewline = tail[end - 1] === '\n'
  const start = tail.lastIndexOf('\n', end - (hasNewline ? 2 : 1)) + 1
  const line = tail.slice(start, end)
  if (budget <= 0 || byteLength(line) <= MODEL_OUTPUT_MAX_BYTES) return ''
  let from = line.length
  let bytes = 0
  while (from > 0) {
    const isPair = isLowSurrogate(line.charCodeAt(from - 1)) && from > 1
    const char = line.slice(from - (isPair ? 2 : 1), from)
    const size = byteLength(char)
    if (bytes + size > budget) break
    bytes += size
    from -= char.length
  }
  return line.slice(boundaryAfter(line, from))
}

// A cut must not split what a person sees as one character (S-122). Segments are looked for near the cut only.
const SEGMENT_WINDOW_UNITS = 128
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

function boundaryBefore(line: string, index: number): number {
  if (index >= line.length) return line.length
  const start = windowStart(line, index)
  const segment = graphemes.segment(line.slice(start, index + SEGMENT_WINDOW_UNITS)).containing(index - start)
  return segment && start + segment.index > 0 ? start + segment.index : index
}

function boundaryAfter(line: string, index: number): number {
  if (index <= 0) return 0
  const start = windowStart(line, index)
  const segment = graphemes.segment(line.slice(start, index + SEGMENT_WINDOW_UNITS)).containing(index - start)
  if (!segment || start + segment.index === index) return index
  return start + segment.index + segment.segment.length
}

function windowStart(line: string, index: number): number {
  const start = Math.max(0, index - SEGMENT_WINDOW_UNITS)
  return start > 0 && isLowSurrogate(line.charCodeAt(start)) ? start - 1 : start
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** Lines with their newline; an unfinished last line has none. */
function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

function byteLength(text: string): number {
  return Buffer.byteLength(text)
}
