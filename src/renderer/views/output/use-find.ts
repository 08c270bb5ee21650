import type { RefObject } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Match } from './find-rows'
import { findMatches, keptMatch, stepMatch } from './find-rows'
import type { OutputRow } from './output-pages'

/** The search in the loaded lines: what is found, and the place it stands on. */
export type Find = {
  query: string
  setQuery: (query: string) => void
  count: number
  /** Index of the match it stands on; -1 without one. */
  current: number
  byRow: ReadonlyMap<number, readonly (Match & { index: number })[]>
  step: (step: 1 | -1) => void
}

const NOTHING: ReadonlyMap<number, readonly (Match & { index: number })[]> = new Map()

/** Finds in the loaded rows and keeps its place while rows come and go. */
export function useFind(
  rows: readonly OutputRow[],
  active: boolean,
  box: RefObject<HTMLElement | null>,
): Find {
  const [query, setQuery] = useState('')
  const [standing, setStanding] = useState<{ match: Match | undefined; moved: number }>({
    match: undefined,
    moved: 0,
  })
  const wanted = active ? query : ''
  const matches = useMemo(() => findMatches(rows, wanted), [rows, wanted])
  const current = keptMatch(matches, standing.match)
  const lastMoved = useRef(0)

  const byRow = useMemo(() => {
    if (matches.length === 0) return NOTHING
    const found = new Map<number, (Match & { index: number })[]>()
    for (const [index, match] of matches.entries()) {
      const row = found.get(match.row)
      if (row) row.push({ ...match, index })
      else found.set(match.row, [{ ...match, index }])
    }
    return found
  }, [matches])

  // Only a step or a new query moves the view, never lines that arrive.
  useEffect(() => {
    if (standing.moved === lastMoved.current) return
    lastMoved.current = standing.moved
    box.current?.querySelector('mark.cur')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [standing, box])

  return {
    query,
    setQuery: (next) => {
      setQuery(next)
      setStanding((before) => ({ match: matches[current] ?? before.match, moved: before.moved + 1 }))
    },
    count: matches.length,
    current,
    byRow,
    step: (step) =>
      setStanding((before) => ({
        match: matches[stepMatch(matches.length, current, step)],
        moved: before.moved + 1,
      })),
  }
}
