import { describe, expect, it } from 'vitest'
import { shortName } from './short-name'

describe('the short name of a command', () => {
  const cases: [string, string][] = [
    ['npm run test:e2e -- checkout --repeat-each=10', 'test:e2e'],
    ['npx vite dev --port 1', 'vite dev'],
    ['npx --yes vite dev', 'vite dev'],
    ['npm test', 'npm test'],
    ['npm run', 'npm run'],
    ['NODE_ENV=test npm run build', 'build'],
    ['sudo npx vite', 'vite'],
    ['sleep 30 && echo done', 'sleep 30'],
    ['make -j4 all', 'make'],
    ['cat a.txt | wc -l', 'cat a.txt'],
    ['ls 2>/dev/null', 'ls'],
    ['--weird', '--weird'],
    ['', ''],
    ['echo a\necho b', 'echo a'],
  ]
  for (const [command, name] of cases) {
    it(`of ${JSON.stringify(command)} is ${JSON.stringify(name)}`, () => {
      expect(shortName(command)).toBe(name)
    })
  }

  it('is never longer than a screen reader should say', () => {
    expect(shortName('x'.repeat(500)).length).toBe(60)
  })
})
