import type { RefObject } from 'react'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { CommandCard } from '../../../shared/command'
import type { FindHit } from '../../../shared/find-query'
import type { CommandId } from '../../../shared/ids'
import { RequestError } from '../../api'
import { findInOutput, stopFinding } from '../../state/command-actions'
import type { OutputFeed } from './output-feed'
import type { FinderState } from './output-finder'
import { OutputFinder } from './output-finder'
import type { OutputRow, OutputWindow } from './output-pages'
import { hitsByRow } from './row-parts'

/** The search in the whole output of a command, and what of it the loaded rows show. */
export type Find = {
  finder: OutputFinder
  state: FinderState
  byRow: ReadonlyMap<number, readonly FindHit[]>
}

// A search outlives the view of its card, as the feed does.
const finders = new WeakMap<OutputFeed, OutputFinder>()
const NOTHING: ReadonlyMap<number, readonly FindHit[]> = new Map()

function finderOf(feed: OutputFeed, id: CommandId): OutputFinder {
  const known = finders.get(feed)
  if (known) return known
  const finder = new OutputFinder({
    find: (asked) => findInOutput({ commandId: id, ...asked }),
    stop: () => stopFinding(id),
    goTo: (at) => feed.goTo(at),
    codeOf: (error) => (error instanceof RequestError ? error.code : 'internal'),
  })
  finders.set(feed, finder)
  return finder
}

/** Finds while the field is open; only a step or a new query moves the view, never lines that arrive. */
export function useFind(
  card: CommandCard,
  feed: OutputFeed,
  loaded: { window: OutputWindow | null; rows: readonly OutputRow[] },
  active: boolean,
  box: RefObject<HTMLElement | null>,
): Find {
  const { window, rows } = loaded
  const finder = finderOf(feed, card.id)
  const state = useSyncExternalStore(finder.subscribe, finder.state)
  const from = window?.from
  const to = window?.to

  useEffect(() => {
    const range = from === undefined || to === undefined ? null : { from, to }
    finder.show(range, card.output.bytes)
  }, [finder, from, to, card.output.bytes])
  useEffect(() => {
    if (!active) return undefined
    finder.reopen()
    return () => finder.close()
  }, [finder, active])

  const { marks, current, moved } = state
  const byRow = useMemo(() => {
    if (!active || (marks.length === 0 && !current)) return NOTHING
    // A step may stand on a place whose lines have just arrived, before they were marked.
    const isMarked = !current || marks.some(({ at }) => at === current.at)
    const all = isMarked ? marks : [...marks, current].sort((a, b) => a.at - b.at)
    return hitsByRow(rows, all)
  }, [active, marks, current, rows])

  const seen = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark may only be there once its lines are
  useEffect(() => {
    if (moved === seen.current) return
    const mark = box.current?.querySelector('mark.cur')
    if (!mark) return
    seen.current = moved
    mark.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [moved, byRow, box])

  return { finder, state, byRow }
}
