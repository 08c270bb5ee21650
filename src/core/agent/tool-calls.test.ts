import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AnyTool, anyTool } from '../tools/tool'
import { parseArguments, prepareCall } from './tool-calls'

const echo: AnyTool = anyTool({
  spec: { name: 'echo', description: '', inputSchema: {} },
  parse: (raw) => {
    const parsed = z.object({ text: z.string() }).safeParse(raw)
    return parsed.success
      ? { ok: true, input: parsed.data }
      : { ok: false, message: 'text: expected a string.' }
  },
  isReadOnly: () => true,
  title: (input) => input.text,
  run: async (input) => ({ text: input.text, isError: false }),
})

const call = (tool: string, argsText: string) => ({
  callId: '1',
  tool,
  argsText,
  input: parseArguments(argsText),
})

describe('parseArguments', () => {
  it.each([
    ['', {}],
    ['  \n', {}],
    ['null', {}],
    ['{"a":1}', { a: 1 }],
    ['[1]', [1]],
    ['"x"', 'x'],
    ['{"a":', null],
    ['ls -la', null],
  ])('reads %j as %j (A-077)', (text, value) => expect(parseArguments(text)).toEqual(value))
})

describe('prepareCall', () => {
  it('binds a call with fitting arguments', () => {
    expect(prepareCall([echo], call('echo', '{"text":"hi"}'), false)).toMatchObject({
      ok: true,
      call: { title: 'hi' },
    })
  })

  it.each([
    [
      'an unknown tool',
      call('bash', '{}'),
      'There is no tool named `bash`. Available: `echo`. Nothing was executed.',
    ],
    [
      'arguments that fail the schema',
      call('echo', '{"text":1}'),
      'The arguments of `echo` are not valid: text: expected a string. Nothing was executed.',
    ],
    [
      'arguments that are no object',
      call('echo', '[]'),
      'The arguments of `echo` are not valid: text: expected a string. Nothing was executed.',
    ],
    [
      'broken JSON',
      call('echo', '{"text": "a'),
      'Nothing was executed: the arguments are not valid JSON. They were: {"text": "a',
    ],
  ])('names the problem of %s (A-007, A-077)', (_what, made, message) => {
    expect(prepareCall([echo], made, false)).toEqual({ ok: false, message })
  })

  it('says that a cut-off answer lost the arguments (A-003, A-077)', () => {
    const prepared = prepareCall([echo], call('echo', '{"text": "a'), true)
    expect(prepared).toMatchObject({ ok: false, message: expect.stringContaining('length limit') })
  })

  it('bounds what it repeats', () => {
    const long = prepareCall([echo], call('x'.repeat(5000), 'y'.repeat(5000)), false)
    const broken = prepareCall([echo], call('echo', 'y'.repeat(5000)), false)
    for (const prepared of [long, broken]) expect(JSON.stringify(prepared).length).toBeLessThan(600)
  })
})
