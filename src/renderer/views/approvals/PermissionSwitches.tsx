import { useTranslation } from 'react-i18next'
import type { ApprovalSettings } from '../../../shared/permissions'
import { setPermission } from '../../state/permission-actions'
import { Switch } from '../../ui/Switch'
import { SettingRow } from '../settings/SettingRow'

/** The named permissions; what depends on one that is off is off and says what it needs (S-396, S-397). */
export function PermissionSwitches({ permissions }: { permissions: ApprovalSettings['permissions'] }) {
  const { t } = useTranslation('permissions')
  const isOn = (name: string) => permissions.some((one) => one.name === name && one.isOn)
  return (
    <section>
      <h3>{t('page.permissions')}</h3>
      {permissions.map(({ name, isOn: on, needs }) => {
        const isMissing = needs !== null && !isOn(needs)
        const hint = isMissing ? { hint: t('permission.needs', { name: t(`permission.${needs}`) }) } : {}
        return (
          <SettingRow key={name} name={t(`permission.${name}`)} {...hint}>
            {(id) => (
              <Switch
                labelledBy={id}
                checked={on}
                disabled={isMissing}
                onChange={(next) => void setPermission(name, next)}
              />
            )}
          </SettingRow>
        )
      })}
    </section>
  )
}
