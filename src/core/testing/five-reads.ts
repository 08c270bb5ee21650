import type { Millis } from '../../shared/ids'
import { type Clock, sleep } from '../clock'
import type { StreamEvent } from '../ports'
import { createFakeClock } from './fake-clock'
import { callEvents, type ScriptedStream } from './scripted-model'
import { scriptedTool, scriptedTurn } from './scripted-turn'

/** How long the model takes to write one read, to write the edit, and how long each tool takes; all in milliseconds. */
const WRITE_READ_MS: Millis = 400
const WRITE_EDIT_MS: Millis = 3000
const READ_MS: Millis = 1500
const EDIT_MS: Millis = 50

/**
 * Milliseconds that a turn takes in which a model reads five files and edits one, on a clock driven by hand.
 * `closesBlocks` false is a protocol that tells only at the end of the answer that calls are complete, so that nothing
 * may begin before.
 */
export async function fiveReadsThenEdit(closesBlocks: boolean): Promise<Millis> {
  const clock = createFakeClock(0)
  const pause = (ms: Millis) => () => sleep(clock, ms, new AbortController().signal)
  const slow = (name: string, ms: Millis, isReadOnly: boolean) =>
    scriptedTool(name, () => working(clock, ms), isReadOnly).tool
  const calls = [1, 2, 3, 4, 5].map((n) => callEvents(`call-${n}`, 'read', { n }))
  const edit = callEvents('call-6', 'edit', { n: 6 })
  const ends: StreamEvent[] = []
  const said = (events: StreamEvent[]): StreamEvent[] => {
    if (closesBlocks) return events
    ends.push(...events.filter(({ type }) => type === 'block-end'))
    return events.filter(({ type }) => type !== 'block-end')
  }
  const stream: ScriptedStream = [
    ...calls.flatMap((events) => [pause(WRITE_READ_MS), ...said(events)]),
    pause(WRITE_EDIT_MS),
    ...said(edit),
  ]
  stream.push(...ends, { type: 'end', reason: 'tool-calls' })
  const story = scriptedTurn([stream, { text: 'Done.' }], {
    clock,
    tools: [slow('read', READ_MS, true), slow('edit', EDIT_MS, false)],
  })
  let endedAt: Millis | null = null
  void story.run().then(() => {
    endedAt = clock.now()
  })
  while (endedAt === null) await clock.advance(10)
  return endedAt
}

async function working(clock: Clock, ms: Millis) {
  await sleep(clock, ms, new AbortController().signal)
  return { text: 'ok', isError: false }
}
