import { ChevronDown, Shield } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon'
import { Menu, MenuChoice, MenuChoices } from '../../ui/Menu'

const STANDARD = 'standard'

/** How commands get permission. Standard is the only mode there is; the menu says what it means. */
export function ModeChip(props: { up?: boolean }) {
  const { up = false } = props
  const { t } = useTranslation('shell')
  const label = t('mode', { mode: t('mode.standard') })
  return (
    <Menu
      align={up ? 'start' : 'end'}
      side={up ? 'top' : 'bottom'}
      label={label}
      width={300}
      trigger={
        <button type="button" className="mode standard" aria-label={label}>
          <Icon icon={Shield} size={14} />
          {t('mode.standard')}
          <Icon icon={ChevronDown} size={12} />
        </button>
      }
    >
      <MenuChoices value={STANDARD} onChange={() => {}}>
        <MenuChoice value={STANDARD} icon={Shield} detail={t('mode.standard.now')}>
          {t('mode.standard')}
        </MenuChoice>
      </MenuChoices>
    </Menu>
  )
}
