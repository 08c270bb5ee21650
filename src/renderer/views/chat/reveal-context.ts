import { createContext, type RefObject, use, useLayoutEffect, useRef } from 'react'

/** Brings something that was just opened into view, as the transcript can. */
export const RevealContext = createContext<(element: Element) => void>(() => {})

export function useReveal(): (element: Element) => void {
  return use(RevealContext)
}

/**
 * Opens and closes by the person's hand: what was opened is brought into view, its top first, also where the transcript
 * follows its end. What opens by itself moves nothing.
 */
export function useOpenByHand(
  box: RefObject<Element | null>,
  open: boolean,
  setOpen: (isOpen: boolean) => void,
): (isOpen: boolean) => void {
  const reveal = useReveal()
  const isWished = useRef(false)
  useLayoutEffect(() => {
    if (open && isWished.current && box.current) reveal(box.current)
    isWished.current = false
  }, [open, box, reveal])
  return (isOpen) => {
    isWished.current = isOpen
    setOpen(isOpen)
  }
}
