import type { ComponentPropsWithRef } from 'react'

type ScrollBoxProps = Omit<ComponentPropsWithRef<'div'>, 'role' | 'tabIndex' | 'aria-label'> & {
  label: string
}

/** A part that scrolls on its own and can be reached by keyboard. A group, not a region: there may be many of a name. */
export function ScrollBox({ label, ...rest }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div {...rest} role="group" tabIndex={0} aria-label={label} />
  )
}
