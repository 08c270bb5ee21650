import { useTranslation } from 'react-i18next'
import { cancelReload, reloadWindow, useHost } from '../../state/host'
import { ConfirmDialog } from '../../ui/Dialog'

/** Asks before a reload ends what the window runs (S-339). */
export function ReloadDialog() {
  const { t } = useTranslation('host')
  const open = useHost((host) => host.isReloading)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(now) => {
        if (!now) cancelReload()
      }}
      title={t('reload.title')}
      body={t('reload.body')}
      action={t('palette.reload')}
      onConfirm={() => void reloadWindow()}
    />
  )
}
