import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RawExecOptions, readExecOptions } from './exec-options'
import { UsageError } from './usage-error'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-options-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const read = (words: string[], raw: RawExecOptions = {}, stdin = '') =>
  readExecOptions(words, raw, Readable.from([Buffer.from(stdin)]))

describe('arguments of vigil exec', () => {
  it('takes one command and its options', async () => {
    expect(await read(['ls -la'], { json: true, workdir: 'a', timeout: '9000', stopAfter: '0' })).toEqual({
      command: 'ls -la',
      json: true,
      workdir: 'a',
      timeoutMs: 9000,
      profile: null,
      stopAfterMs: 0,
    })
  })

  it('reads a command of any length from a file or standard input, without its last newline', async () => {
    const file = join(folder, 'command.sh')
    await writeFile(file, 'echo one\necho two\n')
    expect((await read([], { commandFile: file })).command).toBe('echo one\necho two')
    expect((await read([], { commandFile: '-' }, 'from stdin\r\n')).command).toBe('from stdin')
  })

  it.each<[string[], RawExecOptions, string]>([
    [[], {}, 'No command'],
    [['  '], {}, 'No command'],
    [['ls', '-la'], {}, 'as one argument'],
    [['ls'], { commandFile: 'x' }, 'not both'],
    [[], { commandFile: '/nonexistent/file' }, 'cannot be read (ENOENT)'],
    [[], { commandFile: '-' }, 'is empty'],
    [['ls'], { timeout: 'soon' }, '--timeout takes milliseconds'],
    [['ls'], { timeout: '' }, '--timeout takes milliseconds'],
    [['ls'], { stopAfter: '-1' }, '--stop-after takes milliseconds'],
  ])('says what is wrong with %j %j', async (words, raw, message) => {
    const failure = await read(words, raw).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UsageError)
    expect((failure as Error).message).toContain(message)
  })
})
