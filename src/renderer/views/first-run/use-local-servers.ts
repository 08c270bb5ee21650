import { useCallback, useEffect, useRef, useState } from 'react'
import type { LocalServer } from '../../../shared/models'
import { request } from '../../api'

/** What the search for model servers on this machine came to. Earlier finds stay visible while it looks again. */
export type Scan = { state: 'scanning' | 'done' | 'failed'; servers: readonly LocalServer[] }

/** Looks once at the start, and again on demand. */
export function useLocalServers(): { scan: Scan; again: () => void } {
  const [scan, setScan] = useState<Scan>({ state: 'scanning', servers: [] })
  const latest = useRef(0)
  const again = useCallback(() => {
    const mine = ++latest.current
    setScan((was) => ({ ...was, state: 'scanning' }))
    request('models.probe', {}).then(
      (servers) => {
        if (mine === latest.current) setScan({ state: 'done', servers })
      },
      () => {
        if (mine === latest.current) setScan((was) => ({ ...was, state: 'failed' }))
      },
    )
  }, [])
  useEffect(() => {
    again()
    return () => {
      latest.current++
    }
  }, [again])
  return { scan, again }
}
