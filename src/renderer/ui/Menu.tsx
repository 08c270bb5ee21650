import type { LucideIcon } from 'lucide-react'
import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon } from './Icon'

type Side = { align?: 'start' | 'center' | 'end'; side?: 'top' | 'bottom' }

/** A menu under (or over) its button. Arrow keys, type-ahead and Esc come with it; portalled, card stacks clip. */
export function Menu(
  props: {
    trigger: ReactNode
    children: ReactNode
    label?: string
    width?: number
    onOpen?: () => void
    /** After the focus went back to the button. */
    onClosed?: () => void
  } & Side,
) {
  return (
    <Radix.Root modal={false} onOpenChange={(open) => (open ? props.onOpen?.() : undefined)}>
      <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="menu pop-in"
          align={props.align ?? 'end'}
          side={props.side ?? 'bottom'}
          sideOffset={4}
          collisionPadding={8}
          aria-label={props.label}
          onCloseAutoFocus={() => window.setTimeout(() => props.onClosed?.(), 0)}
          style={props.width === undefined ? undefined : { width: props.width }}
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type ItemProps = {
  icon?: LucideIcon
  children: ReactNode
  /** A second, quieter line. */
  detail?: ReactNode
  /** At the right edge. */
  end?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

/** One action. */
export function MenuItem(props: ItemProps) {
  const { icon, children, detail, end, danger, disabled, onSelect } = props
  return (
    <Radix.Item
      className={`menu-item${detail === undefined ? '' : ' two'}${danger ? ' danger' : ''}`}
      disabled={disabled ?? false}
      onSelect={onSelect}
    >
      {icon ? <Icon icon={icon} /> : null}
      <span className="grow">
        <span className="trunc menu-text">{children}</span>
        {detail === undefined ? null : <span className="d">{detail}</span>}
      </span>
      {end === undefined ? null : <span className="count">{end}</span>}
    </Radix.Item>
  )
}

/** Choices of which one holds; the held one carries a check. */
export function MenuChoices(props: {
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) {
  return (
    <Radix.RadioGroup value={props.value} onValueChange={props.onChange}>
      {props.children}
    </Radix.RadioGroup>
  )
}

export function MenuChoice(props: {
  value: string
  icon?: LucideIcon
  children: ReactNode
  detail?: ReactNode
  end?: ReactNode
  danger?: boolean
  disabled?: boolean
}) {
  const { value, icon, children, detail, end, danger, disabled } = props
  return (
    <Radix.RadioItem
      className={`menu-item${detail === undefined ? '' : ' two'}${danger ? ' danger' : ''}`}
      value={value}
      disabled={disabled ?? false}
    >
      {icon ? <Icon icon={icon} /> : null}
      <span className="grow">
        <span className="trunc menu-text">{children}</span>
        {detail === undefined ? null : <span className="d">{detail}</span>}
      </span>
      {end === undefined ? null : <span className="count">{end}</span>}
      <span className="menu-check">
        <Radix.ItemIndicator>
          <Icon icon={Check} size={14} />
        </Radix.ItemIndicator>
      </span>
    </Radix.RadioItem>
  )
}

/** Names the items that follow; pass them as children so that they are one group. */
export function MenuGroup(props: { label: string; children: ReactNode }) {
  return (
    <Radix.Group>
      <Radix.Label className="menu-label">{props.label}</Radix.Label>
      {props.children}
    </Radix.Group>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="menu-sep" />
}

/** A line of the menu that is only to be read. */
export function MenuNote(props: { children: ReactNode }) {
  return <div className="menu-note">{props.children}</div>
}
