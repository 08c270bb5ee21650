import { RATE_SAMPLES } from '../../shared/command'
import { sparkPoints } from './spark-points'

/**
 * What a running command printed in the last minute, as a line; dashed while it was quiet. Nothing is read out: it
 * changes all the time (ui.md 6).
 */
export function Sparkline(props: { samples: readonly number[] | undefined; width: number; height: number }) {
  const { samples = [], width, height } = props
  const isQuiet = samples.every((bytes) => bytes === 0)
  return (
    <svg
      className={`spark live${isQuiet ? ' flat' : ''}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <polyline points={sparkPoints(samples, RATE_SAMPLES, { width, height })} />
    </svg>
  )
}
