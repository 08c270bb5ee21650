/**
 * Text is cut into blocks from about this length on, in UTF-16 units: while an answer streams only its last block is
 * parsed again, and only blocks near the screen are drawn at all.
 */
export const BLOCK_MIN_CHARS = 1200
/** From here on a block is also cut between list items and between lines of code. */
export const BLOCK_MAX_CHARS = 12_000
/** From here on a block is cut at any line, and a single line at a space: nothing may stall the window. */
export const BLOCK_HARD_CHARS = 48_000

/** A piece of Markdown that is rendered alone. */
export type MarkdownBlock = {
  text: string
  /** The line that opened the code fence the block starts inside of, with its newline; empty if it does not. */
  reopen: string
  /** The block ends inside a code fence: it is not closed yet, or goes on in the next block. */
  openFence: boolean
}

/** Where a split of a growing text can go on: all blocks but the last one are final. */
export type SplitState = { blocks: readonly MarkdownBlock[]; start: number }

/**
 * Cuts Markdown into blocks that render like the whole. Blocks never change once a later one exists, so a text that
 * grew is split again from `before` on. Their texts add up to the whole text.
 */
export function splitMarkdown(text: string, before?: SplitState): SplitState {
  const last = before?.blocks.at(-1)
  const grown = before && last && text.length >= before.start
  const blocks = grown ? before.blocks.slice(0, -1) : []
  let start = grown ? before.start : 0
  let reopen = grown ? last.reopen : ''
  for (;;) {
    const cut = nextCut(text, start, reopen)
    if (!cut.found) {
      blocks.push({ text: text.slice(start), reopen, openFence: cut.fence !== '' })
      return { blocks, start }
    }
    blocks.push({ text: text.slice(start, cut.at), reopen, openFence: cut.fence !== '' })
    start = cut.at
    reopen = cut.fence
  }
}

/** Code of the fence that block `index` opens or continues, with the pieces of it in the blocks after; no final newline. */
export function codeAcrossBlocks(blocks: readonly MarkdownBlock[], index: number, part: string): string {
  let whole = `${part}\n`
  for (let i = index; blocks[i]?.openFence; i++) {
    const next = blocks[i + 1]
    if (!next?.reopen) break
    whole += next.openFence ? next.text : next.text.slice(0, closingLine(next))
  }
  return whole.replace(/\n$/, '')
}

function closingLine(block: MarkdownBlock): number {
  const opened = fenceOf(block.reopen.trimEnd())
  for (let at = 0; at < block.text.length; ) {
    const newline = block.text.indexOf('\n', at)
    const end = newline < 0 ? block.text.length : newline
    if (opened && closes(fenceOf(block.text.slice(at, end)), opened)) return at
    at = end + 1
  }
  return block.text.length
}

/** The place where the block that begins at `start` ends, and the line of the fence that is open there. */
function nextCut(text: string, start: number, reopen: string): { found: boolean; at: number; fence: string } {
  let fence = fenceOf(reopen.trimEnd())
  let blank = false
  for (let at = start; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    // A line without its end may still become something else.
    const whole = newline >= 0
    const line = text.slice(at, whole ? newline : text.length)
    const length = at - start
    if (whole && length > 0 && mayStartBlock(line, length, blank, fence)) {
      return { found: true, at, fence: fence?.line ?? '' }
    }
    const space = line.length > BLOCK_HARD_CHARS ? line.lastIndexOf(' ', BLOCK_HARD_CHARS) : -1
    if (space > 0 && !fence) return { found: true, at: at + space, fence: '' }
    const mark = fenceOf(line)
    if (!fence) fence = mark
    else if (closes(mark, fence)) fence = null
    blank = !fence && line.trim() === ''
    at = whole ? newline + 1 : text.length
  }
  return { found: false, at: text.length, fence: fence?.line ?? '' }
}

function mayStartBlock(line: string, length: number, blank: boolean, fence: Fence | null): boolean {
  // Code inside a list item is indented with it and cannot go on alone.
  if (fence) return length >= BLOCK_MAX_CHARS && !fence.nested
  if (line.trim() === '' || length < BLOCK_MIN_CHARS) return false
  if (length >= BLOCK_HARD_CHARS) return true
  if (length >= BLOCK_MAX_CHARS) return blank || /^(?:[-*+]|\d{1,9}[.)]) /.test(line)
  // Otherwise it could belong to the list, quote or paragraph above the blank line.
  return blank && !/^(?:\s|[-*+] |\d{1,9}[.)] |>)/.test(line)
}

type Fence = { marker: string; length: number; bare: boolean; nested: boolean; line: string }

function fenceOf(line: string): Fence | null {
  const found = /^([ \t>]*(?:[-*+] +|\d{1,9}[.)] +)?)(`{3,}|~{3,})(.*)$/.exec(line)
  const marks = found?.[2]
  if (!found || !marks) return null
  const rest = found[3] ?? ''
  const marker = marks[0] ?? ''
  if (marker === '`' && rest.includes('`')) return null
  const nested = !/^ {0,3}$/.test(found[1] ?? '')
  return { marker, length: marks.length, bare: rest.trim() === '', nested, line: `${line}\n` }
}

const closes = (mark: Fence | null, open: Fence): boolean =>
  mark?.bare === true && mark.marker === open.marker && mark.length >= open.length
