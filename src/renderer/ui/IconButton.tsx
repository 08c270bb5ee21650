import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import type { IconSize } from './Icon'
import { Icon } from './Icon'
import { Tooltip } from './Tooltip'

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'type' | 'aria-label' | 'title' | 'children'> & {
  icon: LucideIcon
  /** What it does and to what, for example "Stop npm test"; also the tooltip. */
  label: string
  /** Shown in the tooltip after the label, for example a key. */
  hint?: ReactNode
  size?: IconSize
  /** 28 px instead of 24. */
  large?: boolean
  pressed?: boolean
  filled?: boolean
  /** The Stop button: red on hover. */
  stop?: boolean
  iconClassName?: string
}

/** A button that is only an icon. Its name says its object; hit area at least 24 by 24. */
export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    hint,
    size = 14,
    large,
    pressed,
    filled,
    stop,
    className,
    iconClassName,
    ...rest
  } = props
  const classes = ['ib', large ? 'lg' : '', stop ? 'stop' : '', className ?? '']
  return (
    <Tooltip
      text={
        hint === undefined ? (
          label
        ) : (
          <>
            {label} {hint}
          </>
        )
      }
    >
      <button
        {...rest}
        type="button"
        className={classes.filter((name) => name !== '').join(' ')}
        aria-label={label}
        aria-pressed={pressed}
      >
        <Icon icon={icon} size={size} filled={filled ?? false} className={iconClassName ?? ''} />
      </button>
    </Tooltip>
  )
}
