import type { Millis } from '../../shared/ids'
import type { Settings } from '../../shared/settings'
import { Emitter } from '../events'
import type { SettingsPort } from '../ports'
import { moveAside, readJsonFile, writeJsonFile } from './json-file'
import { parseSettings } from './parse-settings'

/** A settings file that could not be used as it was; a copy is kept under `movedTo`. */
export type MovedSettings = { file: string; movedTo: string; reason: string }
/** Settings kept in a file, and what happened to that file when it was opened. */
export type SettingsFile = SettingsPort & { readonly moved: MovedSettings | null; dispose(): void }

/**
 * Keeps the settings as readable JSON, the same file for the window and the command line. Every change is on disk when
 * `update` returns. A file that is no JSON, or holds values that are not understood, is moved aside before the first
 * change could overwrite it.
 *
 * @param write how a host replaces the file; the file itself by default
 */
export function openSettingsFile(
  file: string,
  now: Millis,
  write: (settings: Settings) => void = (settings) => writeJsonFile(file, settings),
): SettingsFile {
  const changed = new Emitter<Settings>()
  const read = readJsonFile(file)
  const parsed = parseSettings(read.kind === 'ok' ? read.value : {})
  const reason =
    read.kind === 'broken'
      ? read.reason
      : parsed.dropped.length > 0
        ? `not understood: ${parsed.dropped.join(', ')}`
        : null
  let settings = parsed.settings
  let moved: MovedSettings | null = null
  if (reason !== null) {
    moved = { file, movedTo: moveAside(file, String(now)), reason }
    write(settings)
  }
  return {
    moved,
    onChange: changed.event,
    get: () => settings,
    update(change) {
      const next = { ...settings, ...change }
      write(next)
      settings = next
      changed.fire(settings)
      return settings
    },
    dispose: () => changed.dispose(),
  }
}
