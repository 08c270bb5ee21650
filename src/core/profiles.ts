import { EngineError } from '../shared/errors'
import type { ProfileList } from '../shared/ipc'
import type { TerminalProfile } from '../shared/settings'
import type { SettingsPort, ShellResolver } from './ports'

/** *Terminal: Select Default Profile* and the profiles page (S-014, S-018). */
export type Profiles = {
  list(): Promise<ProfileList>
  setDefault(name: string | null): Promise<ProfileList>
  save(profile: TerminalProfile): Promise<ProfileList>
  remove(name: string): Promise<ProfileList>
}

export function createProfiles(settings: SettingsPort, shells: ShellResolver): Profiles {
  const list = async (): Promise<ProfileList> => {
    const { signal } = new AbortController()
    const [profiles, used] = await Promise.all([shells.listProfiles(signal), shells.resolve(signal)])
    return {
      profiles,
      defaultName: settings.get().terminal.defaultProfile,
      effective: { name: used.profileName, path: used.path, fallback: used.note?.code ?? 'none' },
    }
  }
  const ownProfiles = () => settings.get().terminal.profiles
  const change = (terminal: Partial<ReturnType<SettingsPort['get']>['terminal']>) => {
    settings.update({ terminal: { ...settings.get().terminal, ...terminal } })
    return list()
  }
  return {
    list,
    async setDefault(name) {
      if (name !== null) {
        const known = await shells.listProfiles(new AbortController().signal)
        if (!known.some((profile) => profile.name === name))
          throw new EngineError('unknown-profile', `There is no terminal profile “${name}”.`)
      }
      return change({ defaultProfile: name })
    },
    async save(profile) {
      const own: TerminalProfile = { ...profile, source: 'user' }
      return change({ profiles: [...ownProfiles().filter((other) => other.name !== own.name), own] })
    },
    async remove(name) {
      const left = ownProfiles().filter((profile) => profile.name !== name)
      const { defaultProfile } = settings.get().terminal
      return change({ profiles: left, defaultProfile: defaultProfile === name ? null : defaultProfile })
    },
  }
}
