import { describe, expect, it } from 'vitest'
import type { TranscriptItem } from '../../../shared/chat'
import { commandIdSchema, entryIdSchema, subagentIdSchema } from '../../../shared/ids'
import { BLOCK_MIN_CHARS } from './markdown/split-markdown'
import type { TranscriptRow } from './transcript-rows'
import { NO_ROWS, transcriptRows } from './transcript-rows'

type Shape<K extends TranscriptItem['kind']> = Partial<Extract<TranscriptItem, { kind: K }>>
let seq = 0
const base = () => {
  seq += 1
  return { id: entryIdSchema.parse(`e${seq}`), seq, at: 0 }
}
const user = (more: Shape<'user'> = {}): TranscriptItem => ({
  ...base(),
  kind: 'user',
  text: 'hi',
  queued: false,
  ...more,
})
const answer = (text: string, more: Shape<'assistant'> = {}): TranscriptItem => ({
  ...base(),
  kind: 'assistant',
  text,
  reasoning: '',
  state: 'done',
  model: 'm',
  ...more,
})
const command = (): TranscriptItem => ({
  ...base(),
  kind: 'command',
  commandId: commandIdSchema.parse(`c${seq}`),
})
const subagent = (): TranscriptItem => ({
  ...base(),
  kind: 'subagent',
  subagentId: subagentIdSchema.parse(`s${seq}`),
})
const tool = (name = 'read_file'): TranscriptItem => ({
  ...base(),
  kind: 'tool',
  callId: `t${seq}`,
  tool: name,
  title: 'a.ts',
  state: 'done',
  detail: '',
})
const say = (row: TranscriptRow): string => {
  if (row.kind === 'command') return `command ${row.place}${row.last ? ' last' : ''}`
  if (row.kind === 'tools') return `tools*${row.items.length} ${row.place}`
  if (row.kind === 'notice' || row.kind === 'interrupted') return `${row.kind}${row.last ? ' last' : ''}`
  return row.kind
}
const build = (items: TranscriptItem[]) => transcriptRows(items, NO_ROWS).rows.map(say)

describe('rows of a transcript', () => {
  it('puts consecutive tool items into one frame, across answers that show nothing', () => {
    expect(build([user(), command(), answer(''), command(), tool(), answer('Done.'), command()])).toEqual([
      'user',
      'command first',
      'command middle',
      'tools*1 last',
      'prose',
      'command only last',
    ])
  })

  it('puts subagents into the frame of the calls around them', () => {
    const { rows } = transcriptRows([command(), subagent(), subagent(), tool()], NO_ROWS)
    expect(rows.map((row) => ('place' in row ? [row.kind, row.place] : []))).toEqual([
      ['command', 'first'],
      ['subagent', 'middle'],
      ['subagent', 'middle'],
      ['tools', 'last'],
    ])
  })

  it('groups reads that follow each other and nothing else', () => {
    expect(build([tool(), tool(), tool('kill_terminal'), tool(), command()])).toEqual([
      'tools*2 first',
      'tools*1 middle',
      'tools*1 middle',
      'command last last',
    ])
  })

  it('groups whatever only looks at files, and gives each change of one a row of its own', () => {
    const items = [tool(), tool('search'), tool('list_files'), tool('edit_file'), tool('edit_file'), tool()]
    const { rows } = transcriptRows(items, NO_ROWS)
    expect(rows.map((row) => ('place' in row ? `${row.kind} ${row.place}` : row.kind))).toEqual([
      'tools first',
      'call middle',
      'call middle',
      'tools last',
    ])
  })

  it('shows reasoning, the text and the mark of an interrupted answer as rows of their own', () => {
    const items = [answer('Half', { reasoning: 'hm', state: 'interrupted' })]
    expect(build(items)).toEqual(['reasoning', 'prose', 'interrupted last'])
    expect(build([answer('', { state: 'interrupted' })])).toEqual(['interrupted last'])
  })

  it('takes a queued message for no next item: the running card stays the last one', () => {
    expect(build([command(), user({ queued: true })])).toEqual(['command only last', 'user'])
  })

  it('cuts a long answer into rows (A-111)', () => {
    const paragraph = `${'word '.repeat(BLOCK_MIN_CHARS / 5)}\n\n`
    expect(build([answer(paragraph.repeat(3))])).toEqual(['prose', 'prose', 'prose'])
  })

  it('keeps the identity of every row that did not change', () => {
    const items = [user(), answer('one'), command(), command(), answer('two', { state: 'streaming' })]
    const first = transcriptRows(items, NO_ROWS)
    const grown = items.map((item) =>
      item.kind === 'assistant' && item.text === 'two' ? { ...item, text: 'two more' } : item,
    )
    const second = transcriptRows(grown, first)
    expect(second.rows.map((row, index) => row === first.rows[index])).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    const third = transcriptRows([...grown, command()], second)
    expect(third.rows.slice(0, 5).map((row, index) => row === second.rows[index])).toEqual(
      Array(5).fill(true),
    )
    expect(transcriptRows(third.items, third)).toBe(third)
  })

  it('moves the end of a frame when a card is appended, and takes "last" from the card before', () => {
    const items = [user(), command()]
    const first = transcriptRows(items, NO_ROWS)
    const second = transcriptRows([...items, command()], first)
    expect(second.rows.map(say)).toEqual(['user', 'command first', 'command last last'])
    expect(second.rows[0]).toBe(first.rows[0])
  })

  it('gives the same rows step by step as at once, whatever is appended, replaced or removed', () => {
    const steps = [user(), answer('a'), command(), tool(), tool(), answer(''), command(), user(), command()]
    let rows = NO_ROWS
    const items: TranscriptItem[] = []
    for (const item of steps) {
      items.push(item)
      rows = transcriptRows([...items], rows)
      expect(rows.rows).toEqual(transcriptRows([...items], NO_ROWS).rows)
    }
    for (const gone of [5, 3, 0, 2]) {
      items.splice(gone, 1)
      rows = transcriptRows([...items], rows)
      expect(rows.rows).toEqual(transcriptRows([...items], NO_ROWS).rows)
    }
  })

  it('splits a streamed answer like a whole one (A-108)', () => {
    const text = Array.from({ length: 400 }, (_, i) => `Paragraph ${i} of the answer.\n\n`).join('')
    const item = answer('', { state: 'streaming' })
    let rows = NO_ROWS
    for (let end = 7; end <= text.length; end += 501) {
      rows = transcriptRows([{ ...item, text: text.slice(0, end) } as TranscriptItem], rows)
    }
    rows = transcriptRows([{ ...item, text } as TranscriptItem], rows)
    expect(rows.rows).toEqual(transcriptRows([{ ...item, text } as TranscriptItem], NO_ROWS).rows)
    expect(rows.rows.length).toBeGreaterThan(5)
  })
})
