import { Command } from 'cmdk'
import { Check, SquareTerminal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { setDefaultProfile } from '../../state/settings-actions'
import { useSettings } from '../../state/stores'
import { showPalette } from '../../state/ui'
import { Icon } from '../../ui/Icon'
import { PaletteItem } from './PaletteItem'

/** *Terminal: Select Default Profile* (S-014): the shells there are, and the system's. */
export function PaletteProfiles() {
  const { t } = useTranslation('shell')
  const { profiles, defaultName } = useSettings((data) => data.profiles)
  const choose = (name: string | null): void => {
    showPalette('closed')
    void setDefaultProfile(name)
  }
  const check = <Icon icon={Check} size={14} />
  return (
    <Command.Group heading={t('profile.default')}>
      <PaletteItem
        value="platform"
        keywords={[t('profile.platform')]}
        icon={SquareTerminal}
        end={defaultName === null ? check : t('profile.platform.hint')}
        onSelect={() => choose(null)}
      >
        {t('profile.platform')}
      </PaletteItem>
      {profiles.map((profile) => (
        <PaletteItem
          key={profile.name}
          value={`profile ${profile.name}`}
          keywords={[profile.name, profile.path ?? '']}
          icon={SquareTerminal}
          end={
            <>
              {profile.path === null ? (
                t('profile.source.extension')
              ) : (
                <code className="trunc palette-chat">{profile.path}</code>
              )}
              {profile.name === defaultName ? check : null}
            </>
          }
          onSelect={() => choose(profile.name)}
        >
          {profile.name}
        </PaletteItem>
      ))}
    </Command.Group>
  )
}
