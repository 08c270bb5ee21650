import { describe, expect, it } from 'vitest'
import { HIGHLIGHT_MAX_CHARS, knownTokens, languageOf, tokensOf } from './highlight'

describe('colouring code', () => {
  it('knows the names people write after a fence', () => {
    expect(languageOf('ts')).toBe('typescript')
    expect(languageOf('sh title="x"')).toBe('bash')
    expect(languageOf('{r}')).toBeNull()
    expect(languageOf('toString')).toBeNull()
    expect(languageOf('')).toBeNull()
  })

  it('gives the text back whole, in kinds instead of colours, and remembers it', async () => {
    const code = "const a = 'x' // settles first\ncall(1)"
    const lines = await tokensOf(code, 'typescript')
    expect(lines?.map((line) => line.map((token) => token.text).join('')).join('\n')).toBe(code)
    const kinds = Object.fromEntries((lines ?? []).flat().map((token) => [token.text.trim(), token.kind]))
    expect(kinds).toMatchObject({ const: 'k', '// settles first': 'm', call: 'f' })
    expect(knownTokens(code, 'typescript')).toBe(lines)
  })

  it('leaves very long code alone', async () => {
    expect(await tokensOf('x'.repeat(HIGHLIGHT_MAX_CHARS + 1), 'bash')).toBeNull()
  })
})
