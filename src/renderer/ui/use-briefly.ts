import { useCallback, useEffect, useRef, useState } from 'react'

/** How long a button says that it did what it was asked, in milliseconds. */
const BRIEF_MS = 1500

/** True for a moment after it was called for. */
export function useBriefly(): readonly [boolean, () => void] {
  const [shown, setShown] = useState(false)
  const timer = useRef<number | undefined>(undefined)
  const show = useCallback(() => {
    window.clearTimeout(timer.current)
    setShown(true)
    timer.current = window.setTimeout(() => setShown(false), BRIEF_MS)
  }, [])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return [shown, show]
}
