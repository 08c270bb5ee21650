import { needsYou } from '../../state/needs-you'
import { isStacked, type TranscriptRow } from './transcript-rows'

/** Space above a row as a class name: rows of one frame or one answer belong together. */
export function rowGap(row: TranscriptRow, above: TranscriptRow | undefined): string {
  if (!above) return 'gap-none'
  if (isStacked(row) && isStacked(above)) return 'gap-none'
  if (row.kind === 'prose' && above.kind === 'prose' && row.item.id === above.item.id) {
    return row.split.blocks[row.block]?.reopen === '' ? 'gap-block' : 'gap-none'
  }
  if (row.kind === 'interrupted') return 'gap-small'
  if (above.kind === 'reasoning' && row.kind === 'prose') return 'gap-small'
  if (isLine(row) && isLine(above)) return 'gap-small'
  return 'gap-item'
}

/** Notices that have a frame of their own or divide what is around them; all others are lines. */
const FRAMED: ReadonlySet<string> = new Set(['failure', 'plan', 'compacted'])
const isLine = (row: TranscriptRow): boolean => row.kind === 'notice' && !FRAMED.has(row.item.notice.type)

/** Guess of a row's height before it was drawn, in pixels. */
export function guessHeight(row: TranscriptRow): number {
  switch (row.kind) {
    case 'user':
      return 48 + lines(row.item.text, 80) * 22
    case 'prose':
      return 12 + lines(row.split.blocks[row.block]?.text ?? '', 95) * 22
    case 'reasoning':
      return 40
    case 'command':
      return row.last ? 60 : 33
    case 'tools':
    case 'subagent':
      return 33
    case 'call':
      return needsYou(row.item) ? 200 : 33
    case 'interrupted':
      return 28
    case 'notice':
      return row.item.notice.type === 'failure' ? 72 : 36
  }
}

const lines = (text: string, width: number): number => Math.min(60, Math.ceil(text.length / width) + 1)
