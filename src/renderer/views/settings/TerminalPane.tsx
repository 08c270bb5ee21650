import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileList } from '../../../shared/ipc'
import type { TerminalProfile } from '../../../shared/settings'
import { reloadProfiles, removeProfile, setDefaultProfile } from '../../state/settings-actions'
import { useSettings } from '../../state/stores'
import { showPalette } from '../../state/ui'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/Dialog'
import { Icon } from '../../ui/Icon'
import { Select } from '../../ui/Select'
import { keyText } from '../layout/keys'
import { ProfileDialog } from './ProfileDialog'
import { ProfileRow } from './ProfileRow'
import { SettingRow } from './SettingRow'

/** Stands for the system's shell among profile names; no name has it, and the select takes no empty value. */
const PLATFORM_VALUE = '\u0000'

/** The shell of the agent's commands: which one is chosen, which one is used and why (S-014, S-019–S-022). */
export function TerminalPane() {
  const { t } = useTranslation(['shell', 'common'])
  const list = useSettings((data) => data.profiles)
  const platform = useSettings((data) => data.app.platform)
  const [editing, setEditing] = useState<TerminalProfile | 'new' | null>(null)
  const [removing, setRemoving] = useState<TerminalProfile | null>(null)
  const [scanning, setScanning] = useState(false)
  const scan = async (): Promise<void> => {
    setScanning(true)
    await reloadProfiles()
    setScanning(false)
  }
  return (
    <>
      <div>
        <h2>{t('shell:settings.terminal')}</h2>
        <p className="lead">{t('shell:profile.lead')}</p>
      </div>
      <div>
        <SettingRow name={t('shell:profile.default')} hint={<EffectiveShell list={list} />}>
          {(id) => (
            <Select
              labelledBy={id}
              value={list.defaultName ?? PLATFORM_VALUE}
              groups={[
                {
                  label: null,
                  options: [
                    { value: PLATFORM_VALUE, label: t('shell:profile.platform') },
                    ...list.profiles.map(({ name }) => ({ value: name, label: name })),
                  ],
                },
              ]}
              onChange={(value) => void setDefaultProfile(value === PLATFORM_VALUE ? null : value)}
            />
          )}
        </SettingRow>
        <div className="setrow">
          <div>
            <code>{t('shell:profile.select-default')}</code>
            <small>{`${t('shell:search-and-commands')}, ${keyText('K', platform)}`}</small>
          </div>
          <Button small onClick={() => showPalette('profiles')}>
            {t('shell:profile.choose')}
          </Button>
        </div>
      </div>
      <section>
        <div className="section-head">
          <h3>{t('shell:profile.list')}</h3>
          <Button small kind="ghost" busy={scanning} onClick={() => void scan()}>
            {scanning ? null : <Icon icon={RefreshCw} size={14} />}
            {t('shell:profile.scan')}
          </Button>
        </div>
        <ul className="plist profiles">
          {list.profiles.map((profile) => (
            <ProfileRow
              key={profile.name}
              profile={profile}
              isDefault={profile.name === list.defaultName}
              onEdit={() => setEditing(profile)}
              onRemove={() => setRemoving(profile)}
            />
          ))}
          <li className="plist-add">
            <button type="button" onClick={() => setEditing('new')}>
              <Icon icon={Plus} size={14} />
              {t('shell:profile.add')}
            </button>
          </li>
        </ul>
        <p className="hint">{t('shell:profile.fallback.why')}</p>
      </section>
      {editing === null ? null : (
        <ProfileDialog
          profile={editing === 'new' ? null : editing}
          others={list.profiles
            .map(({ name }) => name)
            .filter((name) => editing === 'new' || name !== editing.name)}
          isDefault={editing !== 'new' && editing.name === list.defaultName}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => setRemoving(open ? removing : null)}
        title={t('shell:profile.remove.title', { name: removing?.name ?? '' })}
        body={t('shell:profile.remove.body')}
        action={t('common:remove')}
        onConfirm={() => {
          if (removing) void removeProfile(removing.name)
        }}
      />
    </>
  )
}

function EffectiveShell(props: { list: ProfileList }) {
  const { t } = useTranslation('shell')
  const { effective, defaultName } = props.list
  const facts = { name: effective.name, path: effective.path, profile: defaultName ?? '' }
  if (effective.fallback === 'none') return t('profile.effective', facts)
  return <span className="c-warn">{t(`profile.fallback.${effective.fallback}`, facts)}</span>
}
