/** Room above and below the line for half of its stroke, in pixels. */
const MARGIN_PX = 1

/**
 * The corners of a line through `count` values that end at the right edge; what is missing at the left counts as zero.
 * The highest value touches the top.
 */
export function sparkPoints(
  samples: readonly number[],
  count: number,
  { width, height }: { width: number; height: number },
): string {
  const shown = samples.slice(-count)
  const highest = Math.max(1, ...shown)
  const missing = count - shown.length
  return Array.from({ length: count }, (_, at) => {
    const share = (shown[at - missing] ?? 0) / highest
    const x = (at * width) / (count - 1)
    const y = height - MARGIN_PX - share * (height - 2 * MARGIN_PX)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  }).join(' ')
}
