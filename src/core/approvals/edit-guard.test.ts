import { describe, expect, it } from 'vitest'
import type { PermissionMode, PermissionName } from '../../shared/permissions'
import { decideEdit, type EditPlace } from './edit-guard'
import { DEFAULT_PERMISSIONS } from './rules/permissions'

const inside: EditPlace = { path: 'src/a.ts', isOutside: false, isNotebook: false, protected: null }
const notebook = { ...inside, isNotebook: true }
const guarded = { ...inside, protected: 'inside .git' }
const outside = { ...inside, path: '/etc/hosts', isOutside: true }

/** What is decided, in one word: it runs, or asks with the permission that would settle it. */
function edit(place: EditPlace, mode: PermissionMode, ...on: PermissionName[]): string {
  const permissions = { ...DEFAULT_PERMISSIONS, ...Object.fromEntries(on.map((name) => [name, true])) }
  const asks = decideEdit(place, mode, permissions)
  return asks === null ? 'runs' : `asks ${asks.permission ?? '-'}`
}

describe('may a file be changed unasked', () => {
  it.each<[string, EditPlace, PermissionMode, string]>([
    ['inside', inside, 'standard', 'asks editFiles'],
    ['inside', inside, 'auto', 'runs'],
    ['inside', inside, 'bypass', 'runs'],
    ['a notebook', notebook, 'standard', 'asks editNotebooks'],
    ['a notebook', notebook, 'auto', 'runs'],
    ['a protected path', guarded, 'standard', 'asks -'],
    ['a protected path', guarded, 'auto', 'asks -'],
    ['a protected path', guarded, 'bypass', 'runs'],
    ['outside', outside, 'standard', 'asks -'],
    ['outside', outside, 'auto', 'asks -'],
    ['outside', outside, 'bypass', 'runs'],
  ])('%s in mode %s: %s (A-019…A-022, A-032, S-401)', (_name, place, mode, expected) => {
    expect(edit(place, mode)).toBe(expected)
  })

  it('follows the permissions, each for its own (S-396)', () => {
    expect(edit(inside, 'standard', 'editFiles')).toBe('runs')
    expect(edit(notebook, 'standard', 'editFiles')).toBe('asks editNotebooks')
    expect(edit(guarded, 'standard', 'editFiles')).toBe('asks -')
    expect(edit(guarded, 'standard', 'editFiles', 'editSensitiveFiles')).toBe('runs')
    // Not offered without its base, with which it would be off again (S-397).
    expect(edit(outside, 'standard', 'editFiles')).toBe('asks editFilesExternally')
    expect(edit(outside, 'auto', 'editFiles')).toBe('asks editFilesExternally')
    expect(edit(outside, 'standard', 'editFiles', 'editFilesExternally')).toBe('runs')
  })

  it('says why', () => {
    expect(decideEdit({ ...outside, protected: 'x' }, 'auto', DEFAULT_PERMISSIONS)?.reasons).toMatchObject([
      { rule: 'protected-path', subject: '/etc/hosts' },
      { rule: 'outside-path', subject: '/etc/hosts' },
    ])
    expect(decideEdit(inside, 'standard', DEFAULT_PERMISSIONS)?.reasons).toEqual([])
  })
})
