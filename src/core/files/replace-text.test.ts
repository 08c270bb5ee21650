import { describe, expect, it } from 'vitest'
import { replaceTexts, type TextEdit } from './replace-text'

const edit = (oldText: string, newText: string, all = false): TextEdit => ({ oldText, newText, all })
const replaced = (text: string, edits: TextEdit[], eol: '\n' | '\r\n' = '\n') =>
  replaceTexts(text, edits, eol)

describe('exact replacement', () => {
  it('changes a text that is there once, and nothing else', () => {
    expect(replaced('a\nb\nc\n', [edit('b', 'B')])).toEqual({ ok: true, text: 'a\nB\nc\n' })
    expect(replaced('a $1 b', [edit('$1', '$& $$')])).toEqual({ ok: true, text: 'a $& $$ b' })
    expect(replaced('a\nb\n', [edit('b\n', '')])).toEqual({ ok: true, text: 'a\n' })
  })

  it('refuses a text that is not there, or there more than once, and says where', () => {
    expect(replaced('abc', [edit('x', 'y')])).toMatchObject({ ok: false })
    const twice = replaced('x\ny\nx\n', [edit('x', 'z')])
    expect(twice).toMatchObject({ ok: false, message: expect.stringContaining('2 times (lines 1, 3)') })
    // Also where the places overlap.
    expect(replaced('aaa', [edit('aa', 'b')])).toMatchObject({ ok: false })
    expect(replaced('x\ny\nx\n', [edit('x', 'z', true)])).toEqual({ ok: true, text: 'z\ny\nz\n' })
  })

  it('makes several edits in order, or none of them', () => {
    expect(replaced('a b', [edit('a', 'b'), edit('b b', 'c')])).toEqual({ ok: true, text: 'c' })
    expect(replaced('a b', [edit('a', 'c'), edit('x', 'y')])).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Edit 2 of 2: .*None of the edits was made\.$/),
    })
  })

  it('follows the line ends of the file, whatever the model sends', () => {
    const windows = 'a\r\nb\r\nc\r\n'
    expect(replaced(windows, [edit('a\nb', 'a\nx\nb')], '\r\n')).toEqual({
      ok: true,
      text: 'a\r\nx\r\nb\r\nc\r\n',
    })
    expect(replaced(windows, [edit('b', 'b1\nb2')], '\r\n')).toEqual({
      ok: true,
      text: 'a\r\nb1\r\nb2\r\nc\r\n',
    })
    expect(replaced('a\nb\n', [edit('a\r\nb', 'c\r\nd')])).toEqual({ ok: true, text: 'c\nd\n' })
    // Where a file mixes them, each part keeps its own.
    expect(replaced('a\nb\r\nc\r\n', [edit('a\nb', 'x\ny')], '\r\n')).toEqual({
      ok: true,
      text: 'x\ny\r\nc\r\n',
    })
  })

  it('says that nothing would change', () => {
    expect(replaced('a', [edit('a', 'a')])).toMatchObject({ ok: false })
  })
})
