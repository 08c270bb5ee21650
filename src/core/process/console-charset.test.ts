import { describe, expect, it } from 'vitest'
import { charsetOfCodePage, createConsoleCharset } from './console-charset'

describe('the code page of the Windows console (S-068)', () => {
  it.each([
    ['Active code page: 866\r\n', 'ibm866'],
    ['Текущая кодовая страница: 1251\r\n', 'windows-1251'],
    ['活动代码页: 936\r\n', 'gbk'],
    ['Aktive Codepage: 1252.\r\n', 'windows-1252'],
    ['Active code page: 932', 'shift_jis'],
    ['Active code page: 65001', null],
    ['Active code page: 437', null],
    ['', null],
    ["'chcp' is not recognized", null],
  ])('is read from %j', (printed, charset) => {
    expect(charsetOfCodePage(printed)).toBe(charset)
    if (charset) expect(new TextDecoder(charset).encoding).toBe(charset)
  })

  it('is asked for once, and only on Windows', () => {
    let asked = 0
    const ask = () => {
      asked += 1
      return 'Active code page: 866'
    }
    const windows = createConsoleCharset('win32', ask)
    expect([windows(), windows(), createConsoleCharset('linux', ask)()]).toEqual(['ibm866', 'ibm866', null])
    expect(asked).toBe(1)
  })
})
