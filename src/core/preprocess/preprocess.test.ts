import { describe, expect, it } from 'vitest'
import { imageRefSchema } from '../../shared/image'
import { preprocess } from './preprocess'

const IDLE = { customCommands: ['review'], isTurnRunning: false, images: [] }
const BUSY = { ...IDLE, isTurnRunning: true }

describe('the preprocessor', () => {
  it('lets pasted images go along with a message, and with nothing else (A-043, A-056)', () => {
    const images = [
      imageRefSchema.parse({
        id: 'i',
        chatId: 'c',
        name: 'a.png',
        type: 'image/png',
        bytes: 9,
        width: 1,
        height: 1,
      }),
    ]
    expect(preprocess('look', { ...IDLE, images })).toMatchObject({ kind: 'message', text: 'look', images })
    expect(preprocess('/review it', { ...IDLE, images })).toMatchObject({ kind: 'message', images })
    expect(preprocess('', { ...IDLE, images })).toMatchObject({ kind: 'message', text: '', images })
    expect(preprocess('/help', { ...IDLE, images })).toEqual({ kind: 'local', command: 'help', rest: '' })
  })

  it('tells what Vigil does itself from what goes to the model (A-040, A-044, A-047, A-048, A-056)', () => {
    expect(preprocess('/help', IDLE)).toEqual({ kind: 'local', command: 'help', rest: '' })
    expect(preprocess('/model gpt-5', IDLE)).toEqual({ kind: 'local', command: 'model', rest: 'gpt-5' })
    expect(preprocess('/goal tests pass', IDLE)).toEqual({
      kind: 'local',
      command: 'goal',
      rest: 'tests pass',
    })
    expect(preprocess('/goal off', BUSY)).toEqual({ kind: 'local', command: 'goal', rest: 'off' })
    expect(preprocess('/compact tests', IDLE)).toEqual({ kind: 'compact', focus: 'tests' })
    expect(preprocess('hello /help', IDLE)).toEqual({
      kind: 'message',
      text: 'hello /help',
      mentions: [],
      custom: null,
      images: [],
    })
  })

  it('sends no unknown command to the model (A-051)', () => {
    expect(preprocess('/modle', IDLE)).toEqual({
      kind: 'unknown-command',
      name: 'modle',
      closest: ['model', 'mode'],
    })
  })

  it('finds mentions in the message, which stays as typed (A-042, A-058)', () => {
    const read = preprocess('fix @a.ts', IDLE)
    expect(read).toMatchObject({ kind: 'message', text: 'fix @a.ts', mentions: [{ start: 4, end: 9 }] })
  })

  it('knows the commands of the workspace', () => {
    expect(preprocess('/review @src', IDLE)).toMatchObject({
      kind: 'message',
      custom: { name: 'review', rest: '@src' },
      mentions: [{ start: 0 }],
    })
  })

  it.each(['/compact', '/clear'])('leaves the history of a running turn alone: %s (A-055)', (line) => {
    expect(preprocess(line, BUSY)).toMatchObject({ kind: 'not-now' })
    expect(preprocess(line, IDLE)).not.toMatchObject({ kind: 'not-now' })
  })

  it.each(['/help', '/model x', '/mode', '/cost'])('runs %s while a turn runs (A-055)', (line) => {
    expect(preprocess(line, BUSY)).toEqual(preprocess(line, IDLE))
  })
})
