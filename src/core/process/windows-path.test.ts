import { expect, it } from 'vitest'
import { posixFromWindows, posixPathList } from './windows-path'

const GIT = 'C:\\Program Files\\Git\\bin\\bash.exe'

it.each([
  ['C:\\Users\\me', 'git-bash', GIT, '/c/Users/me'],
  ['C:/Users/me/', 'git-bash', GIT, '/c/Users/me'],
  ['D:\\', 'cygwin', 'C:\\cygwin64\\bin\\bash.exe', '/cygdrive/d/'],
  ['C:\\Program Files\\Git\\usr\\bin', 'git-bash', GIT, '/usr/bin'],
  [
    'C:\\program files\\git\\mingw64\\bin',
    'git-bash',
    'C:\\Program Files\\Git\\usr\\bin\\bash.exe',
    '/mingw64/bin',
  ],
  ['\\\\server\\share\\x', 'git-bash', GIT, '//server/share/x'],
] as const)('%s in %s is a path of its notation (S-037, S-053)', (path, flavour, shell, expected) => {
  expect(posixFromWindows(path, flavour, shell)).toBe(expected)
})

it('turns a whole PATH into the same notation (S-053)', () => {
  expect(posixPathList('C:\\a;;D:\\b c\\', 'git-bash', GIT)).toBe('/c/a:/d/b c')
})
