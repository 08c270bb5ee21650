import type { CSSProperties } from 'react'
import { memo, useRef } from 'react'
import type { TextStyle } from '../../../shared/command'
import type { FindHit } from '../../../shared/find-query'
import type { OutputRow } from './output-pages'
import type { RowPart } from './row-parts'
import { groupedByMark, rowParts } from './row-parts'
import { type Look, lookOf } from './sgr-look'
import { useInView } from './use-in-view'

/** A row of more runs gets its colours only while it is seen: hundreds of such rows would hold up the window. */
const RAINBOW_RUNS = 24

type LineProps = {
  row: OutputRow
  hits: readonly FindHit[]
  /** The place one stands on; null in all rows but its own. */
  current: number | null
  /** The line that was jumped to. */
  lit: boolean
}

/** One row of the viewer, in the colours that the program gave it. */
export const OutputLine = memo(function OutputLine({ row, hits, current, lit }: LineProps) {
  const line = useRef<HTMLDivElement>(null)
  const isRainbow = row.styles !== undefined && row.styles.length > RAINBOW_RUNS
  const inView = useInView(line, isRainbow)
  const isPlain = hits.length === 0 && (row.styles === undefined || (isRainbow && !inView))
  return (
    <div ref={line} className={`ln${lit ? ' hit' : ''}${row.continues ? ' more' : ''}`} data-at={row.at}>
      {isPlain
        ? row.text
        : groupedByMark(rowParts(row, hits)).map(({ mark, parts }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line never change places
            <Marked key={place} mark={mark} parts={parts} current={current} />
          ))}
    </div>
  )
})

function Marked(props: { mark: number | null; parts: readonly RowPart[]; current: number | null }) {
  const { mark, parts, current } = props
  const isMarked = mark !== null
  const content = parts.map(({ text, style }, place) =>
    style === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line never change places
      <Coloured key={place} text={text} style={style} marked={isMarked} />
    ),
  )
  return isMarked ? <mark className={mark === current ? 'cur' : ''}>{content}</mark> : content
}

function Coloured({ text, style, marked }: { text: string; style: TextStyle; marked: boolean }) {
  const look = lookOf(style, marked)
  return (
    <span className={look.className} style={colours(look)}>
      {text}
    </span>
  )
}

/** Both themes at once, so that a change of theme draws nothing again. */
function colours({ light, dark }: Look): CSSProperties {
  const found: Record<string, string> = {}
  if (light.ink !== null) found['--ink-light'] = light.ink
  if (dark.ink !== null) found['--ink-dark'] = dark.ink
  if (light.fill !== null) found['--fill-light'] = light.fill
  if (dark.fill !== null) found['--fill-dark'] = dark.fill
  return found
}
