import { describe, expect, it } from 'vitest'
import { readIgnoreFile } from './ignore-file'

const hides = (text: string, path: string, isFolder = false) => readIgnoreFile(text).hides(path, isFolder)

describe('readIgnoreFile', () => {
  it.each([
    ['secret.txt', 'secret.txt'],
    ['secret.txt', 'a/b/secret.txt'],
    ['/secret.txt', 'secret.txt'],
    ['*.key', 'a/server.key'],
    ['private/', 'private/a'],
    ['a/private/', 'a/private/x/y'],
    ['docs/*.md', 'docs/a.md'],
    ['**/cache', 'a/b/cache'],
    ['logs/**', 'logs/a/b'],
    ['a/**/z', 'a/z'],
    ['a/**/z', 'a/b/c/z'],
    ['file?.txt', 'file1.txt'],
    ['[ab].txt', 'a.txt'],
    ['[!ab].txt', 'c.txt'],
    ['\\#x', '#x'],
    ['\\!x', '!x'],
    ['x  ', 'x'],
    ['private', '.vigilignore'],
  ])('%j hides %j (S-399)', (text, path) => expect(hides(text, path)).toBe(true))

  it.each([
    ['/secret.txt', 'a/secret.txt'],
    ['private/', 'private'],
    ['docs/*.md', 'docs/a/b.md'],
    ['# secret', 'secret'],
    ['', 'x'],
    ['*.key\n!public.key', 'public.key'],
    ['[ab].txt', 'c.txt'],
    ['[z-a]', 'z'],
    ['.', 'x'],
  ])('%j does not hide %j (S-399)', (text, path) => expect(hides(text, path)).toBe(false))

  it('hides a folder, and everything in it whatever is exempt there (S-399)', () => {
    expect(hides('private/', 'private', true)).toBe(true)
    expect(hides('private/\n!private/a', 'private/a')).toBe(true)
  })
})
