import { Switch as Radix } from 'radix-ui'

/** On or off, at once. `label` names it where no visible label does. */
export function Switch(props: {
  checked: boolean
  onChange: (checked: boolean) => void
  id?: string
  label?: string
  labelledBy?: string
  disabled?: boolean
}) {
  return (
    <Radix.Root
      className="switch"
      checked={props.checked}
      onCheckedChange={props.onChange}
      id={props.id}
      disabled={props.disabled ?? false}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
    />
  )
}
