import { describe, expect, it } from 'vitest'
import { envLines, filledLines, headerLines, parseEnv, parseHeaders, parseTokens } from './lines'

describe('extra headers (A-156)', () => {
  it('are one per line and read back as written', () => {
    const headers = { 'X-Team': 'a: b', Accept: '' }
    expect(parseHeaders(headerLines(headers))).toEqual(headers)
    expect(parseHeaders('\n X-A:1 \n')).toEqual({ 'X-A': '1' })
  })
  it('are refused when a line is no header', () => {
    expect(parseHeaders('no colon')).toBeNull()
    expect(parseHeaders('bad name: x')).toBeNull()
  })
})

describe('the environment of a profile', () => {
  it('sets, also to nothing, and removes (S-041, S-042)', () => {
    expect(parseEnv('CI=1\nEMPTY=\n-PAGER\nA=b=c')).toEqual({ CI: '1', EMPTY: '', PAGER: null, A: 'b=c' })
  })
  it('reads back as written', () => {
    const env = { CI: '1', PAGER: null, EMPTY: '' }
    expect(parseEnv(envLines(env))).toEqual(env)
  })
  it('is refused when a line is neither', () => {
    expect(parseEnv('1X=2')).toBeNull()
    expect(parseEnv('FOO')).toBeNull()
  })
})

describe('a number of tokens (A-156)', () => {
  it('may be written with separators, or be empty', () => {
    expect(parseTokens('32 768')).toBe(32768)
    expect(parseTokens('32,768')).toBe(32768)
    expect(parseTokens(' ')).toBeNull()
  })
  it('is refused when it is no positive whole number', () => {
    expect(parseTokens('0')).toBe('bad')
    expect(parseTokens('many')).toBe('bad')
    expect(parseTokens('-5')).toBe('bad')
  })
})

it('drops empty lines', () => {
  expect(filledLines(' \na\n\n b \n')).toEqual(['a', ' b'])
})
