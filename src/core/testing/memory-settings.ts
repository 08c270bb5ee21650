import { type Settings, settingsSchema } from '../../shared/settings'
import { Emitter } from '../events'
import type { SecretsPort, SettingsPort } from '../ports'

/** Settings that live as long as the test. */
export function createMemorySettings(initial: Partial<Settings> = {}): SettingsPort {
  let settings = settingsSchema.parse(initial)
  const changed = new Emitter<Settings>()
  return {
    get: () => settings,
    update(change) {
      settings = settingsSchema.parse({ ...settings, ...change })
      changed.fire(settings)
      return settings
    },
    onChange: changed.event,
  }
}

/** Keys that live as long as the test. */
export function createMemorySecrets(): SecretsPort {
  const secrets = new Map<string, string>()
  return {
    availability: () => ({ available: true }),
    get: async (name) => secrets.get(name) ?? null,
    set: async (name, value) => void secrets.set(name, value),
    delete: async (name) => void secrets.delete(name),
  }
}
