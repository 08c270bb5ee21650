import { describe, expect, it } from 'vitest'
import { matchesLock } from './installed-tree.mjs'

const lock = {
  packages: {
    '': { name: 'vigil' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/b-win32': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  },
}
const installed = (changes) => ({
  packages: { 'node_modules/a': lock.packages['node_modules/a'], ...changes },
})

describe('the installed tree', () => {
  it('matches without optional packages of other systems', () => {
    expect(matchesLock(lock, installed())).toBe(true)
  })

  it.each([
    ['nothing is installed', null],
    ['a package is missing', { packages: {} }],
    ['a version differs', installed({ 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } })],
    ['the content differs', installed({ 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } })],
    ['an optional package is outdated', installed({ 'node_modules/b-win32': { version: '0.9.0' } })],
  ])('does not match when %s', (_, tree) => {
    expect(matchesLock(lock, tree)).toBe(false)
  })
})
