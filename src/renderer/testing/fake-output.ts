import type { OutputPage } from '../../shared/command'
import type { FindQuery } from '../../shared/find-query'
import { findPattern } from '../../shared/find-query'
import type { FoundInOutput } from '../../shared/ipc'

type FakeFind = {
  query: FindQuery
  from: number | null
  to: number | null
  direction: 'forward' | 'backward'
  limit: number
}

/** Pages over whole outputs held in memory; ASCII only, so that an offset is an index. */
export function fakeOutput(outputs: Record<string, string>) {
  const page = (text: string, from: number, to: number): OutputPage => ({
    from,
    to,
    text: text.slice(from, to),
    firstLine: text.slice(0, from).split('\n').length,
    atStart: from === 0,
    atEnd: to === text.length,
    totalBytes: text.length,
    totalLines: text === '' ? 0 : text.replace(/\n$/, '').split('\n').length,
    openLine: '',
  })
  const of = (id: string): string => {
    const text = outputs[id] ?? ''
    return text === '' || text.endsWith('\n') ? text : `${text}\n`
  }
  /** Start of the line that is `lines` lines above `end`. */
  const above = (text: string, end: number, lines: number): number => {
    let at = end
    for (let n = 0; n < lines && at > 0; n++) at = text.lastIndexOf('\n', at - 2) + 1
    return at
  }
  return {
    tail: (id: string, lines: number): OutputPage => {
      const text = of(id)
      return page(text, above(text, text.length, lines), text.length)
    },
    before: (id: string, before: number, lines: number): OutputPage => {
      const text = of(id)
      return page(text, above(text, before, lines), before)
    },
    around: (id: string, at: number, lines: number): OutputPage => {
      const text = of(id)
      const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
      let to = start
      for (let n = 0; n < lines / 2 && to < text.length; n++) to = text.indexOf('\n', to) + 1
      return page(text, above(text, start, lines / 2), to)
    },
    find: (id: string, { query, from, to, direction, limit }: FakeFind): FoundInOutput => {
      const text = of(id)
      const pattern = findPattern(query)
      const all = pattern ? [...text.matchAll(pattern)] : []
      const hits = all
        .map((match) => ({ at: match.index, bytes: match[0].length }))
        .filter(({ at, bytes }) => bytes > 0 && at >= (from ?? 0) && at < (to ?? text.length))
      if (direction === 'backward') hits.reverse()
      return { hits: hits.slice(0, limit), complete: hits.length < limit, searchedTo: text.length }
    },
    line: (id: string, line: number): { at: number; line: number } => {
      const starts = [0, ...[...of(id).matchAll(/\n(?=.)/gs)].map((match) => match.index + 1)]
      const found = Math.min(line, starts.length)
      return { at: starts[found - 1] ?? 0, line: found }
    },
    after: (id: string, from: number, lines: number): OutputPage => {
      const text = of(id)
      let to = from
      for (let n = 0; n < lines && to < text.length; n++) to = text.indexOf('\n', to) + 1
      return page(text, from, to)
    },
  }
}
