import { describe, expect, it } from 'vitest'
import type { AllowRule } from '../../shared/permissions'
import { createFakeClock } from '../testing/fake-clock'
import { createFakeIds } from '../testing/fake-ids'
import { createRuleStore } from './rule-store'

const HERE = { chatId: 'chat-1', workspaceRoot: '/home/me/app' }

function kit(stored: unknown = []) {
  const saved: (readonly AllowRule[])[] = []
  const clock = createFakeClock()
  const store = createRuleStore({
    port: { load: () => stored, save: (rules) => saved.push(rules) },
    clock,
    ids: createFakeIds(),
  })
  return { store, saved, clock }
}

describe('rule store', () => {
  it('remembers a pattern for a chat, a workspace or everywhere (S-388, A-035)', () => {
    const { store, saved } = kit()
    store.add('npm run *', { kind: 'chat', chatId: 'chat-1' })
    store.add('git commit *', { kind: 'workspace', root: '/home/me/app' })
    store.add('make', { kind: 'everywhere' })
    expect(store.patternsFor(HERE)).toEqual(['npm run *', 'git commit *', 'make'])
    expect(store.patternsFor({ ...HERE, chatId: 'chat-2' })).toEqual(['git commit *', 'make'])
    expect(store.patternsFor({ chatId: 'chat-2', workspaceRoot: '/other' })).toEqual(['make'])
    expect(saved.at(-1)).toEqual(store.all())
  })

  it('keeps a rule once', () => {
    const { store } = kit()
    const rule = store.add('npm  run *', { kind: 'everywhere' })
    expect(store.add(' npm run * ', { kind: 'everywhere' })).toBe(rule)
    store.add('npm run *', { kind: 'chat', chatId: 'chat-1' })
    expect(store.all()).toHaveLength(2)
    expect(store.patternsFor(HERE)).toEqual(['npm run *'])
  })

  it('changes and removes rules, saves first and tells then', () => {
    const { store, saved } = kit()
    const heard: number[] = []
    store.onChange((rules) => heard.push(saved.length === 0 ? -1 : rules.length))
    const { id } = store.add('make', { kind: 'everywhere' })
    expect(store.edit(id, 'make test')).toMatchObject({ id, pattern: 'make test' })
    store.remove(id)
    expect(store.all()).toEqual([])
    expect(heard).toEqual([1, 1, 0])
    expect(() => store.edit(id, 'x')).toThrow('no longer exists')
    expect(() => store.remove(id)).toThrow('no longer exists')
  })

  it.each(['', '  ', 'x'.repeat(501), '*', ' * ', '** *'])('refuses the pattern %j', (pattern) => {
    expect(() => kit().store.add(pattern, { kind: 'everywhere' })).toThrow()
  })

  it('remembers what a rule last let run, where it holds', async () => {
    const { store, clock } = kit()
    store.add('make *', { kind: 'chat', chatId: 'chat-2' })
    store.add('make *', { kind: 'everywhere' })
    await clock.advance(5)
    store.used('make *', HERE, 'make test')
    expect(store.all().map(({ lastUsed }) => lastUsed?.command ?? null)).toEqual([null, 'make test'])
  })

  it('forgets the rules of a chat that is gone', () => {
    const { store } = kit()
    store.add('a', { kind: 'chat', chatId: 'chat-1' })
    store.add('b', { kind: 'everywhere' })
    store.forgetChat('chat-1')
    expect(store.all().map(({ pattern }) => pattern)).toEqual(['b'])
  })

  it('reads what it saved, and leaves out what it does not understand', () => {
    const first = kit()
    first.store.add('make', { kind: 'everywhere' })
    expect(kit(JSON.parse(JSON.stringify(first.saved.at(-1)))).store.all()).toEqual(first.store.all())
    expect(kit([{ pattern: '*' }, 7, null]).store.all()).toEqual([])
    expect(kit('nonsense').store.all()).toEqual([])
  })
})
