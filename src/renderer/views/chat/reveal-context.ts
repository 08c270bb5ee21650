import { createContext, use } from 'react'

/** Brings something that was just opened into view, as the transcript can. */
export const RevealContext = createContext<(element: Element) => void>(() => {})

export function useReveal(): (element: Element) => void {
  return use(RevealContext)
}
