import { describe, expect, it } from 'vitest'
import { commandStatus, exitCodeOf } from '../../shared/command'
import { EngineError } from '../../shared/errors'
import { CHAT, createCommandKit, OTHER_CHAT, ROOT, refusal } from '../testing/command-kit'
import { settle } from '../testing/fake-clock'

const asks = {
  approval: { kind: 'ask' as const, reasons: [{ code: 'not-read-only' as const, segment: 'make' }] },
}

describe('approval', () => {
  it('shows the card at once and pending (S-008, S-003)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make', asks)
    expect(kit.cards).toHaveLength(1)
    expect(kit.cards[0]).toMatchObject({
      command: 'make',
      terminalId: 'T1',
      workdir: null,
      state: { kind: 'pending', question: { reasons: [{ code: 'not-read-only', segment: 'make' }] } },
    })
    expect(kit.host.started).toEqual([])
    expect(call.report).toBeNull()
  })

  it('starts after the approval, and the waiting starts with the process (S-009, S-013)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make', asks)
    await kit.clock.advance(60_000)
    kit.service.approve(call.id)
    await kit.clock.advance(4999)
    expect(call.report).toBeNull()
    await kit.clock.advance(1)
    expect(call.report?.record.state.kind).toBe('background')
  })

  it('never starts what the user rejected and keeps showing it (S-010)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make', asks)
    const { id } = call
    kit.service.reject(id, 'not now')
    await settle()
    expect(call.report?.record.state).toMatchObject({ kind: 'rejected', text: 'not now' })
    expect(kit.host.started).toEqual([])
    expect(kit.service.card(id)?.state.kind).toBe('rejected')
  })

  it('lets a command without a question pass through pending unseen (S-011)', async () => {
    const kit = createCommandKit()
    await kit.call('ls')
    expect(kit.cards.map((card) => card.state.kind)).toEqual(['preparing', 'running'])
  })

  it('decides several pending commands independently, in any order (S-012)', async () => {
    const kit = createCommandKit()
    const first = await kit.call('one', asks)
    const second = await kit.call('two', asks)
    const third = await kit.call('three', asks)
    kit.service.approve(third.id)
    kit.service.reject(first.id, null)
    await settle()
    expect(kit.host.started.map((each) => each.spec.command)).toEqual(['three'])
    expect(first.report?.record.state.kind).toBe('rejected')
    expect(second.report).toBeNull()
    expect(kit.service.card(second.id)?.state.kind).toBe('pending')
    kit.host.last().exit(0)
    await settle()
    expect(third.report?.record.state.kind).toBe('ended')
  })

  it('refuses to decide twice or about nothing', async () => {
    const kit = createCommandKit()
    const { id } = await kit.call('make', asks)
    kit.service.approve(id)
    expect(refusal(() => kit.service.approve(id))).toBe('not-pending')
    expect(refusal(() => kit.service.reject(id, null))).toBe('not-pending')
    expect(refusal(() => kit.service.approve('nothing' as typeof id))).toBe('unknown-command')
  })

  it('cancels a pending command on Stop, and it cannot be approved any more (S-309)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make', asks)
    call.stop.abort()
    await settle()
    expect(call.report?.record.state).toMatchObject({ kind: 'cancelled', because: 'stopped-before-start' })
    expect(refusal(() => kit.service.approve(call.id))).toBe('not-pending')
    expect(kit.host.started).toEqual([])
  })

  it('keeps a message that came while the command was pending from ending its waiting (S-184)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make', asks)
    kit.userSpeaks()
    kit.service.approve(call.id)
    await settle()
    expect(call.report).toBeNull()
    kit.userSpeaks()
    await settle()
    expect(call.report?.record.state).toMatchObject({ kind: 'background', reason: 'user-message' })
  })
})

describe('start', () => {
  it('hands the command over exactly as written, in its folder (S-002, S-036, S-083)', async () => {
    const kit = createCommandKit()
    const text = '  printf \'%s\\n\' "$x" |\\\n  cat  '
    await kit.call(text, { cwd: `${ROOT}/packages/web` })
    expect(kit.host.last().spec).toMatchObject({ command: text, cwd: `${ROOT}/packages/web` })
    expect(kit.cards[0]).toMatchObject({ command: text, workdir: 'packages/web' })
  })

  it('shows the folder under the command unless it is the root (S-088, S-089)', async () => {
    const kit = createCommandKit()
    await kit.call('a', { cwd: '/srv' })
    await kit.call('b')
    expect(kit.service.cardsOf(CHAT).map((card) => card.workdir)).toEqual(['/srv', null])
  })

  it('cancels during the preparation of the shell, and nothing starts afterwards (S-306, S-307)', async () => {
    const kit = createCommandKit()
    const held = kit.shells.hold()
    const call = await kit.call('make')
    call.stop.abort()
    await settle()
    expect(call.report?.record.state).toMatchObject({ kind: 'cancelled', because: 'stopped-before-start' })
    held.release()
    await settle()
    expect(kit.host.started).toEqual([])
  })

  it('cancels while the host starts the process (S-306, S-307)', async () => {
    const kit = createCommandKit()
    const held = kit.host.hold()
    const call = await kit.call('make')
    await kit.service.stop(call.id, 'user')
    held.release()
    await settle()
    expect(call.report?.record.state.kind).toBe('cancelled')
    expect(kit.host.started.every((each) => each.stops > 0)).toBe(true)
  })

  it('shows a command that could not start, with the reason (S-003)', async () => {
    const kit = createCommandKit()
    kit.host.failNext(new EngineError('spawn-failed', 'spawn /bin/bash EACCES'))
    const call = await kit.call('make')
    expect(call.report?.record.state).toMatchObject({
      kind: 'not-started',
      because: 'spawn-failed',
      message: 'spawn /bin/bash EACCES',
    })
  })

  it('shows a folder that vanished after the approval as missing (S-092)', async () => {
    const kit = createCommandKit()
    kit.host.failNext(new EngineError('workdir-missing', 'Working directory does not exist: /gone'))
    const call = await kit.call('make')
    expect(call.report?.record.state).toMatchObject({ kind: 'not-started', because: 'workdir-missing' })
  })

  it('shows the line about the shell that was really used (S-022)', async () => {
    const kit = createCommandKit()
    kit.shells.shell.note = { code: 'profile-missing', profile: 'zsh', used: 'bash' }
    await kit.call('make')
    expect(kit.cards.at(-1)?.shellNote).toEqual({ code: 'profile-missing', profile: 'zsh', used: 'bash' })
  })

  it('shows that the shell’s login files had to be left out (S-306)', async () => {
    const kit = createCommandKit()
    kit.host.loginNote = { code: 'login-too-slow' }
    await kit.call('make')
    expect(kit.cards.at(-1)?.shellNote).toEqual({ code: 'login-too-slow' })
  })
})

describe('waiting', () => {
  it('returns the end of a quick command with everything it printed (S-071, S-163)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('echo hi')
    kit.host.last().write('hi\n')
    kit.host.last().exit(0)
    await settle()
    expect(call.report?.output.text).toBe('hi\n')
    expect(exitCodeOf((await call.done).record.state)).toBe(0)
    expect(kit.clock.pendingTimers).toBe(0)
    expect(kit.service.takeNotices(CHAT).records).toEqual([])
  })

  it('goes to the background under its own name, same process (S-166, S-172…S-174, S-210)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('npm test')
    kit.host.last().write('12 passed\nrunn')
    await kit.clock.advance(5000)
    expect(call.report?.record.state).toMatchObject({ kind: 'background', reason: 'waiting-ran-out' })
    expect(call.report?.output.text).toBe('12 passed\nrunn')
    const next = await kit.call('ls')
    kit.host.of('ls').exit(0)
    await settle()
    expect(next.report?.record).toMatchObject({ terminalId: 'T2' })
    expect(kit.host.started).toHaveLength(2)
    expect(kit.host.of('npm test').stops).toBe(0)
  })

  it('ends for every waiting command when the user sends a message (S-184…S-187)', async () => {
    const kit = createCommandKit()
    const first = await kit.call('one', { waitMs: 60_000 })
    const second = await kit.call('two', { waitMs: 60_000 })
    kit.userSpeaks()
    await settle()
    expect(first.report?.record.state).toMatchObject({ kind: 'background', reason: 'user-message' })
    expect(second.report?.record.state).toMatchObject({ kind: 'background', reason: 'user-message' })
    expect(kit.host.started.map((each) => each.stops)).toEqual([0, 0])
  })

  it('ends when the user moves the command to the background (S-188)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make')
    const { id } = call
    kit.service.moveToBackground(id)
    await settle()
    expect(call.report?.record.state).toMatchObject({ kind: 'background', reason: 'user' })
    expect(refusal(() => kit.service.moveToBackground(id))).toBe('not-running')
  })

  it('reports the end when the command ended while its output was read (S-237)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make')
    kit.host.last().write('all\n')
    const { after } = kit.host.logs
    kit.host.logs.after = async (...range) => {
      kit.host.logs.after = after
      kit.host.last().exit(0)
      await settle()
      return after(...range)
    }
    await kit.clock.advance(5000)
    expect(call.report?.record.state.kind).toBe('ended')
    expect(call.report?.output.text).toBe('all\n')
    expect(kit.service.takeNotices(CHAT).text).toBe('')
  })
})

describe('the card', () => {
  it('follows the output without a disk write, and skips unchanged frames (S-159, S-160, S-150)', async () => {
    const kit = createCommandKit()
    await kit.call('make')
    let writes = 0
    const { save } = kit.store
    kit.store.save = (record) => {
      writes += 1
      save(record)
    }
    const before = kit.cards.length
    kit.host.last().write('one\ntwo\n')
    kit.host.last().redraw('3 of 5')
    kit.host.last().redraw('3 of 5')
    expect(kit.cards.slice(before).map((card) => card.output)).toEqual([
      { bytes: 8, lines: 2, lastLine: 'two', full: { kind: 'none' } },
      { bytes: 8, lines: 3, lastLine: '3 of 5', full: { kind: 'none' } },
    ])
    expect(writes).toBe(0)
  })

  it('is stored at once when the command goes to the background, is stopped or ends (S-161)', async () => {
    const kit = createCommandKit()
    const { id } = await kit.call('make')
    kit.host.last().write('so far\n')
    await kit.clock.advance(5000)
    expect(kit.store.get(id)).toMatchObject({ state: { kind: 'background' }, output: { bytes: 7 } })
    kit.host.last().onStop = 'ignores'
    const stopped = kit.service.stop(id, 'user')
    await settle()
    expect(kit.store.get(id)?.state.kind).toBe('stopping')
    await kit.clock.advance(2000)
    await stopped
    expect(kit.store.get(id)?.state).toMatchObject({ kind: 'ended', end: { by: 'stop', signal: 'SIGKILL' } })
  })

  it('gets the end of a background command by itself (S-158)', async () => {
    const kit = createCommandKit()
    await kit.call('make')
    await kit.clock.advance(5000)
    kit.host.last().write('done\n')
    kit.host.last().exit(2)
    await settle()
    const card = kit.cards.at(-1)
    expect(card && commandStatus(card.state)).toBe('failed')
    expect(card?.output).toMatchObject({ lines: 1, lastLine: 'done' })
  })

  it('counts what a finished command left behind, until the user ends it (S-219, B-118)', async () => {
    const kit = createCommandKit()
    const { id } = await kit.call('sleep 40 & echo left')
    kit.host.last().exit(0, { leftovers: [4711] })
    await settle()
    expect(kit.service.card(id)).toMatchObject({ leftovers: 1, state: { kind: 'ended' } })
    expect(kit.host.last().disposed).toBe(false)
    await kit.service.stop(id, 'user')
    expect(kit.host.last().disposed).toBe(true)
    expect(kit.service.card(id)?.leftovers).toBe(0)
  })

  it('notices when what a command left behind ends by itself (S-219)', async () => {
    const kit = createCommandKit()
    const { id } = await kit.call('daemon')
    const daemon = kit.host.last()
    daemon.exit(0, { leftovers: [4711, 4712] })
    await settle()
    daemon.leftovers = [4712]
    await kit.clock.advance(3000)
    expect(kit.cards.at(-1)).toMatchObject({ id, leftovers: 1 })
    daemon.leftovers = []
    await kit.clock.advance(3000)
    expect(kit.cards.at(-1)).toMatchObject({ id, leftovers: 0 })
    expect(kit.service.aliveCards()).toEqual([])
    expect(kit.clock.pendingTimers).toBe(0)
  })

  it('offers the full output once it is longer than the agent reads, and not when it could not be kept (S-133, S-147)', async () => {
    const kit = createCommandKit()
    await kit.call('seq')
    kit.host.last().write('0123456789\n'.repeat(2000))
    expect(kit.cards.at(-1)?.output.full).toEqual({ kind: 'saved', bytes: 22_000 })
    kit.host.last().trouble('write-failed')
    expect(kit.cards.at(-1)?.output.full).toEqual({ kind: 'unavailable' })
  })

  it('belongs to its chat', async () => {
    const kit = createCommandKit()
    await kit.call('one')
    await kit.call('two', { chatId: OTHER_CHAT })
    expect(kit.service.cardsOf(CHAT).map((card) => card.command)).toEqual(['one'])
    expect(kit.service.aliveCards()).toHaveLength(2)
    expect(kit.service.find(OTHER_CHAT, 'T1')?.command).toBe('two')
    expect(kit.service.find(OTHER_CHAT, 'T2')).toBeNull()
  })

  it('keeps going when the disk refuses a write, and says so', async () => {
    const kit = createCommandKit()
    kit.store.save = () => {
      throw new Error('disk full')
    }
    const call = await kit.call('make')
    kit.host.last().exit(0)
    await settle()
    expect(call.report?.record.state.kind).toBe('ended')
    expect(kit.bugs.length).toBeGreaterThan(0)
  })
})
