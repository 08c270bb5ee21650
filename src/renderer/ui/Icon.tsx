import type { LucideIcon } from 'lucide-react'

// Sizes are classes: each has its own stroke width, so that lines stay equally heavy (ui.md 2).
const SIZE_CLASS = { 12: 's12', 14: 's14', 16: '', 20: 's20' } as const
export type IconSize = keyof typeof SIZE_CLASS

/** A decorative icon; the control or text around it carries the name. */
export function Icon(props: { icon: LucideIcon; size?: IconSize; className?: string; filled?: boolean }) {
  const { icon: Glyph, size = 16, className = '', filled = false } = props
  return (
    <Glyph
      aria-hidden="true"
      focusable="false"
      className={['i', SIZE_CLASS[size], filled ? 'fill' : '', className]
        .filter((name) => name !== '')
        .join(' ')}
    />
  )
}
