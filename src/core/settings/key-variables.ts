import type { SettingsPort } from '../ports'

/**
 * The environment variables from which connections take their keys, as a list that follows the settings. They are the
 * app's, so commands do not get them (B-034).
 */
export function followKeyVariables(settings: Pick<SettingsPort, 'get' | 'onChange'>): readonly string[] {
  const names: string[] = []
  const refresh = () => {
    const now = settings.get().connections.flatMap(({ keyEnv }) => (keyEnv === null ? [] : [keyEnv]))
    names.splice(0, names.length, ...new Set(now))
  }
  refresh()
  settings.onChange(refresh)
  return names
}
