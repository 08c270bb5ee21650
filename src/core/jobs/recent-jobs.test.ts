import { describe, expect, it } from 'vitest'
import { RECENT_JOBS_MAX } from '../../shared/command'
import { CHAT, type CommandKit, createCommandKit, OTHER_CHAT } from '../testing/command-kit'
import { settle } from '../testing/fake-clock'

async function job(kit: CommandKit, command: string, code = 0, chatId = CHAT) {
  const { id } = await kit.call(command, { chatId })
  await kit.clock.advance(5000)
  kit.host.last().exit(code)
  await settle()
  return id
}
const recent = ({ service }: CommandKit) => service.recentCards().map(({ command }) => command)

describe('the list of recent jobs', () => {
  it('has the background jobs of all chats that are over, newest first, also after a restart', async () => {
    const kit = createCommandKit()
    await job(kit, 'npm test')
    await job(kit, 'make', 2, OTHER_CHAT)
    await kit.call('sleep 60')
    await kit.clock.advance(5000)
    // One that the agent waited for to its end was no background job.
    await kit.call('ls')
    kit.host.last().exit(0)
    await settle()
    expect(recent(kit)).toEqual(['make', 'npm test'])
    await kit.service.dispose()
    expect(recent(kit.restart())).toEqual(['sleep 60', 'make', 'npm test'])
  })

  it('does not have what the person took off it, and loses nothing of that', async () => {
    const kit = createCommandKit()
    const id = await job(kit, 'npm test')
    kit.service.dismiss(id)
    expect(recent(kit)).toEqual([])
    expect(kit.cards.at(-1)).toMatchObject({ id, isRecent: false, state: { kind: 'ended' } })
    expect(kit.service.newestCards()).toMatchObject([{ id }])
    expect(recent(kit.restart())).toEqual([])
  })

  it('has a command with processes left behind only when those are gone', async () => {
    const kit = createCommandKit()
    const { id } = await kit.call('daemon')
    await kit.clock.advance(5000)
    kit.host.last().exit(0, { leftovers: [4711] })
    await settle()
    expect(recent(kit)).toEqual([])
    await kit.service.stop(id, 'user')
    expect(recent(kit)).toEqual(['daemon'])
  })

  it('is bounded', async () => {
    const kit = createCommandKit()
    for (let at = 0; at <= RECENT_JOBS_MAX; at++) await job(kit, `job ${at}`)
    expect(recent(kit)).toHaveLength(RECENT_JOBS_MAX)
    expect(recent(kit)).not.toContain('job 0')
  })
})
