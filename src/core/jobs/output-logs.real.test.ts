import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chatIdSchema, commandIdSchema } from '../../shared/ids'
import { createOutputLogs } from './output-logs'

const chat = chatIdSchema.parse('chat-1')
const command = commandIdSchema.parse('cmd-1')
let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vigil-logs-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe('output logs', () => {
  it('gives every chat an owner-only folder and every command a file (S-138…S-140)', async () => {
    const logs = createOutputLogs(root)
    const file = await logs.fileFor(chat, command)
    expect(file).toBe(join(root, 'chat-1', 'cmd-1.log'))
    expect((await stat(join(root, 'chat-1'))).mode & 0o777).toBe(0o700)
  })

  it('counts lines of any range, an unfinished one included', async () => {
    const logs = createOutputLogs(root)
    const file = await logs.fileFor(chat, command)
    await writeFile(file, 'one\ntwo\n')
    await appendFile(file, 'thr')
    expect(await logs.measure(file)).toEqual({ bytes: 11, lines: 3 })
    expect(await logs.countLines(file, 0, 8)).toBe(2)
    expect(await logs.countLines(file, 4, 11)).toBe(2)
    expect(await logs.countLines(file, 4, 4)).toBe(0)
    expect(logs.lastWrite(file)).toBeGreaterThan(0)
  })

  it('says when a log is gone, and removes a chat with its logs (S-146, S-147)', async () => {
    const logs = createOutputLogs(root)
    const file = await logs.fileFor(chat, command)
    expect(await logs.measure(file)).toBeNull()
    expect(logs.lastWrite(file)).toBeNull()
    await writeFile(file, 'x')
    await logs.removeChat(chat)
    await logs.removeChat(chat)
    expect(await readdir(root)).toEqual([])
  })
})
