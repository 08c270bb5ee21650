import { describe, expect, it } from 'vitest'
import { titleFrom } from './title'

describe('titleFrom', () => {
  it.each([
    ['Fix the race\nin checkout', 'Fix the race'],
    ['\n\n## Drop the old API', 'Drop the old API'],
    ['```sh\nnpm test\n```', 'npm test'],
    ['Перенести цены', 'Перенести цены'],
  ])('takes the first line that says something: %j', (message, title) => {
    expect(titleFrom(message)).toBe(title)
  })

  it('cuts long lines without breaking a character', () => {
    const title = titleFrom(`${'a'.repeat(58)}😀😀😀`)
    expect(title.length).toBeLessThanOrEqual(60)
    expect(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/.test(title)).toBe(false)
    expect(title.endsWith('…')).toBe(true)
  })
})
