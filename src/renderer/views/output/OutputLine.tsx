import { memo } from 'react'
import type { FindHit } from '../../../shared/find-query'
import type { OutputRow } from './output-pages'
import { rowParts } from './row-parts'

type LineProps = {
  row: OutputRow
  hits: readonly FindHit[]
  /** The place one stands on; null in all rows but its own. */
  current: number | null
  /** The line that was jumped to. */
  lit: boolean
}

/** One row of the viewer. */
export const OutputLine = memo(function OutputLine({ row, hits, current, lit }: LineProps) {
  const parts = hits.length === 0 ? null : rowParts(row, hits)
  return (
    <div className={lit ? 'ln hit' : 'ln'} data-at={row.at}>
      {parts
        ? parts.map((part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line never change places
            <Part key={place} text={part.text} mark={part.mark} current={part.mark === current} />
          ))
        : row.text}
    </div>
  )
})

function Part({ text, mark, current }: { text: string; mark: number | null; current: boolean }) {
  return mark === null ? text : <mark className={current ? 'cur' : ''}>{text}</mark>
}
