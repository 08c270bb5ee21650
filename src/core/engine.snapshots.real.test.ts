import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatId } from '../shared/ids'
import type { ChatSnapshot } from '../shared/permissions'
import type { Git } from './ports'
import { createGit } from './process/git-process'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

const git = createGit({ env: process.env, platform: 'linux' })
let test: TestEngine
let chatId: ChatId
const start = async (of?: Git) => {
  test = await createTestEngine(undefined, of)
  chatId = (await test.newChat()).id
}
beforeEach(() => start(git))
afterEach(async () => {
  await test.dispose()
  expect(test.bugs).toEqual([])
})

const handlers = () => test.engine.handlers
const bypass = (more: { withoutSnapshot?: boolean } = {}) =>
  handlers()['chat.setMode']({ chatId, mode: 'bypass', confirmed: true, ...more })
const file = (name: string) => join(test.workspace, name)
const read = (name: string) => readFileSync(file(name), 'utf8')
/** Snapshots as the window saw them, each state once. */
const shown = () => {
  const states = test.events.flatMap((event) =>
    event.name === 'chat.changed' && event.payload.chat.id === chatId ? [event.payload.chat.snapshot] : [],
  )
  return states.filter((state, index) => JSON.stringify(state) !== JSON.stringify(states[index - 1]))
}
const kinds = (states: (ChatSnapshot | null)[]) => states.map((state) => state?.state ?? null)

describe('entering Bypass', () => {
  it('takes a snapshot first, which can be restored, and the restore taken back (A-022, A-023, A-024)', async () => {
    writeFileSync(file('a.txt'), 'before')
    await bypass()
    expect(await test.chat(chatId)).toMatchObject({
      mode: 'bypass',
      snapshot: { state: 'ready', files: 1, bytes: 6, skipped: { count: 0 }, restoredAt: null },
    })
    expect(kinds(shown())).toEqual([null, 'taking', 'ready'])

    writeFileSync(file('a.txt'), 'after')
    writeFileSync(file('b.txt'), 'new')
    expect(await handlers()['snapshot.preview']({ chatId })).toMatchObject({
      changed: ['a.txt'],
      created: ['b.txt'],
      counts: { changed: 1, deleted: 0, created: 1 },
    })
    expect(await handlers()['snapshot.restore']({ chatId })).toEqual({
      restored: 1,
      removed: 1,
      kept: 0,
      failed: [],
    })
    expect([read('a.txt'), existsSync(file('b.txt'))]).toEqual(['before', false])
    expect((await test.chat(chatId)).snapshot).toMatchObject({ restoredAt: expect.any(Number) })
    // The mode is the person's to change.
    expect((await test.chat(chatId)).mode).toBe('bypass')

    // Both outlive the app.
    await test.crashAndRestart()
    await handlers()['snapshot.undoRestore']({ chatId })
    expect([read('a.txt'), read('b.txt')]).toEqual(['after', 'new'])
    await expect(handlers()['snapshot.undoRestore']({ chatId })).rejects.toMatchObject({
      code: 'no-snapshot',
    })
    expect((await test.chat(chatId)).snapshot).toMatchObject({ state: 'ready', restoredAt: null })

    // The agent hears of both with the next message.
    test.model.script({ text: 'ok' })
    await test.send(chatId, 'go on')
    await test.turnEnd(chatId)
    const told = JSON.stringify(test.model.requests.at(-1)?.messages)
    expect(told.match(/\[Workspace restored/g)).toHaveLength(2)
  })

  it('says that there is no git, and enters when the person goes without a snapshot (A-024, A-027)', async () => {
    await test.dispose()
    await start()
    await expect(bypass()).rejects.toMatchObject({ code: 'snapshot-failed' })
    expect(await test.chat(chatId)).toMatchObject({
      mode: 'standard',
      snapshot: { state: 'failed', because: 'no-git' },
    })
    await bypass({ withoutSnapshot: true })
    expect(await test.chat(chatId)).toMatchObject({ mode: 'bypass', snapshot: null })
    await expect(handlers()['snapshot.preview']({ chatId })).rejects.toMatchObject({ code: 'no-snapshot' })
    await expect(handlers()['snapshot.restore']({ chatId })).rejects.toMatchObject({ code: 'no-snapshot' })
  })

  it('is cancelled by another mode, and by the end of the app (A-030)', async () => {
    let begun = 0
    const slow: Git = {
      run: (_call, signal) =>
        new Promise((_resolve, reject) => {
          begun += 1
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        }),
    }
    await test.dispose()
    await start(slow)
    const entering = bypass().catch((error: unknown) => error)
    await until(() => begun === 1)
    expect((await test.chat(chatId)).snapshot).toMatchObject({ state: 'taking' })
    await handlers()['chat.setMode']({ chatId, mode: 'plan' })
    expect(await entering).toMatchObject({ code: 'aborted' })
    expect(await test.chat(chatId)).toMatchObject({ mode: 'plan', snapshot: null })

    const again = bypass().catch((error: unknown) => error)
    await until(() => begun === 2)
    await test.engine.dispose()
    expect(await again).toMatchObject({ code: 'aborted' })
  })

  it('gives up after a minute and says so (A-024)', async () => {
    let begun = false
    const stuck: Git = {
      run: (_call, signal) =>
        new Promise((_resolve, reject) => {
          begun = true
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        }),
    }
    await test.dispose()
    await start(stuck)
    const entering = bypass().catch((error: unknown) => error)
    await until(() => begun)
    await test.clock.advance(60_000)
    expect(await entering).toMatchObject({ code: 'snapshot-failed' })
    expect((await test.chat(chatId)).snapshot).toMatchObject({ state: 'failed', because: 'timed-out' })
  })

  it('changes no file while the agent works', async () => {
    writeFileSync(file('a.txt'), 'before')
    await bypass()
    test.model.script({ calls: [{ tool: 'shell', args: { command: 'make' } }] }, { text: 'done' })
    await test.send(chatId, 'go')
    await test.card(chatId, 'running')
    await expect(handlers()['snapshot.restore']({ chatId })).rejects.toMatchObject({ code: 'turn-running' })
    test.processes.last().exit(0)
    await test.turnEnd(chatId)
  })

  it('forgets the snapshot with its chat (A-141)', async () => {
    writeFileSync(file('a.txt'), 'a')
    await bypass()
    const folder = join(test.workspace, '..', 'data', 'snapshots')
    expect(readdirSync(folder)).toHaveLength(1)
    await handlers()['chat.delete']({ chatId })
    await until(() => readdirSync(folder).length === 0)
    rmSync(folder, { recursive: true })
  })
})
