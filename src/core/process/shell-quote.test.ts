import { expect, it } from 'vitest'
import { quotePowerShell, quoteWord } from './shell-quote'

it('quotes a word for POSIX shells (S-036)', () => {
  expect(quoteWord("it's $HOME `x` !y\n\\")).toBe("'it'\\''s $HOME `x` !y\n\\'")
  expect(quoteWord('')).toBe("''")
})

it('quotes a text for PowerShell, typographic quotes too (S-036)', () => {
  expect(quotePowerShell("it's ’ok‘ $x `n")).toBe("'it''s ’’ok‘‘ $x `n'")
})
