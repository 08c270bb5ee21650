import { describe, expect, it } from 'vitest'
import { mendMarkdown } from './mend-markdown'

describe('Markdown that is still streaming (A-109)', () => {
  it.each([
    ['closes bold', 'a **bold', 'a **bold**'],
    ['closes nested emphasis innermost first', '**a *b', '**a *b***'],
    ['leaves closed emphasis alone', 'a **b** c', 'a **b** c'],
    ['drops an opening marker without content', 'a **', 'a '],
    ['closes strike-through', '~~gone', '~~gone~~'],
    ['does not take snake_case for emphasis', 'call read_file now', 'call read_file now'],
    ['does not take a product for emphasis', 'a * b', 'a * b'],
    ['closes a code span', 'run `npm te', 'run `npm te`'],
    ['closes a code span of two ticks', 'run ``a`b', 'run ``a`b``'],
    ['ignores markers inside code', 'a `**x` b', 'a `**x` b'],
    ['ignores an escaped marker', 'a \\*b', 'a \\*b'],
    ['shows the words of a link that is not whole', 'see [the docs](https://ex', 'see the docs'],
    ['shows the words before the bracket closes', 'see [the do', 'see the do'],
    ['leaves a whole link alone', 'see [docs](https://a.b) x', 'see [docs](https://a.b) x'],
    ['holds back a dash that would make a heading', 'para\n-', 'para\n'],
    ['holds back an equals sign that would make a heading', 'para\n==', 'para\n'],
    ['holds back a heading without text', 'para\n\n##', 'para\n\n'],
    ['holds back a list number', 'list:\n\n1.', 'list:\n\n'],
    ['holds back ticks that may become a fence', 'x\n\n``', 'x\n\n'],
    ['holds back the head of a table', 'x\n\n| a | b', 'x\n\n'],
    ['holds back a table rule that is not whole', 'x\n\n| a | b |\n|--', 'x\n\n'],
    ['shows a table from its rule on', '| a | b |\n|---|---|', '| a | b |\n|---|---|'],
    ['only looks at the last paragraph', 'a ** b\n\nc', 'a ** b\n\nc'],
  ])('%s', (_, text, shown) => {
    expect(mendMarkdown(text)).toBe(shown)
  })
})
