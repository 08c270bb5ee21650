import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { Icon } from './Icon'

export type SelectOption = { value: string; label: string; detail?: string }
export type SelectGroup = { label: string | null; options: readonly SelectOption[] }

/** One of several values in a list that opens. */
export function Select(props: {
  value: string
  onChange: (value: string) => void
  groups: readonly SelectGroup[]
  label?: string
  labelledBy?: string
  id?: string
  placeholder?: string
}) {
  return (
    <Radix.Root value={props.value} onValueChange={props.onChange}>
      <Radix.Trigger
        className="select"
        aria-label={props.label}
        aria-labelledby={props.labelledBy}
        id={props.id}
      >
        <span className="trunc">
          <Radix.Value placeholder={props.placeholder} />
        </span>
        <Radix.Icon asChild>
          <span className="select-arrow">
            <Icon icon={ChevronDown} size={14} />
          </span>
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="menu pop-in select-list"
          position="popper"
          sideOffset={4}
          collisionPadding={8}
        >
          <Radix.Viewport>
            {props.groups.map((group) => (
              <Radix.Group key={group.label ?? ''}>
                {group.label === null ? null : (
                  <Radix.Label className="menu-label">{group.label}</Radix.Label>
                )}
                {group.options.map((option) => (
                  <Radix.Item key={option.value} value={option.value} className="menu-item">
                    <span className="grow trunc">
                      <Radix.ItemText>{option.label}</Radix.ItemText>
                    </span>
                    {option.detail === undefined ? null : <span className="count">{option.detail}</span>}
                    <span className="menu-check">
                      <Radix.ItemIndicator>
                        <Icon icon={Check} size={14} />
                      </Radix.ItemIndicator>
                    </span>
                  </Radix.Item>
                ))}
              </Radix.Group>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
