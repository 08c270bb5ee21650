import { rmSync } from 'node:fs'
import { z } from 'zod'
import type { SecretsPort } from '../core/ports'
import { moveAside, readJsonFile, writeJsonFile } from '../core/settings/json-file'
import { EngineError } from '../shared/errors'
import type { KeyStorage } from '../shared/models'

/** What this file needs of Electron's `safeStorage`; the backend can be asked on Linux only, and not in every version. */
export type KeyStore = {
  isEncryptionAvailable(): boolean
  encryptString(text: string): Buffer
  decryptString(encrypted: Buffer): string
  getSelectedStorageBackend?(): string
}

const storedSchema = z.record(z.string(), z.string())

/** Whether keys can be kept here, and why not. */
export function keyStorage(keyStore: KeyStore, platform: NodeJS.Platform): KeyStorage {
  const missing = (code: Extract<KeyStorage, { available: false }>['code'], reason: string): KeyStorage => ({
    available: false,
    code,
    reason,
  })
  if (!keyStore.isEncryptionAvailable()) {
    return platform === 'linux'
      ? missing('no-keyring', 'no keyring is running (GNOME Keyring or KWallet).')
      : missing('no-key-store', 'its key store is not available.')
  }
  // Chromium then encrypts with a password that is part of its source: no protection at all.
  if (platform === 'linux' && keyStore.getSelectedStorageBackend?.() === 'basic_text')
    return missing(
      'unusable-keyring',
      'this desktop has no keyring that Vigil can use (GNOME Keyring or KWallet).',
    )
  return { available: true }
}

/**
 * Keeps API keys encrypted by the system's key store, in an owner-only file. Where there is no key store
 * nothing is written; the person is told to use an environment variable.
 */
export function createSecrets(file: string, keyStore: KeyStore, platform: NodeJS.Platform): SecretsPort {
  // Asked each time: a keyring may be unlocked or started later.
  const availability = () => keyStorage(keyStore, platform)
  const requireKeyStore = () => {
    const now = availability()
    if (now.available) return
    throw new EngineError('secrets-unavailable', `Vigil cannot store keys on this system: ${now.reason}`)
  }
  return {
    availability,
    async get(name) {
      const encrypted = readStored(file)[name]
      if (encrypted === undefined || !availability().available) return null
      try {
        return keyStore.decryptString(Buffer.from(encrypted, 'base64'))
      } catch {
        return null // encrypted under another user or keyring: as good as absent, the person enters it again
      }
    },
    async set(name, value) {
      requireKeyStore()
      const encrypted = keyStore.encryptString(value).toString('base64')
      const stored = readStored(file)
      // A file that cannot be read is kept: its keys may be wanted after a repair.
      if (readJsonFile(file).kind === 'broken') moveAside(file, 'unreadable')
      writeJsonFile(file, { ...stored, [name]: encrypted })
    },
    async delete(name) {
      const { [name]: removed, ...rest } = readStored(file)
      if (removed === undefined) return
      if (Object.keys(rest).length === 0) rmSync(file, { force: true })
      else writeJsonFile(file, rest)
    },
  }
}

function readStored(file: string): Record<string, string> {
  const read = readJsonFile(file)
  const parsed = storedSchema.safeParse(read.kind === 'ok' ? read.value : {})
  return parsed.success ? parsed.data : {}
}
