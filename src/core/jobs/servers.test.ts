import { describe, expect, it } from 'vitest'
import type { CommandId } from '../../shared/ids'
import { CHAT, type CommandKit, createCommandKit, TURN } from '../testing/command-kit'
import { settle } from '../testing/fake-clock'

const BANNER = '\n  VITE v5.4.0  ready in 320 ms\n\n  ➜  Local:   http://localhost:5173/\n'
const isServer = (kit: CommandKit, id: CommandId) => kit.service.card(id)?.server ?? null

describe('a server', () => {
  it('ends the waiting of its call two seconds after its sign (S-176, S-189, S-190)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('npm run dev')
    await kit.clock.advance(700)
    kit.host.last().write(BANNER)
    await kit.clock.advance(1999)
    expect(call.report).toBeNull()
    await kit.clock.advance(1)
    expect(call.report?.record).toMatchObject({
      state: { kind: 'background', reason: 'server' },
      server: { address: 'http://localhost:5173/' },
    })
    expect(call.report?.output.text).toBe(BANNER)
    expect(kit.host.last().stops).toBe(0)
  })

  it('is recognised by an unfinished line, too (S-195)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('serve')
    kit.host.last().write('Listening on port 8080')
    await kit.clock.advance(2000)
    expect(call.report?.record.server).toEqual({ address: null })
  })

  it('is not recognised while it goes on printing, nor by an address of an earlier burst (S-196)', async () => {
    const kit = createCommandKit()
    const { id } = await kit.call('npm run e2e')
    kit.host.last().write(BANNER)
    for (let step = 0; step < 6; step++) {
      await kit.clock.advance(1000)
      kit.host.last().write(`test ${step}\n`)
    }
    await kit.clock.advance(60_000)
    expect(isServer(kit, id)).toBeNull()
  })

  it('is none when it ends (S-197, B-116)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('echo')
    kit.host.last().write('listening on port 3000\n')
    await kit.clock.advance(1000)
    kit.host.last().exit(1)
    await kit.clock.advance(60_000)
    expect(call.report?.record).toMatchObject({ state: { end: { by: 'exit', code: 1 } }, server: null })
    expect(kit.clock.pendingTimers).toBe(0)
  })

  it('is recognised at any moment in the background, and stays one (S-191, S-192)', async () => {
    const kit = createCommandKit()
    const { id } = await kit.call('npm run dev')
    await kit.clock.advance(20_000)
    kit.host.last().write('Found 0 errors. Watching for file changes.\n')
    await kit.clock.advance(2000)
    expect(isServer(kit, id)).toEqual({ address: null })
    expect(kit.store.get(id)?.server).toEqual({ address: null })
    kit.host.last().write('File change detected.\n')
    await kit.clock.advance(60_000)
    expect(isServer(kit, id)).toEqual({ address: null })
  })

  it('does not end an explicit waiting, but is known when it is over (S-182, S-190)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('npm run dev', { waitMs: 10_000, isExplicit: true })
    kit.host.last().write(BANNER)
    await kit.clock.advance(9999)
    expect(call.report).toBeNull()
    await kit.clock.advance(1)
    expect(call.report?.record).toMatchObject({ state: { reason: 'waiting-ran-out' }, server: {} })
  })

  it('is told of when it ends, and outlives both Stops (S-193, S-194, S-297, S-337)', async () => {
    const kit = createCommandKit()
    const { id } = await kit.call('npm run dev')
    kit.host.last().write(BANNER)
    await kit.clock.advance(2000)
    await kit.service.stopChat(CHAT, TURN)
    await kit.service.stopWaiting(CHAT)
    expect(kit.host.last().stops).toBe(0)
    kit.host.last().exit(1)
    await settle()
    expect(kit.service.takeNotices(CHAT).text).toContain('Result: exit code 1')
    expect(kit.service.card(id)?.state.kind).toBe('ended')
  })

  it('is in the list after a stop, not in the list of a completion (S-236, S-304)', async () => {
    const kit = createCommandKit()
    await kit.call('npm run dev')
    kit.host.last().write(BANNER)
    await kit.clock.advance(2000)
    expect(kit.service.stillRunningText(CHAT)).toContain('T1 (Call ID: call-1), server, running for 2.0 s')
    const delivery = { untold: [], withList: true }
    expect(kit.service.tell(CHAT, delivery).text).toBe('')
  })

  it('stays an ordinary command when its output cannot be read', async () => {
    const kit = createCommandKit()
    const { id } = await kit.call('npm run dev')
    kit.host.last().write(BANNER)
    kit.host.logs.failReads(new Error('gone'))
    await kit.clock.advance(2000)
    expect(isServer(kit, id)).toBeNull()
    expect(kit.bugs).toHaveLength(1)
  })
})

describe('a command that only waits', () => {
  const WAITS = { isWaitOnly: true, waitMs: 60_000 }

  it('does not go to the background after five seconds, and ends with its own code (S-200, S-206)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('sleep 30', WAITS)
    await kit.clock.advance(30_000)
    expect(call.report).toBeNull()
    kit.host.last().exit(0)
    await settle()
    expect(call.report?.record.state).toMatchObject({ end: { by: 'exit', code: 0, closedPipe: false } })
    expect(call.report?.record.state).not.toHaveProperty('end.waitOver')
  })

  it('ends with a background command, without a stop of the user (S-202, S-204, S-205, S-209)', async () => {
    const kit = createCommandKit()
    await kit.call('npm test')
    await kit.clock.advance(5000)
    const call = await kit.call('sleep 60', WAITS)
    await kit.clock.advance(3000)
    kit.host.of('npm test').exit(0)
    await settle()
    expect(call.report?.record.state).toMatchObject({
      kind: 'ended',
      end: { by: 'exit', code: 0, waitOver: { by: 'others-ended', terminalIds: ['T1'], subagents: 0 } },
    })
    expect(kit.host.last().stops).toBe(1)
    expect(kit.service.takeNotices(CHAT).records.map((record) => record.terminalId)).toEqual(['T1'])
  })

  it('is ended at its limit (S-201, S-205)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('sleep 300', WAITS)
    await kit.clock.advance(60_000)
    expect(call.report?.record.state).toMatchObject({ end: { waitOver: { by: 'limit', ms: 60_000 } } })
  })

  it('is ended by a message of the user, not sent to the background (S-208)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('sleep 60', WAITS)
    kit.userSpeaks()
    await settle()
    expect(call.report?.record.state).toMatchObject({ end: { waitOver: { by: 'user-message' } } })
  })

  it('is stopped by Stop like any other (S-292)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('sleep 60', WAITS)
    await kit.service.stopChat(CHAT, TURN)
    expect((await call.done).record.state).toMatchObject({ end: { by: 'stop', who: 'user' } })
  })

  it('can be sent to the background by the user (S-188)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('sleep 60', WAITS)
    kit.service.moveToBackground(call.id)
    await settle()
    expect(call.report?.record.state).toMatchObject({ kind: 'background', reason: 'user' })
  })
})
