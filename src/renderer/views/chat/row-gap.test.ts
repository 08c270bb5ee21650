import { expect, it } from 'vitest'
import type { ChatNotice, TranscriptItem } from '../../../shared/chat'
import { entryId } from '../../testing/make'
import { rowGap } from './row-gap'
import { NO_ROWS, transcriptRows } from './transcript-rows'

type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never
type Piece = DistributiveOmit<TranscriptItem, 'id' | 'seq' | 'at'>

/** The gaps above the rows of these pieces, from the second row on. */
function gapsOf(...pieces: Piece[]): string[] {
  const items = pieces.map(
    (piece, seq) => ({ ...piece, id: entryId(`e${seq}`), seq, at: 0 }) as TranscriptItem,
  )
  const { rows } = transcriptRows(items, NO_ROWS)
  return rows.slice(1).map((row, index) => rowGap(row, rows[index]))
}
const notice = (what: ChatNotice): Piece => ({ kind: 'notice', notice: what })
const answer = (text: string, reasoning: string): Piece => ({
  kind: 'assistant',
  text,
  reasoning,
  state: 'done',
  model: 'm',
})
const line = notice({ type: 'nothing-to-compact' })

it('keeps lines of the system close to each other, and away from what has a frame', () => {
  const failure = notice({
    type: 'failure',
    failure: { code: 'overloaded', server: 'S', detail: '', status: 529 },
  })
  const divider = notice({ type: 'compacted', summary: null, running: '', commands: [], isAutomatic: true })
  expect(gapsOf(line, line, failure, line, divider)).toEqual([
    'gap-small',
    'gap-item',
    'gap-item',
    'gap-item',
  ])
})

it('keeps reasoning close to its own answer only', () => {
  expect(gapsOf(answer('Yes.', 'Hm.'))).toEqual(['gap-small'])
  expect(gapsOf(answer('', 'Hm.'), { kind: 'user', text: 'And?', queued: true })).toEqual(['gap-item'])
})
