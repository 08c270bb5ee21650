import { join } from 'node:path'
import Store from 'electron-store'
import { openSettingsFile, type SettingsFile } from '../core/settings/settings-file'
import type { Millis } from '../shared/ids'
import type { Settings } from '../shared/settings'

/**
 * The settings of the desktop app, kept by electron-store in `settings.json` of the data folder: owner-only, replaced in
 * one step. What a broken file held is moved aside first, since electron-store would throw on it or drop it.
 */
export function openSettingsStore(folder: string, now: Millis): SettingsFile {
  let store: Store<Settings> | null = null
  return openSettingsFile(join(folder, 'settings.json'), now, (settings) => {
    store ??= new Store<Settings>({ cwd: folder, name: 'settings', configFileMode: 0o600 })
    store.store = settings
  })
}
