import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

const watchers = new WeakMap<Element, (inView: boolean) => void>()
let observer: IntersectionObserver | null = null

/** One observer for all rows: a browser serves many targets of one much faster than many observers. */
function sharedObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watchers.get(target)?.(isIntersecting)
  })
  return observer
}

/** Whether any of an element can be seen; false while that is not asked for, and until it is known. */
export function useInView(element: RefObject<Element | null>, asked: boolean): boolean {
  const [inView, setInView] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!asked || !target) return undefined
    watchers.set(target, setInView)
    sharedObserver().observe(target)
    return () => {
      watchers.delete(target)
      sharedObserver().unobserve(target)
    }
  }, [element, asked])
  return inView && asked
}
