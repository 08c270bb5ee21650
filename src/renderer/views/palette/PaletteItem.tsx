import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon'

/** One row. `value` must be unique; `keywords` are searched too. */
export function PaletteItem(props: {
  value: string
  keywords: string[]
  icon: LucideIcon
  children: ReactNode
  end?: ReactNode
  filled?: boolean
  onSelect: () => void
}) {
  const { value, keywords, icon, children, end, filled = false, onSelect } = props
  return (
    <Command.Item value={value} keywords={keywords} className="menu-item" onSelect={onSelect}>
      <Icon icon={icon} size={filled ? 12 : 16} filled={filled} className={filled ? 'menu-icon-12' : ''} />
      <span className="trunc">{children}</span>
      {end === undefined ? null : <span className="r">{end}</span>}
    </Command.Item>
  )
}
