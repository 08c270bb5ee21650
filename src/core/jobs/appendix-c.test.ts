import { describe, expect, it } from 'vitest'
import { type CommandId, subagentIdSchema } from '../../shared/ids'
import { CHAT, type CommandKit, createCommandKit, LATER_TURN, TURN } from '../testing/command-kit'
import { settle } from '../testing/fake-clock'

const SUBAGENT = { id: subagentIdSchema.parse('s1'), name: 'Look', chatId: CHAT }
const ASKS = { approval: { kind: 'ask' as const, reasons: [] } }

/** Every row of appendix C: how a command gets there. `TURN` is the turn that Stop stops. */
const ROWS = {
  pending: (kit: CommandKit) => kit.call('it', ASKS),
  'in profile preparation': (kit: CommandKit) => {
    kit.host.hold()
    return kit.call('it')
  },
  'awaited by the agent': (kit: CommandKit) => kit.call('it', { waitMs: 60_000 }),
  'moved by this turn: its waiting ran out': async (kit: CommandKit) => {
    const call = await kit.call('it')
    await kit.clock.advance(5000)
    return call
  },
  'moved by this turn: its other calls were done': async (kit: CommandKit) => {
    const attention = kit.attentions.of(CHAT)
    attention.take({ type: 'turn-started', turnId: TURN, cause: 'message' })
    attention.take({ type: 'answered', calls: 2 })
    attention.take({ type: 'result', tells: [] })
    const call = await kit.call('it')
    await kit.clock.advance(1000)
    return call
  },
  'moved by this turn: the user sent a message': async (kit: CommandKit) => {
    const call = await kit.call('it')
    kit.userSpeaks()
    await settle()
    return call
  },
  'moved by an earlier turn': async (kit: CommandKit) => {
    const call = await kit.call('it', { turnId: LATER_TURN })
    await kit.clock.advance(5000)
    return call
  },
  'moved by the user': async (kit: CommandKit) => {
    const call = await kit.call('it')
    kit.service.moveToBackground(call.id)
    await settle()
    return call
  },
  'of a subagent': async (kit: CommandKit) => {
    const call = await kit.call('it', { turnId: LATER_TURN, subagent: SUBAGENT })
    await kit.clock.advance(5000)
    return call
  },
  'a server': async (kit: CommandKit) => {
    const call = await kit.call('it')
    kit.host.last().write('Listening on http://localhost:3000\n')
    await kit.clock.advance(2000)
    return call
  },
  'a server of a subagent': async (kit: CommandKit) => {
    const call = await kit.call('it', { subagent: SUBAGENT })
    kit.host.last().write('Listening on http://localhost:3000\n')
    await kit.clock.advance(2000)
    return call
  },
  'detached by a finished command': async (kit: CommandKit) => {
    const call = await kit.call('it')
    kit.host.last().exit(0, { leftovers: [77] })
    await settle()
    return call
  },
}

/** Every column: what ends commands. */
const COLUMNS = {
  'Stop (chat)': (kit: CommandKit) => kit.service.stopChat(CHAT, TURN),
  'Stop (waiting line)': (kit: CommandKit) => kit.service.stopWaiting(CHAT),
  kill_terminal: async (kit: CommandKit, id: CommandId) => void (await kit.service.kill(id)),
  'terminals menu': (kit: CommandKit, id: CommandId) => kit.service.stop(id, 'user'),
  'window reload or close': async (kit: CommandKit) => void (await kit.service.endWindow(false)),
  'window crash': async (kit: CommandKit) => void (await kit.service.endWindow(true)),
}
type Row = keyof typeof ROWS
type Column = keyof typeof COLUMNS

/** What became of the command: never started, ended, or keeps running. */
async function outcome(row: Row, column: Column): Promise<string> {
  const kit = createCommandKit()
  const { id } = await ROWS[row](kit)
  await COLUMNS[column](kit, id)
  await settle()
  expect(kit.bugs).toEqual([])
  const [process] = kit.host.started
  if (!process) return kit.service.card(id)?.state.kind === 'cancelled' ? 'never starts' : 'waits'
  if (row === 'detached by a finished command') return process.disposed ? 'ends' : 'keeps running'
  return process.stops > 0 ? 'ends' : 'keeps running'
}

const KEPT = 'keeps running'
const ENDS = 'ends'
const NEVER = 'never starts'

describe('what ends which command (appendix C; S-292…S-299, S-335, S-337, S-339, S-344, S-345, S-349)', () => {
  it.each<[Row, Record<Exclude<Column, 'window crash'>, string | null>]>([
    ['pending', row(NEVER, NEVER, null, null, NEVER)],
    ['in profile preparation', row(NEVER, NEVER, null, null, NEVER)],
    ['awaited by the agent', row(ENDS, ENDS, ENDS, ENDS, ENDS)],
    ['moved by this turn: its waiting ran out', row(ENDS, ENDS, ENDS, ENDS, ENDS)],
    ['moved by this turn: its other calls were done', row(ENDS, ENDS, ENDS, ENDS, ENDS)],
    ['moved by this turn: the user sent a message', row(ENDS, ENDS, ENDS, ENDS, ENDS)],
    ['moved by an earlier turn', row(KEPT, ENDS, ENDS, ENDS, ENDS)],
    ['moved by the user', row(KEPT, ENDS, ENDS, ENDS, ENDS)],
    ['of a subagent', row(ENDS, ENDS, ENDS, ENDS, ENDS)],
    ['a server', row(KEPT, KEPT, ENDS, ENDS, ENDS)],
    ['a server of a subagent', row(KEPT, KEPT, ENDS, ENDS, ENDS)],
    // What a finished command left behind can be stopped from the jobs list; nothing else touches it (S-219).
    ['detached by a finished command', row(KEPT, KEPT, KEPT, ENDS, KEPT)],
  ])('%s', async (name, expected) => {
    for (const [column, ends] of Object.entries(expected)) {
      if (ends === null) continue
      expect([column, await outcome(name, column as Column)]).toEqual([column, ends])
    }
    // A crash ends the same as closing.
    expect(await outcome(name, 'window crash')).toBe(expected['window reload or close'])
  })
})

function row(
  chat: string,
  line: string,
  kill: string | null,
  menu: string | null,
  window: string,
): Record<Exclude<Column, 'window crash'>, string | null> {
  return {
    'Stop (chat)': chat,
    'Stop (waiting line)': line,
    kill_terminal: kill,
    'terminals menu': menu,
    'window reload or close': window,
  }
}
