import { useRef, useState } from 'react'
import type { RequestInput } from '../../../shared/ipc'
import type { ConnectionTest } from '../../../shared/models'
import { testConnection } from '../../state/settings-actions'

type Tried = RequestInput<'connections.test'>

/** Trying what a dialog has in its fields; what came of other fields is not shown. */
export function useConnectionTest(input: Tried | null): {
  isTesting: boolean
  result: ConnectionTest | null
  test(): void
} {
  const key = JSON.stringify(input)
  const [done, setDone] = useState<{ key: string; result: ConnectionTest } | null>(null)
  const [testing, setTesting] = useState<string | null>(null)
  const newest = useRef(0)
  const test = async (tried: Tried): Promise<void> => {
    const own = ++newest.current
    setTesting(key)
    const result = await testConnection(tried)
    if (own !== newest.current) return
    setTesting(null)
    setDone(result && { key, result })
  }
  return {
    isTesting: testing === key,
    result: done?.key === key ? done.result : null,
    test: () => {
      if (input) void test(input)
    },
  }
}
