import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settingsSchema } from '../../shared/settings'
import { openSettingsFile } from './settings-file'

const defaults = settingsSchema.parse({})

describe('the settings file', () => {
  let folder: string
  let file: string
  const open = () => openSettingsFile(file, 1000)
  const stored = () => JSON.parse(readFileSync(file, 'utf8'))

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-settings-'))
    file = join(folder, 'settings.json')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('starts with the defaults and writes nothing before the first change', () => {
    const settings = open()
    expect(settings.get()).toEqual(defaults)
    expect(settings.moved).toBeNull()
    expect(existsSync(file)).toBe(false)
  })

  it('has a change on disk when update returns, tells it, and finds it again', () => {
    const settings = open()
    const heard: unknown[] = []
    settings.onChange((now) => heard.push(now.theme))
    expect(settings.update({ theme: 'dark' }).theme).toBe('dark')
    expect(stored().theme).toBe('dark')
    expect(heard).toEqual(['dark'])
    expect(open().get()).toEqual({ ...defaults, theme: 'dark' })
  })

  it.skipIf(process.platform === 'win32')(
    'is readable by its owner only, also after a crash left a half-made one (S-140)',
    () => {
      writeFileSync(`${file}.new`, '{', { mode: 0o644 })
      open().update({ theme: 'dark' })
      expect(statSync(file).mode & 0o777).toBe(0o600)
    },
  )

  it('moves a file that is no JSON aside, keeps its content and starts with the defaults', () => {
    writeFileSync(file, '{"theme": "dark",')
    const { moved, get } = open()
    expect(get()).toEqual(defaults)
    expect(moved).toMatchObject({ file, movedTo: `${file}.broken-1000` })
    expect(readFileSync(`${file}.broken-1000`, 'utf8')).toBe('{"theme": "dark",')
  })

  it('keeps every value that it understands and a copy of the rest', () => {
    writeFileSync(file, JSON.stringify({ theme: 'purple', language: 'uk', stepLimit: 7 }))
    const { moved, get } = open()
    expect(get()).toEqual({ ...defaults, language: 'uk', stepLimit: 7 })
    expect(moved?.reason).toBe('not understood: theme')
    expect(stored().language).toBe('uk')
    expect(open().moved).toBeNull()
  })

  it('never overwrites an earlier file that was moved aside', () => {
    for (const text of ['one', 'two']) {
      writeFileSync(file, text)
      open()
    }
    expect(readFileSync(`${file}.broken-1000`, 'utf8')).toBe('one')
    expect(readFileSync(`${file}.broken-1000-1`, 'utf8')).toBe('two')
  })

  it.each(['[]', '"text"', 'null', '7'])('treats %s as no settings', (text) => {
    writeFileSync(file, text)
    expect(open().get()).toEqual(defaults)
  })
})
