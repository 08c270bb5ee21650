import { describe, expect, it } from 'vitest'
import type { PoliteMessage } from './announcer'
import { mergeMessages } from './announcer'

const ended = (name: string): PoliteMessage => ({
  kind: 'ended',
  text: `${name}: Finished`,
  merged: (count) => `${count} commands finished`,
})
const turn: PoliteMessage = {
  kind: 'turn',
  text: 'Turn finished',
  merged: (count) => `${count} turns finished`,
}

describe('polite messages', () => {
  it('that come alone are said as they are', () => {
    expect(mergeMessages([ended('npm test')])).toBe('npm test: Finished')
  })
  it('of one kind are said as one, each kind once', () => {
    expect(mergeMessages([ended('a'), turn, ended('b')])).toBe('2 commands finished. Turn finished')
  })
})
