import { structuredPatch } from 'diff'
import { DIFF_LINE_MAX_CHARS, DIFF_MAX_LINES, type DiffLine, type FileDiff } from '../../shared/tool-card'

/** Unchanged lines around a change. */
const CONTEXT_LINES = 3
/** How long two texts are compared, in milliseconds; past that they count as wholly different. */
const COMPARE_MAX_MS = 500

/** What a change does to the lines of a file; `added` and `removed` count all of them. */
export type LineChanges = { added: number; removed: number; diff: FileDiff }

/** Compares two texts line by line, however their lines end. */
export function diffLines(before: string, after: string): LineChanges {
  const patch = structuredPatch('', '', plain(before), plain(after), '', '', {
    context: CONTEXT_LINES,
    timeout: COMPARE_MAX_MS,
  })
  if (!patch) return whollyDifferent(before, after)
  const lines: DiffLine[] = []
  let added = 0
  let removed = 0
  let newEnd = 1
  for (const hunk of patch.hunks) {
    let { oldStart, newStart } = hunk
    if (newStart > newEnd || lines.length > 0) lines.push({ kind: 'gap', no: newStart })
    for (const line of hunk.lines) {
      const text = bounded(line.slice(1))
      if (line.startsWith('+')) {
        added += 1
        lines.push({ kind: 'added', no: newStart++, text })
      } else if (line.startsWith('-')) {
        removed += 1
        lines.push({ kind: 'removed', no: oldStart++, text })
      } else if (line.startsWith(' ')) {
        oldStart += 1
        lines.push({ kind: 'same', no: newStart++, text })
      }
    }
    newEnd = newStart
  }
  return { added, removed, diff: front(lines) }
}

function whollyDifferent(before: string, after: string): LineChanges {
  const gone = linesOf(before)
  const come = linesOf(after)
  const lines = [
    ...gone.map((text, index): DiffLine => ({ kind: 'removed', no: index + 1, text: bounded(text) })),
    ...come.map((text, index): DiffLine => ({ kind: 'added', no: index + 1, text: bounded(text) })),
  ]
  return { added: come.length, removed: gone.length, diff: front(lines) }
}

function front(lines: readonly DiffLine[]): FileDiff {
  const shown = lines.slice(0, DIFF_MAX_LINES)
  const rest = lines.slice(DIFF_MAX_LINES).filter(({ kind }) => kind !== 'gap')
  return { lines: shown, omitted: rest.length }
}

const plain = (text: string): string => text.replaceAll('\r\n', '\n')

function linesOf(text: string): string[] {
  return text === '' ? [] : plain(text).replace(/\n$/, '').split('\n')
}

function bounded(text: string): string {
  return text.length <= DIFF_LINE_MAX_CHARS ? text : `${text.slice(0, DIFF_LINE_MAX_CHARS)}…`
}
