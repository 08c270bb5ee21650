import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecrets, type KeyStore } from './secrets'

/** A key store that turns text around; `open` says whether it works. */
function keyStore(backend: string | undefined, open = true): KeyStore {
  const turn = (text: string) => [...text].reverse().join('')
  return {
    isEncryptionAvailable: () => open,
    encryptString: (text) => Buffer.from(`v1${turn(text)}`),
    decryptString(encrypted) {
      const text = encrypted.toString()
      if (!text.startsWith('v1')) throw new Error('not mine')
      return turn(text.slice(2))
    },
    ...(backend === undefined ? {} : { getSelectedStorageBackend: () => backend }),
  }
}

describe('API keys', () => {
  let folder: string
  let file: string
  const secrets = (store = keyStore('gnome_libsecret')) => createSecrets(file, store, 'linux')

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-secrets-'))
    file = join(folder, 'secrets.json')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('come back after a restart and are not on disk in plain text (A-160)', async () => {
    await secrets().set('openai', 'sk-secret')
    expect(await secrets().get('openai')).toBe('sk-secret')
    expect(readFileSync(file, 'utf8')).not.toContain('sk-secret')
  })

  it.skipIf(process.platform === 'win32')('are in an owner-only file (A-160)', async () => {
    await secrets().set('openai', 'sk-secret')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('can be deleted one by one', async () => {
    await secrets().set('a', '1')
    await secrets().set('b', '2')
    await secrets().delete('a')
    expect([await secrets().get('a'), await secrets().get('b')]).toEqual([null, '2'])
    await secrets().delete('b')
    expect(existsSync(file)).toBe(false)
  })

  it.each([
    ['no key store is running', keyStore('unknown', false)],
    ['Chromium would use a password that everybody knows', keyStore('basic_text')],
  ])('are refused with the reason when %s (A-160)', async (_, store) => {
    expect(secrets(store).availability()).toMatchObject({
      available: false,
      reason: expect.stringContaining('keyring'),
    })
    await expect(secrets(store).set('a', '1')).rejects.toMatchObject({ code: 'secrets-unavailable' })
    expect(existsSync(file)).toBe(false)
  })

  it('are taken where the version cannot name its backend but encrypts', () => {
    expect(secrets(keyStore(undefined)).availability()).toEqual({ available: true })
  })

  it('that another user encrypted count as absent', async () => {
    writeFileSync(file, JSON.stringify({ a: Buffer.from('alien').toString('base64') }))
    expect(await secrets().get('a')).toBeNull()
  })

  it('in a file that cannot be read are kept beside the new one', async () => {
    writeFileSync(file, '{half')
    await secrets().set('a', '1')
    expect(await secrets().get('a')).toBe('1')
    expect(readFileSync(`${file}.broken-unreadable`, 'utf8')).toBe('{half')
  })
})
