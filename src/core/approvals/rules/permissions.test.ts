import { describe, expect, it } from 'vitest'
import { DEFAULT_PERMISSIONS, effectivePermissions, withPermission } from './permissions'

const on = (permissions: Readonly<Record<string, boolean>>) =>
  Object.keys(permissions).filter((name) => permissions[name])

describe('permissions', () => {
  it('has reading inside the workspace on and everything else off (S-396)', () => {
    expect(on(DEFAULT_PERMISSIONS)).toEqual(['readFiles', 'listFiles', 'rg'])
    expect(Object.keys(DEFAULT_PERMISSIONS).sort()).toEqual(
      [
        ...[
          'readFiles',
          'listFiles',
          'rg',
          'webFetch',
          'webSearch',
          'editFiles',
          'editNotebooks',
          'editSensitiveFiles',
        ],
        ...[
          'readFilesExternally',
          'listFilesExternally',
          'rgExternally',
          'editFilesExternally',
          'editNotebooksExternally',
        ],
      ].sort(),
    )
  })

  it.each([
    ['readFilesExternally', 'readFiles'],
    ['listFilesExternally', 'listFiles'],
    ['rgExternally', 'rg'],
    ['editFilesExternally', 'editFiles'],
    ['editNotebooksExternally', 'editNotebooks'],
    ['editSensitiveFiles', 'editFiles'],
  ] as const)('switches %s off with %s (S-397)', (dependent, base) => {
    const both = withPermission(withPermission(DEFAULT_PERMISSIONS, base, true), dependent, true)
    expect(both[dependent]).toBe(true)
    expect(withPermission(both, base, false)[dependent]).toBe(false)
    expect(effectivePermissions({ ...both, [base]: false })[dependent]).toBe(false)
    expect(withPermission(withPermission(DEFAULT_PERMISSIONS, base, false), dependent, true)[dependent]).toBe(
      false,
    )
  })
})
