import { rowTops } from './window-math'

/**
 * What is known of the heights of rows: measured once they were drawn, guessed before. A measured height stays when
 * the row is no longer drawn, so scrolling back finds everything where it was.
 */
export class RowHeights {
  readonly #measured = new Map<string, number>()
  #tops: Float64Array | null = null
  #keys: readonly { key: string }[] = []

  /** Notes a measured height. */
  set(key: string, height: number): void {
    if (this.#measured.get(key) === height) return
    this.#measured.set(key, height)
    this.#tops = null
  }

  /** Tops of the rows, see `rowTops`. */
  tops<R extends { key: string }>(rows: readonly R[], guess: (row: R) => number): Float64Array {
    if (this.#tops && this.#keys === rows) return this.#tops
    const tops = rowTops(rows.length, (index) => {
      const row = rows[index]
      return row ? (this.#measured.get(row.key) ?? guess(row)) : 0
    })
    this.#tops = tops
    this.#keys = rows
    return tops
  }
}
