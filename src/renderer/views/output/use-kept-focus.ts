import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

type FocusHandlers = { onFocus: () => void; onBlur: () => void }

/** Gives the focus to the lines when the control that had it is gone, such as *Show earlier lines* at the start. */
export function useKeptFocus(box: RefObject<HTMLElement | null>): FocusHandlers {
  const isInside = useRef(false)
  useLayoutEffect(() => {
    // What React removes loses the focus without a word.
    if (isInside.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true })
  })
  return {
    onFocus: () => {
      isInside.current = true
    },
    onBlur: () => {
      isInside.current = false
    },
  }
}
