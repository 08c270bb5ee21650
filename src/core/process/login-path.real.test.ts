import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ResolvedShell } from '../ports'
import { readLoginPath } from './login-path'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'vigil-login-path-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const bash: ResolvedShell = {
  kind: 'bash',
  path: '/bin/bash',
  args: [],
  env: {},
  flavour: 'posix',
  note: null,
}
const read = (limitMs?: number, PATH = '/usr/bin:/bin') =>
  readLoginPath(bash, { env: { HOME: home, PATH }, platform: 'linux' }, limitMs)

describe('readLoginPath', () => {
  it('tells the PATH that login files make, whatever else they print (S-024, S-050)', async () => {
    writeFileSync(
      join(home, '.bash_profile'),
      'echo hello\nprintf "\\0x\\0"\nexport PATH="$HOME/bin:$PATH"\n',
    )
    const folders = await read()
    // The system's own login files may add folders of their own.
    expect(folders?.[0]).toBe(join(home, 'bin'))
    expect(folders).toContain('/usr/bin')
  })

  it('keeps folders that login files dropped, in front (S-051)', async () => {
    writeFileSync(join(home, '.bash_profile'), 'export PATH=/usr/bin\n')
    expect(await read(undefined, '/opt/tools:/usr/bin')).toEqual(['/opt/tools', '/usr/bin'])
  })

  it('gives up on login files that hang, and leaves nothing running', async () => {
    writeFileSync(join(home, '.bash_profile'), 'sleep 60\n')
    expect(await read(300)).toBeNull()
  })

  it('gives up on login files that end the shell, and on a shell that is not there', async () => {
    writeFileSync(join(home, '.bash_profile'), 'exit 3\n')
    expect(await read()).toBeNull()
    const missing = { ...bash, path: '/nowhere/bash' }
    expect(await readLoginPath(missing, { env: { HOME: home }, platform: 'linux' })).toBeNull()
  })

  it('does not ask shells of Windows', async () => {
    mkdirSync(join(home, 'x'))
    expect(
      await readLoginPath({ ...bash, kind: 'cmd', flavour: 'windows' }, { env: {}, platform: 'win32' }),
    ).toBeNull()
  })
})
