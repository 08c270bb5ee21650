import { describe, expect, it } from 'vitest'
import { MODEL_OUTPUT_MAX_BYTES } from '../output/excerpt'
import { CHAT, type CommandKit, createCommandKit, OTHER_CHAT, TURN } from '../testing/command-kit'
import { settle } from '../testing/fake-clock'

/** A command in the background that has printed `first`. */
async function inBackground(kit: CommandKit, command = 'npm test', first = 'seen\n') {
  const call = await kit.call(command)
  if (first !== '') kit.host.of(command).write(first)
  await kit.clock.advance(5000)
  return call
}

describe('a background command that ends by itself', () => {
  it('is told once, with exit code, duration, unseen output, Call ID and sender (S-224…S-229)', async () => {
    const kit = createCommandKit()
    await inBackground(kit)
    kit.host.last().write('news\n')
    await kit.clock.advance(60_000)
    kit.host.last().exit(1)
    await settle()

    const notices = kit.service.takeNotices(CHAT)
    expect(notices.text).toBe(
      [
        '[Background command ended, from Vigil, not from the user]',
        'Call ID: call-1',
        'terminal_id: T1',
        'Command: npm test',
        'Result: exit code 1',
        'Ran for: 1 min 5 s',
        'Output you have not seen, between the two lines that say output-1:',
        '--- output-1 ---',
        'news',
        '--- output-1 ---',
      ].join('\n'),
    )
    kit.service.markTold(notices.records.map(({ id }) => id))
    expect(kit.service.takeNotices(CHAT)).toEqual({ records: [], text: '' })
  })

  it('is kept until a message really carried it (S-237)', async () => {
    const kit = createCommandKit()
    await inBackground(kit)
    kit.host.last().exit(0)
    await settle()
    const first = kit.service.takeNotices(CHAT)
    expect(kit.service.takeNotices(CHAT).text).toBe(first.text)
  })

  it('says that there is nothing new (S-227)', async () => {
    const kit = createCommandKit()
    await inBackground(kit)
    kit.host.last().exit(0)
    await settle()
    expect(kit.service.takeNotices(CHAT).text).toContain('Output you have not seen: none')
  })

  it('does not call lost output no output, in a result or in a message (S-147)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('npm test')
    kit.host.last().trouble('write-failed')
    kit.host.last().write('lost\n')
    await kit.clock.advance(5000)
    expect(call.report?.output.failure).toBe('it could not be written to the disk')
    kit.host.last().exit(0)
    await settle()
    expect(kit.service.takeNotices(CHAT).text).toContain(
      'Output you have not seen: could not be read (it could not be written to the disk)',
    )
  })

  it('tells of a line shown unfinished only the rest (S-227)', async () => {
    const kit = createCommandKit()
    await inBackground(kit, 'curl', 'begin')
    kit.host.last().write(' and end\n')
    kit.host.last().exit(0)
    await settle()
    expect(kit.service.takeNotices(CHAT).text).toContain('---\n and end\n---')
  })

  it('describes an end without a usable exit code in words (S-239)', async () => {
    const kit = createCommandKit()
    await inBackground(kit)
    kit.host.last().die('SIGKILL', 137)
    await settle()
    expect(kit.service.takeNotices(CHAT).text).toContain('Result: killed by SIGKILL, exit code 137')
  })

  it('stays within the limit and names the file with everything (S-115, S-120)', async () => {
    const kit = createCommandKit()
    await inBackground(kit)
    kit.host.last().write('0123456789\n'.repeat(10_000))
    kit.host.last().exit(0)
    await settle()
    const { text } = kit.service.takeNotices(CHAT)
    expect(Buffer.byteLength(text)).toBeLessThan(MODEL_OUTPUT_MAX_BYTES + 1024)
    expect(text).toContain('Output size: 110000 bytes')
    expect(text).toContain('Full output: /outputs/chat-1/cmd-1.log')
  })

  it('comes in the order of the ends, and only to its own chat (S-246)', async () => {
    const kit = createCommandKit()
    await inBackground(kit, 'first started')
    await inBackground(kit, 'first ended')
    kit.host.of('first ended').exit(0)
    await kit.clock.advance(10)
    kit.host.of('first started').exit(0)
    await settle()
    const commands = kit.service.takeNotices(CHAT).records.map((record) => record.command)
    expect(commands).toEqual(['first ended', 'first started'])
    expect(kit.service.takeNotices(OTHER_CHAT).text).toBe('')
  })

  it('is not told when the agent read the end itself (S-284)', async () => {
    const kit = createCommandKit()
    const { id } = await inBackground(kit)
    kit.host.last().write('news\n')
    kit.host.last().exit(0)
    await settle()
    const report = await kit.service.report(id)
    expect(report).toMatchObject({ record: { state: { kind: 'ended' } }, output: { text: 'news\n' } })
    // A result that is never stored tells nothing: the app may end before.
    expect(kit.service.takeNotices(CHAT).text).toContain('news')
    kit.service.markSeen(report.seen ? [report.seen] : [])
    expect(kit.service.takeNotices(CHAT).text).toBe('')
  })

  it('still has its unseen output when the agent reads it before the notice was told (S-277)', async () => {
    const kit = createCommandKit()
    const { id } = await inBackground(kit)
    kit.host.last().write('news\n')
    kit.host.last().exit(0)
    await settle()
    kit.service.takeNotices(CHAT)
    expect((await kit.service.report(id)).output.text).toBe('news\n')
    expect((await kit.service.report(id)).output.text).toBe('')
  })

  it('waits for the next message after a stop; nothing is lost (S-305)', async () => {
    const kit = createCommandKit()
    const { id } = await inBackground(kit)
    await kit.service.stopChat(CHAT, null)
    kit.host.last().exit(0)
    await settle()
    expect(kit.service.card(id)?.state.kind).toBe('ended')
    expect(kit.service.takeNotices(CHAT).text).toContain('Result: exit code 0')
  })
})

describe('a command the user stopped', () => {
  it('becomes a Terminal event when nobody was waiting for it (S-301, S-314, S-316)', async () => {
    const kit = createCommandKit()
    const { id } = await inBackground(kit)
    await kit.service.stop(id, 'user')
    const { text } = kit.service.takeNotices(CHAT)
    expect(text).toContain('[Terminal event, from Vigil, not from the user]')
    expect(text).toContain('Call ID: call-1\nterminal_id: T1\nCommand: npm test')
    expect(text).toContain('stopped by the user (SIGTERM, exit code 143)')
  })

  it('is one Terminal event each after Stop, followed by what still runs (S-301…S-304)', async () => {
    const kit = createCommandKit()
    const single = await inBackground(kit, 'stopped alone')
    await inBackground(kit, 'stopped with the turn')
    const moved = await kit.call('moved', { waitMs: 60_000 })
    kit.service.moveToBackground(moved.id)
    await settle()
    await kit.service.stop(single.id, 'user')
    await kit.service.stopChat(CHAT, TURN)
    expect(kit.service.takeNotices(CHAT).text.match(/Terminal event/g)).toHaveLength(2)
    expect(kit.service.stillRunningText(CHAT)).toBe(
      [
        '[Still running in the background, from Vigil, not from the user]',
        '- T3 (Call ID: call-3), running for 0.0 s: moved',
      ].join('\n'),
    )
  })

  it('has no list when nothing runs (S-235, S-303)', () => {
    expect(createCommandKit().service.stillRunningText(CHAT)).toBe('')
  })

  it('is only in the result when the agent was waiting (S-318)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make')
    await kit.service.stop(call.id, 'user')
    expect((await call.done).record.state).toMatchObject({ end: { by: 'stop', who: 'user' } })
    expect(kit.service.takeNotices(CHAT).text).toBe('')
  })
})

describe('a command the agent stopped', () => {
  it('is told by the result of kill_terminal alone, and gives its name back (S-288, S-290)', async () => {
    const kit = createCommandKit()
    const { id } = await inBackground(kit)
    kit.host.last().write('news\n')
    const killed = await kit.service.kill(id)
    expect(killed).toMatchObject({
      record: { state: { end: { by: 'stop', who: 'agent', confirmed: true } } },
      output: { text: 'news\n' },
    })
    expect(kit.service.find(CHAT, 'T1')).toBeNull()
    expect(kit.service.background(CHAT)).toEqual([])
    expect(kit.service.takeNotices(CHAT).text).toBe('')
  })

  it('gives the final status of one that had ended (S-291)', async () => {
    const kit = createCommandKit()
    const { id } = await inBackground(kit)
    kit.host.last().exit(7)
    await settle()
    expect((await kit.service.kill(id)).record.state).toMatchObject({ end: { by: 'exit', code: 7 } })
    expect(kit.host.last().stops).toBe(0)
  })
})

describe('waiting for news', () => {
  const waiting = async (kit: CommandKit, id: Parameters<CommandKit['service']['report']>[0]) => {
    const stop = new AbortController()
    const state = { over: false, stop }
    void kit.service.waitForNews(id, 30_000, stop.signal).then(() => {
      state.over = true
    })
    await settle()
    return state
  }

  it('is over at once when there is unseen output (S-274)', async () => {
    const kit = createCommandKit()
    const { id } = await inBackground(kit)
    kit.host.last().write('news\n')
    expect((await waiting(kit, id)).over).toBe(true)
  })

  it('is over with new output, not with a redraw of a line that was seen (S-274)', async () => {
    const kit = createCommandKit()
    const { id } = await inBackground(kit, 'npm test', '10 %')
    const wait = await waiting(kit, id)
    kit.host.last().redraw('20 %')
    await settle()
    expect(wait.over).toBe(false)
    kit.host.last().write('\nnews\n')
    await settle()
    expect(wait.over).toBe(true)
    kit.host.last().exit(0)
    await settle()
    expect(kit.clock.pendingTimers).toBe(0)
  })

  it.each([
    ['the end', (kit: CommandKit) => kit.host.last().exit(0)],
    ['the user’s message', (kit: CommandKit) => kit.userSpeaks()],
    ['Stop', (_kit: CommandKit, wait: { stop: AbortController }) => wait.stop.abort()],
  ])('is over with %s (S-274)', async (_name, happen) => {
    const kit = createCommandKit()
    const { id } = await inBackground(kit)
    const wait = await waiting(kit, id)
    expect(wait.over).toBe(false)
    happen(kit, wait as never)
    await settle()
    expect(wait.over).toBe(true)
  })

  it('runs out (S-274)', async () => {
    const kit = createCommandKit()
    const { id } = await inBackground(kit)
    const wait = await waiting(kit, id)
    await kit.clock.advance(29_999)
    expect(wait.over).toBe(false)
    await kit.clock.advance(1)
    expect(wait.over).toBe(true)
  })
})
