import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** A small panel at its button with content of any kind; focus moves in and back. */
export function Popover(props: {
  trigger: ReactNode
  label: string
  children: ReactNode
  width?: number
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
}) {
  const { open, onOpenChange } = props
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="menu pop-in"
          align={props.align ?? 'end'}
          sideOffset={4}
          collisionPadding={8}
          aria-label={props.label}
          style={props.width === undefined ? undefined : { width: props.width }}
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
