import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TranscriptItem } from '../shared/chat'
import type { ChatId } from '../shared/ids'
import type { PermissionMode } from '../shared/permissions'
import type { McpCallCard } from '../shared/tool-card'
import { nodeServer, ODD } from './testing/mcp-kit'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

let test: TestEngine
beforeEach(async () => {
  test = await createTestEngine()
  const servers = [{ server: nodeServer('odd', ODD), isOn: true }]
  test.settings.update({ mcp: { servers, trusted: [], allowed: [] } })
})
afterEach(async () => {
  await test.dispose()
  expect(test.bugs).toEqual([])
})

const call = (tool: string, args: object, callId = tool) => ({ tool: `mcp__odd__${tool}`, args, callId })
async function chatIn(mode: PermissionMode): Promise<ChatId> {
  const { id } = await test.newChat()
  await test.engine.handlers['chat.setMode']({ chatId: id, mode, confirmed: true, withoutSnapshot: true })
  return id
}
type Call = { item: Extract<TranscriptItem, { kind: 'tool' }>; card: McpCallCard }
/** The newest call of a chat. */
async function newest(chatId: ChatId): Promise<Call | null> {
  const item = [...(await test.items(chatId))].reverse().find((one) => one.kind === 'tool')
  return item?.kind === 'tool' && item.card?.kind === 'mcp-call' ? { item, card: item.card } : null
}
const inStage = (chatId: ChatId, stage: McpCallCard['stage']['kind']) =>
  until(async () => {
    const found = await newest(chatId)
    return found?.card.stage.kind === stage ? found : null
  })
const results = () =>
  test.model.requests.at(-1)?.messages.flatMap((one) => (one.role === 'tool' ? one.results : []))

describe('a tool of an MCP server', () => {
  it('is offered, asks although its server calls it read-only, and may be allowed for good (A-019, A-035, A-096)', async () => {
    const chatId = await chatIn('standard')
    test.model.script({ calls: [call('greet', { who: 'Ada' })] }, { text: 'Done.' })
    await test.send(chatId, 'greet')
    const { card } = await inStage(chatId, 'asking')
    expect(card).toMatchObject({ server: 'odd', tool: 'greet', readOnly: true, args: '{\n  "who": "Ada"\n}' })
    expect((await test.chat(chatId)).needsApproval).toBe(1)
    await test.engine.handlers['call.answer']({
      chatId,
      callId: 'greet',
      answer: { kind: 'approve', remember: true },
    })
    await test.turnEnd(chatId)
    expect((await inStage(chatId, 'done')).item).toMatchObject({ state: 'done' })
    expect(results()).toMatchObject([{ text: expect.stringContaining('hello Ada'), isError: false }])

    test.model.script({ calls: [call('greet', { who: 'Bo' }, 'again')] }, { text: 'Done.' })
    await test.send(chatId, 'again')
    await test.turnEnd(chatId)
    expect(results()?.at(-1)).toMatchObject({ text: expect.stringContaining('hello Bo') })
    const [status] = (await test.engine.handlers['mcp.overview']({})).servers
    expect(status?.allowed).toEqual(['greet'])
  })

  it('is not called when the person says no, and hears why', async () => {
    const chatId = await chatIn('auto')
    test.model.script({ calls: [call('greet', { who: 'x' })] }, { text: 'Well.' })
    await test.send(chatId, 'go')
    await inStage(chatId, 'asking')
    const answer = { kind: 'reject', text: 'not now' } as const
    await test.engine.handlers['call.answer']({ chatId, callId: 'greet', answer })
    await test.turnEnd(chatId)
    expect(results()).toMatchObject([
      { text: expect.stringContaining('The user says: not now'), isError: true },
    ])
  })

  it('is refused in Plan unless its server calls it read-only, and runs unasked in Bypass (A-022, A-028)', async () => {
    const planned = await chatIn('plan')
    test.model.script({ calls: [call('grow', {})] }, { text: 'Well.' })
    await test.send(planned, 'go')
    await test.turnEnd(planned)
    expect(results()).toMatchObject([
      { text: expect.stringContaining('the permission mode is Plan'), isError: true },
    ])
    const free = await chatIn('bypass')
    test.model.script({ calls: [call('grow', {})] }, { text: 'Well.' })
    await test.send(free, 'go')
    await test.turnEnd(free)
    expect(results()).toMatchObject([{ text: 'grown', isError: false }])
  })

  it('says what happened when its server crashes, and the next turn has it again', async () => {
    const chatId = await chatIn('bypass')
    test.model.script({ calls: [call('crash', {})] }, { text: 'Oh.' })
    await test.send(chatId, 'crash')
    await test.turnEnd(chatId)
    expect(results()).toMatchObject([
      { text: 'The call of the MCP server odd failed: It ended.', isError: true },
    ])
    const state = async () => (await test.engine.handlers['mcp.overview']({})).servers[0]?.state.kind
    await until(async () => (await state()) === 'failed')
    await test.clock.advance(1000)
    await until(async () => (await state()) === 'ready')
    test.model.script({ calls: [call('greet', { who: 'me' })] }, { text: 'Fine.' })
    await test.send(chatId, 'again')
    await test.turnEnd(chatId)
    expect(results()?.at(-1)).toMatchObject({ isError: false })
  })

  it('ends with Stop, which its server hears (A-009)', async () => {
    const chatId = await chatIn('bypass')
    test.model.script({ calls: [call('silent', {})] })
    await test.send(chatId, 'wait')
    await inStage(chatId, 'running')
    await test.engine.handlers['chat.stop']({ chatId })
    const log = () => test.engine.handlers['mcp.log']({ workspaceId: null, name: 'odd' })
    await until(async () => (await log()).includes('cancelled:'))
  })
})

it('/mcp answers with the servers and how they do, and costs nothing (A-044)', async () => {
  mkdirSync(join(test.workspace, '.vigil'))
  const named = { mcpServers: { strange: { command: 'anything' } } }
  writeFileSync(join(test.workspace, '.vigil', 'mcp.json'), JSON.stringify(named))
  const chatId = await chatIn('standard')
  await test.send(chatId, '/mcp')
  const notice = await until(async () => (await test.items(chatId)).find((one) => one.kind === 'notice'))
  expect(notice).toMatchObject({
    notice: {
      type: 'mcp',
      servers: [
        { name: 'odd', state: 'idle' },
        { name: 'strange', state: 'untrusted' },
      ],
    },
  })
  expect(test.model.requests).toEqual([])
})
