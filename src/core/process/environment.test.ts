import { describe, expect, it } from 'vitest'
import { commandEnvironment, type EnvironmentInput, PAGER_VARIABLES } from './environment'

function environment(change: Partial<EnvironmentInput>): Record<string, string> {
  return commandEnvironment({
    host: {},
    profile: {},
    platform: 'linux',
    cwd: '/work',
    appKeys: [],
    appendPath: null,
    ...change,
  })
}

describe('what must not leak', () => {
  it.each([
    ['ELECTRON_RUN_AS_NODE', 'B-031'],
    ['ELECTRON_NO_ATTACH_CONSOLE', 'B-031'],
    ['NODE_OPTIONS', 'B-032'],
    ['NODE_CHANNEL_FD', 'B-032'],
    ['NODE_CHANNEL_SERIALIZATION_MODE', 'B-032'],
    ['VIGIL_DATA_DIR', 'B-034'],
    ['VIGIL_ANYTHING', 'B-034'],
    ['APPIMAGE', 'B-033'],
    ['APPDIR', 'B-033'],
    ['ARGV0', 'B-033'],
    ['OWD', 'B-033'],
    ['CHROME_DESKTOP', 'B-031'],
    ['CHROME_CRASHPAD_PIPE_NAME', 'B-031'],
    ['__CFBundleIdentifier', 'B-031'],
    ['OLDPWD', 'S-083'],
    ['SSH_ASKPASS', 'S-109'],
  ])('%s (%s)', (name) => {
    expect(environment({ host: { [name]: '1' } })).not.toHaveProperty(name)
  })

  it('the app\u2019s own keys, by the names it uses, and no others (B-034, B-035)', () => {
    const env = environment({ host: { MY_MODEL_KEY: 's', OPENAI_API_KEY: 'u' }, appKeys: ['MY_MODEL_KEY'] })
    expect(env).not.toHaveProperty('MY_MODEL_KEY')
    expect(env.OPENAI_API_KEY).toBe('u')
  })

  it('what an npm script adds, only when npm started the app', () => {
    const host = {
      INIT_CWD: '/x',
      npm_package_name: 'vigil',
      npm_config_prefix: '/p',
      npm_config_registry: 'https://mine.example',
      PATH: '/x/node_modules/.bin:/node_modules/.bin:/npm/lib/node-gyp-bin:/usr/bin',
    }
    expect(environment({ host }).INIT_CWD).toBe('/x')
    const env = environment({ host: { ...host, npm_lifecycle_event: 'start' } })
    expect(Object.keys(env).filter((name) => /^npm_|INIT_CWD/.test(name))).toEqual(['npm_config_registry'])
    expect(env.PATH).toBe('/usr/bin')
  })

  it('library paths of an AppImage; the rest of such a list stays (B-033)', () => {
    const env = environment({
      host: {
        APPDIR: '/tmp/.mount_vigil',
        LD_LIBRARY_PATH: '/tmp/.mount_vigil/usr/lib:/opt/cuda/lib',
        GSETTINGS_SCHEMA_DIR: '/tmp/.mount_vigil/usr/share/glib-2.0/schemas',
        PATH: '/tmp/.mount_vigil:/tmp/.mount_vigil/usr/sbin:/usr/bin',
        GTK_PATH: '/tmp/.mount_vigil/gtk',
        GTK_PATH_ORIG: '/home/me/gtk',
        ORIGINAL_XDG_CURRENT_DESKTOP: 'GNOME',
        XDG_CURRENT_DESKTOP: 'Unity',
      },
    })
    expect(env.LD_LIBRARY_PATH).toBe('/opt/cuda/lib')
    expect(env.PATH).toBe('/usr/bin')
    expect(env).not.toHaveProperty('GSETTINGS_SCHEMA_DIR')
    expect([env.GTK_PATH, env.GTK_PATH_ORIG]).toEqual(['/home/me/gtk', undefined])
    expect(env.XDG_CURRENT_DESKTOP).toBe('GNOME')
  })

  it('variables of a snap, only inside one (B-033)', () => {
    const inside = environment({
      host: { SNAP: '/snap/vigil/1', SNAP_NAME: 'vigil', LD_LIBRARY_PATH: '/snap/vigil/1/lib' },
    })
    expect(Object.keys(inside).filter((name) => /SNAP|LD_/.test(name))).toEqual([])
    expect(environment({ host: { SNAPSHOT: 'x', SNAP_NAME: 'y' } })).toMatchObject({
      SNAPSHOT: 'x',
      SNAP_NAME: 'y',
    })
  })
})

describe('what stays', () => {
  it.each([
    'SSH_AUTH_SOCK',
    'DOCKER_HOST',
    'HTTPS_PROXY',
    'VIRTUAL_ENV',
    'CHROME_BIN',
    'NODE_ENV',
    'NODE_PATH',
    'LANG',
    'GOOGLE_API_KEY',
  ])('%s (B-035)', (name) => {
    expect(environment({ host: { [name]: 'v' } })[name]).toBe('v')
  })

  it('TERM and NO_COLOR as in the host, also when it has none (S-046, S-047)', () => {
    expect(environment({ host: { TERM: 'xterm', NO_COLOR: '' } })).toMatchObject({
      TERM: 'xterm',
      NO_COLOR: '',
    })
    const env = environment({})
    expect([env.TERM, env.NO_COLOR]).toEqual([undefined, undefined])
  })

  it('injects no FORCE_COLOR, CI or CLICOLOR (S-048)', () => {
    expect(Object.keys(environment({})).filter((name) => /FORCE_COLOR|^CI$|CLICOLOR/.test(name))).toEqual([])
  })

  it('leaves the host\u2019s own environment as it is (S-043)', () => {
    const host = Object.freeze({ ELECTRON_X: '1', PATH: '/usr/bin' })
    environment({ host, profile: { PATH: null, A: 'b' } })
    expect(host).toEqual({ ELECTRON_X: '1', PATH: '/usr/bin' })
  })
})

describe('what is set', () => {
  it('pagers are cat (S-045)', () => {
    const env = environment({ host: { PAGER: 'less' } })
    expect(PAGER_VARIABLES.map((name) => env[name])).toEqual(PAGER_VARIABLES.map(() => 'cat'))
  })

  it('nobody can answer: editors and prompts fail at once (S-109, B-136)', () => {
    const env = environment({ host: { EDITOR: 'vim', GIT_ASKPASS: '/usr/bin/ask' } })
    expect([env.EDITOR, env.VISUAL, env.GIT_EDITOR]).toEqual(['false', 'false', 'false'])
    expect([env.GIT_TERMINAL_PROMPT, env.GIT_ASKPASS, env.SSH_ASKPASS_REQUIRE]).toEqual(['0', '', 'never'])
  })

  it('VIGIL_SHELL=shell (P-029)', () => {
    expect(environment({ host: { VIGIL_SHELL: 'exec' } }).VIGIL_SHELL).toBe('shell')
  })
})

describe('the terminal profile', () => {
  it('adds, removes with null, and sets empty values (S-039…S-042)', () => {
    const env = environment({ host: { A: '1', B: '2', C: '3' }, profile: { A: null, B: '', D: 'new' } })
    expect([env.A, env.B, env.C, env.D]).toEqual([undefined, '', '3', 'new'])
  })

  it('has the last word (S-049)', () => {
    const env = environment({
      host: { TERM: 'a' },
      profile: { TERM: 'b', PAGER: 'less', EDITOR: 'ed', NODE_OPTIONS: '-x' },
    })
    expect([env.TERM, env.PAGER, env.EDITOR, env.NODE_OPTIONS]).toEqual(['b', 'less', 'ed', '-x'])
  })
})

describe('Windows', () => {
  it('compares names without regard to case (S-044)', () => {
    const env = environment({
      platform: 'win32',
      host: { PATH: 'a', Path2: 'b' },
      profile: { Path: null, path2: 'c' },
    })
    expect(Object.keys(env).filter((name) => /^path$/i.test(name))).toEqual([])
    expect(Object.entries(env).filter(([name]) => /^path2$/i.test(name))).toEqual([['path2', 'c']])
  })

  it('hands no name over twice (S-044)', () => {
    const env = environment({ platform: 'win32', host: { Foo: '1', FOO: '2' } })
    expect(Object.keys(env).filter((name) => /^foo$/i.test(name))).toEqual(['Foo'])
  })

  it('appends the ripgrep folder for shells without start-up files (S-056)', () => {
    const append = (host: Record<string, string>, profile: Record<string, string | null> = {}) =>
      environment({ platform: 'win32', host, profile, appendPath: 'C:\\rg' })
    expect(append({ Path: 'C:\\a;C:\\b' }).Path).toBe('C:\\a;C:\\b;C:\\rg')
    expect(append({ Path: 'C:\\RG' }).Path).toBe('C:\\RG')
    expect(append({ Path: 'x' }, { PATH: 'C:\\mine' }).PATH).toBe('C:\\mine;C:\\rg')
    expect(append({}).PATH).toBe('C:\\rg')
  })
})
