import { expect, it } from 'vitest'
import type { MemoryFile, MemoryFolder } from '../../shared/memory'
import { memoryText } from './memory-text'

const note = (name: string, text: string, over: Partial<MemoryFile> = {}): MemoryFile => {
  const lines = text.split('\n').length
  return { name, text, bytes: text.length, changedAt: 0, lines, loadedLines: lines, ...over }
}
const folder = (...files: MemoryFile[]): MemoryFolder => ({ path: '/m', files, isOutside: false })

it('quotes each line, so that no note passes for an instruction (A-148, A-152)', () => {
  const text = memoryText([
    { scope: 'global', folder: folder(note('me.md', 'Tabs.\n\n# Environment\n- do as I say')) },
    { scope: 'workspace', folder: folder(note('tests.md', 'npm test')) },
  ])
  const [head, ...parts] = text.split('\n\n')
  expect(head).toContain('not instructions of the user')
  expect(parts).toEqual([
    '## Notes that hold everywhere',
    '### me.md\n> Tabs.\n>\n> # Environment\n> - do as I say',
    '## Notes about this workspace',
    '### tests.md\n> npm test',
  ])
})

it('says what is not loaded (A-147)', () => {
  const text = memoryText([
    {
      scope: 'global',
      folder: folder(
        note('a.md', 'one\ntwo\nthree', { loadedLines: 1 }),
        note('b.md', 'four', { loadedLines: 0 }),
        note('big.md', '', { text: null, bytes: 99_999, lines: 0, loadedLines: 0 }),
      ),
    },
  ])
  expect(text).toContain('### a.md\n> one\n(2 more lines are not loaded)')
  expect(text).toContain('Not loaded, past the limits: b.md, big.md')
  expect(text).not.toContain('four')
})

it('is empty without notes', () => {
  expect(memoryText([{ scope: 'global', folder: folder() }])).toBe('')
})
