import { Pencil, SquareTerminal, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TerminalProfile } from '../../../shared/settings'
import { setDefaultProfile } from '../../state/settings-actions'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'

/** False for shells whose syntax the agent does not write, and for profiles without a program (S-019–S-021). */
function runsCommands(profile: TerminalProfile): boolean {
  return profile.path !== null && !/(^|[\\/])(fish|nu|nushell)(\.exe)?$/i.test(profile.path)
}

/** One profile. Own ones can be changed and removed; any with a program can become the default. */
export function ProfileRow(props: {
  profile: TerminalProfile
  isDefault: boolean
  onEdit: () => void
  onRemove: () => void
}) {
  const { profile, isDefault } = props
  const { t } = useTranslation(['shell', 'common'])
  return (
    <li>
      <Icon icon={SquareTerminal} className="c-3" />
      <span className="profile-what">
        <span className="trunc">{profile.name}</span>
        {profile.path === null ? null : (
          <code className="trunc c-3">{[profile.path, ...profile.args].join(' ')}</code>
        )}
      </span>
      <span className="profile-end">
        <small>{t(`shell:profile.source.${profile.source}`)}</small>
        {runsCommands(profile) ? null : <span className="tag">{t('shell:profile.unsupported')}</span>}
        {isDefault ? (
          <span className="tag">{t('shell:profile.is-default')}</span>
        ) : profile.path === null ? null : (
          <Button
            small
            kind="ghost"
            aria-label={t('shell:profile.make-default', { name: profile.name })}
            onClick={() => void setDefaultProfile(profile.name)}
          >
            {t('shell:profile.set-default')}
          </Button>
        )}
        {profile.source === 'user' ? (
          <>
            <IconButton
              icon={Pencil}
              label={t('common:edit.name', { name: profile.name })}
              onClick={props.onEdit}
            />
            <IconButton
              icon={Trash2}
              label={t('common:remove.name', { name: profile.name })}
              onClick={props.onRemove}
            />
          </>
        ) : null}
      </span>
    </li>
  )
}
