import { describe, expect, it } from 'vitest'
import { entryIdSchema } from '../../shared/ids'
import type { FileEditCard, ToolCard } from '../../shared/tool-card'
import type { Entry } from '../chats/entry'
import { SHOWN_CALLS_MAX, SHOWN_LINES_MAX, shownCalls } from './shown-calls'

const edit = (lines: number, stage: FileEditCard['stage']): FileEditCard => ({
  kind: 'file-edit',
  path: 'a.txt',
  isNew: false,
  added: lines,
  removed: 0,
  diff: {
    lines: Array.from({ length: lines }, (_, at) => ({ kind: 'added', no: at + 1, text: 'x' })),
    omitted: 3,
  },
  stage,
})
const call = (seq: number, card?: ToolCard): Entry => ({
  id: entryIdSchema.parse(`e${seq}`),
  seq,
  at: seq,
  kind: 'call',
  callId: `c${seq}`,
  tool: 'write_file',
  title: 'a.txt',
  commandId: null,
  result: null,
  ...(card ? { card } : {}),
})
const asking: FileEditCard['stage'] = {
  kind: 'asking',
  question: { askedAt: 0, reasons: [], permission: null },
}

describe('the calls that a subagent shows', () => {
  it('are those with a card that did something, the newest of many', () => {
    const entries = Array.from({ length: SHOWN_CALLS_MAX + 5 }, (_, at) =>
      call(at, edit(1, { kind: 'written' })),
    )
    entries.push(call(90), call(91, { kind: 'read', lines: null }))
    const shown = shownCalls(entries)
    expect(shown).toHaveLength(SHOWN_CALLS_MAX)
    expect(shown.at(0)?.callId).toBe('c5')
    expect(shown.at(-1)?.callId).toBe('c24')
  })

  it('keep the whole difference while a person is asked, and its front afterwards', () => {
    const long = SHOWN_LINES_MAX + 10
    const [done, asked] = shownCalls([call(1, edit(long, { kind: 'written' })), call(2, edit(long, asking))])
    expect(done?.card).toMatchObject({ diff: { lines: { length: SHOWN_LINES_MAX }, omitted: 13 } })
    expect(asked?.card).toMatchObject({ diff: { lines: { length: long }, omitted: 3 } })
  })
})
