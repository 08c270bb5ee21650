import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseDataFolder, makeDataFolder } from './data-folder'

describe('the data folder', () => {
  it.each([
    ['the system’s place', [], {}, '/config/Vigil'],
    ['VIGIL_DATA_DIR', [], { VIGIL_DATA_DIR: '/data' }, '/data'],
    ['--data-dir before VIGIL_DATA_DIR', ['--data-dir', '/other'], { VIGIL_DATA_DIR: '/data' }, '/other'],
    ['--data-dir=', ['--data-dir=/other'], {}, '/other'],
    ['a relative folder, from the current one', ['--data-dir', 'here'], {}, '/cwd/here'],
    ['the system’s place when the variable is empty', [], { VIGIL_DATA_DIR: '' }, '/config/Vigil'],
    ['the system’s place when the option has no value', ['--data-dir'], {}, '/config/Vigil'],
  ])('is %s', (_, argv, env, expected) => {
    expect(chooseDataFolder(argv, env, '/config', '/cwd')).toBe(expected)
  })

  describe.skipIf(process.platform === 'win32')('on disk', () => {
    let base: string
    beforeEach(() => {
      base = mkdtempSync(join(tmpdir(), 'vigil-data-'))
    })
    afterEach(() => rmSync(base, { recursive: true, force: true }))
    const mode = (path: string) => statSync(path).mode & 0o777

    it('is open to its owner only, also where it existed with wider rights (S-140)', () => {
      const root = join(base, 'deep', 'data')
      mkdirSync(join(root, 'outputs'), { recursive: true, mode: 0o755 })
      const paths = makeDataFolder(root)
      expect([paths.root, paths.outputs, paths.runtime].map(mode)).toEqual([0o700, 0o700, 0o700])
    })
  })
})
