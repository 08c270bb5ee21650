import type { StyledRun, TextStyle } from '../../../shared/command'

/**
 * Most runs of one row: a rainbow gives every letter a colour of its own, and hundreds of rows of them would make every
 * scroll slow. What follows in the row is drawn plain.
 */
export const MAX_ROW_RUNS = 200

/** A place in the text of a row with one style and one mark, in UTF-16 units. */
export type Segment = { start: number; end: number; style: TextStyle | null; mark: number | null }
export type MarkRange = { start: number; end: number; at: number }

/** Gives every piece of a text its part of the runs; asked for in order, each run is looked at only where it counts. */
export class RunCutter {
  #first = 0
  readonly #runs: readonly StyledRun[]

  constructor(runs: readonly StyledRun[] | undefined) {
    this.#runs = runs ?? []
  }

  /** The runs from `start` to `end`, counted from `start`; undefined when there are none. */
  cut(start: number, end: number): readonly StyledRun[] | undefined {
    const runs = this.#runs
    let run = runs[this.#first]
    while (run && run.end <= start) run = runs[++this.#first]
    if (!run || run.start >= end) return undefined
    const found: StyledRun[] = []
    for (
      let index = this.#first;
      run && run.start < end && found.length < MAX_ROW_RUNS;
      run = runs[++index]
    ) {
      const from = Math.max(run.start, start) - start
      const to = Math.min(run.end, end) - start
      if (to > from) found.push({ start: from, end: to, style: run.style })
    }
    return found.length > 0 ? found : undefined
  }
}

/** Cuts a text of some length wherever a style or a mark begins or ends; together the segments are the text. */
export function segmentsOf(
  length: number,
  runs: readonly StyledRun[] | undefined,
  marks: readonly MarkRange[],
): Segment[] {
  const edges = new Set<number>([0, length])
  const note = (place: number): void => {
    if (place > 0 && place < length) edges.add(place)
  }
  for (const run of runs ?? []) {
    note(run.start)
    note(run.end)
  }
  for (const mark of marks) {
    note(mark.start)
    note(mark.end)
  }
  const places = [...edges].sort((a, b) => a - b)
  const segments: Segment[] = []
  let run = 0
  let mark = 0
  for (let index = 0; index + 1 < places.length; index++) {
    const [start = 0, end = 0] = [places[index], places[index + 1]]
    while ((runs?.[run]?.end ?? length + 1) <= start) run += 1
    while ((marks[mark]?.end ?? length + 1) <= start) mark += 1
    const styled = runs?.[run]
    const marked = marks[mark]
    segments.push({
      start,
      end,
      style: styled && styled.start <= start ? styled.style : null,
      mark: marked && marked.start <= start ? marked.at : null,
    })
  }
  return segments
}
