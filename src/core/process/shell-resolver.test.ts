import { describe, expect, it } from 'vitest'
import type { TerminalProfile } from '../../shared/settings'
import { createShellResolver } from './shell-resolver'

const FILES = ['/bin/bash', '/bin/zsh', '/usr/bin/fish', '/usr/bin/nu', '/opt/my bash/bash']

function resolver(defaultProfile: string | null, profiles: Partial<TerminalProfile>[] = []) {
  const terminal = {
    defaultProfile,
    profiles: profiles.map((profile) => ({
      name: 'x',
      path: null,
      args: [],
      env: {},
      source: 'user' as const,
      ...profile,
    })),
  }
  return {
    terminal,
    shells: createShellResolver({
      facts: { platform: 'linux', env: { SHELL: '/bin/bash' } },
      settings: { get: () => ({ terminal }) },
      files: { isExecutable: async (path) => FILES.includes(path), readText: async () => null },
    }),
  }
}
const { signal } = new AbortController()

describe('the shell of the default profile', () => {
  it('is the platform shell without a choice (S-014)', async () => {
    expect(await resolver(null).shells.resolve(signal)).toMatchObject({
      path: '/bin/bash',
      note: null,
      profileName: 'bash',
    })
  })

  it('takes a detected profile by name (S-014, S-017)', async () => {
    expect(await resolver('zsh').shells.resolve(signal)).toMatchObject({
      kind: 'zsh',
      path: '/bin/zsh',
      note: null,
    })
  })

  it('takes the user\u2019s own profile, without what keeps it open (S-027, S-034, S-039)', async () => {
    const { shells, terminal } = resolver('Mine', [
      { name: 'Mine', path: '/opt/my bash/bash', args: ['-il', '--norc'], env: { A: 'b', C: null } },
    ])
    expect(await shells.resolve(signal)).toMatchObject({
      args: ['-l', '--norc'],
      env: { A: 'b', C: null },
      profileName: 'Mine',
    })
    expect(terminal.profiles[0]?.args).toEqual(['-il', '--norc'])
  })

  it('a user\u2019s profile wins over a detected one of the same name', async () => {
    const { shells } = resolver('bash', [{ name: 'bash', path: '/opt/my bash/bash' }])
    expect((await shells.resolve(signal)).path).toBe('/opt/my bash/bash')
    expect((await shells.listProfiles(signal)).filter((profile) => profile.name === 'bash')).toHaveLength(1)
  })

  it('follows a new choice at the next command (S-018)', async () => {
    const { shells, terminal } = resolver('zsh')
    expect((await shells.resolve(signal)).kind).toBe('zsh')
    terminal.defaultProfile = 'bash'
    expect((await shells.resolve(signal)).kind).toBe('bash')
  })

  it.each<[string, Partial<TerminalProfile> | null, string, string]>([
    ['an extension\u2019s profile (S-019)', { name: 'p', source: 'extension' }, 'p', 'profile-unsupported'],
    ['fish (S-020)', { name: 'p', path: '/usr/bin/fish' }, 'p', 'profile-unsupported'],
    ['nushell (S-021)', { name: 'p', path: '/usr/bin/nu' }, 'p', 'profile-unsupported'],
    ['a program that is no shell', { name: 'p', path: '/usr/bin/tmux' }, 'p', 'profile-unsupported'],
    ['a missing executable (S-022)', { name: 'p', path: '/gone/bash' }, 'p', 'profile-missing'],
    ['a profile that is not there any more (S-022)', null, 'gone', 'profile-missing'],
    ['detected fish, chosen for the user\u2019s own terminals (S-020)', null, 'fish', 'profile-unsupported'],
  ])('%s falls back and says so', async (_name, profile, chosen, code) => {
    const { shells } = resolver(chosen, profile ? [profile] : [])
    expect(await shells.resolve(signal)).toMatchObject({
      path: '/bin/bash',
      args: [],
      note: { code, profile: chosen, used: 'bash' },
    })
  })

  it('can be cancelled (S-306)', async () => {
    const abort = new AbortController()
    abort.abort()
    await expect(resolver('zsh').shells.resolve(abort.signal)).rejects.toThrow()
  })
})
