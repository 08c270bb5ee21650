import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultModeSchema } from '../../../shared/permissions'
import { loadApprovals, usePermissions } from '../../state/permission-actions'
import { updateSettings } from '../../state/settings-actions'
import { useSettings } from '../../state/stores'
import { Segmented } from '../../ui/Segmented'
import { Select } from '../../ui/Select'
import { Switch } from '../../ui/Switch'
import { SettingRow } from '../settings/SettingRow'
import { BlockedList } from './BlockedList'
import { PermissionSwitches } from './PermissionSwitches'
import { IgnoreFiles, ProtectedPaths } from './Places'
import { RuleList } from './RuleList'
import { TryCommand } from './TryCommand'

const CAPS = [5, 10, 20, 50, 100, 200, 500, 1000]

/** The page Auto-approve: what may run unasked, and why (S-381, S-388, S-395…S-399). */
export function ApprovalsPane() {
  const { t } = useTranslation(['permissions', 'shell'])
  const settings = useSettings((data) => data.settings)
  const approvals = usePermissions((state) => state.approvals)
  useEffect(() => void loadApprovals(), [])
  const caps = [...new Set([...CAPS, settings.maxRequests])].sort((a, b) => a - b)
  return (
    <>
      <div>
        <h2>{t('permissions:page')}</h2>
        <p className="hint lead">{t('permissions:page.lead')}</p>
      </div>
      <div>
        <SettingRow name={t('permissions:page.mode')} hint={t('permissions:page.mode.hint')}>
          {(id) => (
            <Segmented
              labelledBy={id}
              value={settings.defaultMode}
              options={defaultModeSchema.options.map((value) => ({
                value,
                label: t(`shell:mode.${value}`),
              }))}
              onChange={(defaultMode) => void updateSettings({ defaultMode })}
            />
          )}
        </SettingRow>
        <SettingRow name={t('permissions:page.cap')} hint={t('permissions:page.cap.hint')}>
          {(id) => (
            <Select
              labelledBy={id}
              value={String(settings.maxRequests)}
              groups={[
                {
                  label: null,
                  options: caps.map((cap) => ({ value: String(cap), label: String(cap) })),
                },
              ]}
              onChange={(value) => void updateSettings({ maxRequests: Number(value) })}
            />
          )}
        </SettingRow>
        <SettingRow name={t('permissions:page.web-private')} hint={t('permissions:page.web-private.hint')}>
          {(id) => (
            <Switch
              labelledBy={id}
              checked={settings.webPrivate}
              onChange={(webPrivate) => void updateSettings({ webPrivate })}
            />
          )}
        </SettingRow>
      </div>
      {approvals === null ? null : (
        <>
          <TryCommand />
          <RuleList rules={approvals.rules} />
          <BlockedList blocked={approvals.blocked} />
          <PermissionSwitches permissions={approvals.permissions} />
          <ProtectedPaths paths={approvals.protectedPaths} />
          <IgnoreFiles files={approvals.ignoreFiles} />
        </>
      )}
    </>
  )
}
