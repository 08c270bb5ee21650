import { ToggleGroup } from 'radix-ui'

/** One of a few values, all visible. One tab stop, arrow keys move. */
export function Segmented<T extends string>(props: {
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
  label?: string
  labelledBy?: string
}) {
  return (
    <ToggleGroup.Root
      type="single"
      className="seg"
      value={props.value}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      onValueChange={(value) => {
        const chosen = props.options.find((option) => option.value === value)
        // Radix reports '' when the pressed segment is pressed again; one must stay chosen.
        if (chosen) props.onChange(chosen.value)
      }}
    >
      {props.options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value}>
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
