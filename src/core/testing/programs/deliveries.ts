import { isAlive } from '../../../shared/command'
import type { ChatId } from '../../../shared/ids'
import type { ModelClient, StreamEvent } from '../../ports'
import type { FakeCommand } from '../fake-process-host'
import { createTestEngine, type TestEngine, until } from '../test-engine'

// A chat on the real store whose commands end in every way there is, as fast as the machine can. It is killed at any
// point and started again on the same folder; what it told is judged from the store alone.
//
// Arguments: folder, number of this life, ends to reach before it finishes.

type Answer = { text?: string; tool?: string; args?: object; hold?: Promise<void> }

const [root = '', life = '0', target = '0'] = process.argv.slice(2)
const answers: Answer[] = []
let calls = 0

/** Gives the planned answers, then only words: also to turns that the engine starts by itself. */
const client: ModelClient = {
  async *stream(): AsyncGenerator<StreamEvent, void, undefined> {
    const { text = 'ok', tool, args = {}, hold } = answers.shift() ?? {}
    await hold
    if (tool) {
      const callId = `call-${life}-${++calls}`
      yield { type: 'call-start', block: 'c', callId, tool }
      yield { type: 'call-delta', block: 'c', text: JSON.stringify(args) }
      yield { type: 'block-end', block: 'c' }
      yield { type: 'end', reason: 'tool-calls' }
      return
    }
    yield { type: 'text-start', block: 't' }
    yield { type: 'text-delta', block: 't', text }
    yield { type: 'block-end', block: 't' }
    yield { type: 'end', reason: 'stop' }
  },
}

/** Different in every life, the same in every run. */
let seed = Number(life) * 7919 + 1
function random(below: number): number {
  seed = (seed * 48271) % 2147483647
  return seed % below
}

const test = await createTestEngine({ root, life: Number(life), client })
const { engine, clock } = test
const known = (await engine.snapshot()).chats[0]
const chatId = known?.id ?? (await test.newChat()).id
await test.chat(chatId)
await atRest()

while ((await endedCount(test, chatId)) < Number(target)) {
  const running = await startCommands(1 + random(3))
  await [endIdle, endBusy, endWithOwnResult, endWithMessage, endByStop][random(5)]?.(running)
  await atRest()
  process.stdout.write('step\n')
}
// The last word of the user takes everything with it that woke nobody.
await test.send(chatId, 'finish')
await test.turnEnd(chatId)
process.stdout.write('done\n', () => process.exit(0))

async function startCommands(count: number): Promise<FakeCommand[]> {
  const before = test.processes.started.length
  for (let n = 0; n < count; n++) answers.push({ tool: 'shell', args: { command: 'make' } })
  await test.send(chatId, 'go')
  for (let n = 1; n <= count; n++) {
    await until(async () => {
      const pending = (await test.cards(chatId)).find((card) => card.state.kind === 'pending')
      if (pending) await engine.handlers['command.approve']({ commandId: pending.id })
      return test.processes.started.length === before + n
    })
    test.processes.last().write(`output ${n}\n`)
    await clock.advance(5000)
  }
  await test.turnEnd(chatId)
  return test.processes.started.slice(before)
}

async function endIdle(running: FakeCommand[]): Promise<void> {
  for (const command of shuffled(running)) {
    command.exit(random(3))
    await clock.advance(random(700))
  }
}

/** The ends come while the model thinks, and go with the result of the call it then makes. */
async function endBusy(running: FakeCommand[]): Promise<void> {
  let go = () => {}
  const hold = new Promise<void>((resolve) => {
    go = resolve
  })
  answers.push({ hold, tool: 'read_file', args: { path: 'missing' } })
  await test.send(chatId, 'busy')
  for (const command of shuffled(running)) {
    command.exit(0)
    await clock.advance(0)
  }
  go()
  await test.turnEnd(chatId)
}

async function endWithOwnResult(running: FakeCommand[]): Promise<void> {
  const card = (await test.cards(chatId)).filter((one) => isAlive(one.state)).at(-1)
  answers.push({
    tool: 'get_terminal_output',
    args: { terminal_id: card?.terminalId ?? 'T1', wait_ms: 30_000 },
  })
  await test.send(chatId, 'check')
  for (const command of running) command.exit(0)
  await test.turnEnd(chatId)
}

async function endWithMessage(running: FakeCommand[]): Promise<void> {
  for (const command of running) command.exit(0)
  await clock.advance(random(400))
  await test.send(chatId, 'and?')
  await test.turnEnd(chatId)
}

async function endByStop(running: FakeCommand[]): Promise<void> {
  const alive = (await test.cards(chatId)).filter((one) => isAlive(one.state))
  await Promise.all(alive.map(({ id }) => engine.handlers['command.stop']({ commandId: id })))
  if (random(2) === 0) running[0]?.exit(0)
}

/** Until nothing runs and nobody is about to wake. */
async function atRest(): Promise<void> {
  await clock.advance(600)
  await test.turnEnd(chatId)
  await clock.advance(600)
  await test.turnEnd(chatId)
}

async function endedCount(of: TestEngine, chat: ChatId): Promise<number> {
  return (await of.cards(chat)).filter((card) => !isAlive(card.state)).length
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: random(1000) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
