import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

const OPEN_DELAY_MS = 500

/** Must stand above every tooltip: moving from one to the next then opens at once. */
export function TooltipRoot(props: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={300} disableHoverableContent>
      {props.children}
    </Radix.Provider>
  )
}

/** Says more about a control or sign on hover and focus. The child must take a ref and its props. */
export function Tooltip(props: { text: ReactNode; children: ReactNode; side?: 'top' | 'bottom' | 'right' }) {
  return (
    <Radix.Root>
      <Radix.Trigger
        asChild
        // A menu that closes gives the focus back; after a mouse click that must not open a tooltip.
        onFocus={(event) => {
          if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
        }}
      >
        {props.children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="tip tip-pop"
          side={props.side ?? 'bottom'}
          sideOffset={4}
          collisionPadding={8}
        >
          {props.text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
