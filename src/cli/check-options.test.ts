import { describe, expect, it } from 'vitest'
import { readCheckLine, readCheckOptions } from './check-options'

const defaults = { workdir: null, mode: 'standard' as const, allow: [] }

describe('readCheckOptions', () => {
  it('reads a command with its rules', () => {
    expect(
      readCheckOptions(['npm test'], { json: true, workdir: 'a', mode: 'plan', allow: ['npm *', 'git *'] }),
    ).toEqual({
      json: true,
      request: { command: 'npm test', workdir: 'a', mode: 'plan', allow: ['npm *', 'git *'] },
      defaults: { workdir: 'a', mode: 'plan', allow: ['npm *', 'git *'] },
    })
  })

  it('takes standard mode and no patterns without options', () => {
    expect(readCheckOptions(['ls'], {}).request).toEqual({ command: 'ls', ...defaults })
  })

  it('answers lines of standard input with JSON', () => {
    expect(readCheckOptions([], { stdin: true, mode: 'bypass' })).toEqual({
      json: true,
      request: null,
      defaults: { ...defaults, mode: 'bypass' },
    })
  })

  it.each([
    [[], {}, 'No command'],
    [['ls', '-la'], {}, 'Quote the whole command'],
    [['ls'], { mode: 'yolo' }, '--mode takes standard, auto, plan, bypass'],
    [['ls'], { allow: [' '] }, '--allow takes a pattern'],
    [['ls'], { stdin: true }, 'either a command or --stdin'],
  ])('says what is wrong with %j %j', (words, raw, message) => {
    expect(() => readCheckOptions(words, raw)).toThrow(message)
  })
})

describe('readCheckLine', () => {
  it('takes what a line does not say from the options', () => {
    expect(readCheckLine('{"command":"ls"}', { workdir: 'a', mode: 'auto', allow: ['x *'] })).toEqual({
      command: 'ls',
      workdir: 'a',
      mode: 'auto',
      allow: ['x *'],
    })
    expect(readCheckLine('{"command":"ls","workdir":"b","mode":"plan","allow":[]}', defaults)).toEqual({
      command: 'ls',
      workdir: 'b',
      mode: 'plan',
      allow: [],
    })
  })

  it.each([
    '',
    'x',
    '[]',
    '{}',
    '{"command":1}',
    '{"command":"ls","mode":"x"}',
    '{"command":"ls","allow":"x"}',
    '{"command":"ls","allow":[1]}',
    '{"command":"ls","workdir":1}',
  ])('refuses %j', (line) => expect(() => readCheckLine(line, defaults)).toThrow())
})
