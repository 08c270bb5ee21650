import type { LucideIcon } from 'lucide-react'
import { ChevronDown, History, ListChecks, Shield, TriangleAlert, Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import type { PermissionMode } from '../../../shared/permissions'
import { isPermissionMode } from '../../../shared/permissions'
import { useFormat } from '../../i18n/use-format'
import { chooseMode, openModeDialog } from '../../state/permission-actions'
import { Icon } from '../../ui/Icon'
import { Menu, MenuChoice, MenuChoices, MenuItem, MenuSeparator } from '../../ui/Menu'

const ICONS: Record<PermissionMode, LucideIcon> = {
  standard: Shield,
  auto: Zap,
  plan: ListChecks,
  bypass: TriangleAlert,
}
const MENU_WIDTH_PX = 300

/** How commands of a chat get permission, and the copy of the workspace that Bypass made (A-019…A-026). */
export function ModeChip(props: { chat: ChatSummary; up?: boolean }) {
  const { chat, up = false } = props
  const { t } = useTranslation(['shell', 'permissions'])
  const format = useFormat()
  const { mode, snapshot } = chat
  const label = t('shell:mode', { mode: t(`shell:mode.${mode}`) })
  return (
    <Menu
      align={up ? 'start' : 'end'}
      side={up ? 'top' : 'bottom'}
      label={label}
      width={MENU_WIDTH_PX}
      trigger={
        <button type="button" className={`mode ${mode}`} aria-label={label}>
          <Icon icon={ICONS[mode]} size={14} />
          {t(`shell:mode.${mode}`)}
          <Icon icon={ChevronDown} size={12} />
        </button>
      }
    >
      <MenuChoices
        value={mode}
        onChange={(value) => {
          if (isPermissionMode(value)) void chooseMode(chat.id, value)
        }}
      >
        <MenuChoice value="standard" icon={Shield} detail={t('shell:mode.standard.now')}>
          {t('shell:mode.standard')}
        </MenuChoice>
        <MenuChoice value="auto" icon={Zap} detail={t('permissions:mode.auto.now')}>
          {t('shell:mode.auto')}
        </MenuChoice>
        <MenuChoice value="plan" icon={ListChecks} detail={t('permissions:mode.plan.now')}>
          {t('shell:mode.plan')}
        </MenuChoice>
        <MenuSeparator />
        <MenuChoice danger value="bypass" icon={TriangleAlert} detail={t('permissions:mode.bypass.now')}>
          {t('shell:mode.bypass')}
        </MenuChoice>
      </MenuChoices>
      {snapshot?.state === 'ready' ? (
        <>
          <MenuSeparator />
          <MenuItem
            icon={History}
            detail={t('permissions:snapshot.taken', {
              time: format.clock(snapshot.at),
              files: t('permissions:snapshot.files', { count: snapshot.files }),
            })}
            onSelect={() => openModeDialog({ kind: 'restore', chatId: chat.id })}
          >
            {t('permissions:snapshot.restore')}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}
