import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Spinner } from './Spinner'

export type ButtonKind = 'secondary' | 'primary' | 'ghost' | 'danger' | 'danger-quiet'

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'type'> & {
  kind?: ButtonKind
  small?: boolean
  /** Under way: shows a spinner in front and takes no second press, but keeps the focus. */
  busy?: boolean
  type?: 'button' | 'submit'
  children: ReactNode
}

/** A button with a word on it. */
export function Button({
  kind = 'secondary',
  small,
  busy,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const classes = ['btn', kind === 'secondary' ? '' : kind, small ? 'sm' : '', className ?? '']
  return (
    <button
      {...rest}
      type={type}
      className={classes.filter((name) => name !== '').join(' ')}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner size={14} /> : null}
      {children}
    </button>
  )
}
