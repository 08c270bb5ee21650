import type { OutputStats } from '../ports'

/** The output of a command that has none yet. */
export const NO_STATS: OutputStats = {
  bytes: 0,
  lines: 0,
  lastLine: '',
  openLine: '',
  trouble: 'none',
  dropped: 0,
}
