import type { CommandCard } from '../../../shared/command'
import { isAlive } from '../../../shared/command'
import type { CommandId } from '../../../shared/ids'
import { RequestError } from '../../api'
import {
  readOutputAfter,
  readOutputAround,
  readOutputBefore,
  readOutputTail,
} from '../../state/command-actions'
import type { OutputSign } from './output-feed'
import { OutputFeed } from './output-feed'

/** Most outputs whose lines are kept while their cards are out of sight; a few hundred rows each. */
const MAX_FEEDS = 24

const feeds = new Map<CommandId, OutputFeed>()

/** The part of a card that tells whether there is more output. */
export function outputSign(card: CommandCard): OutputSign {
  const { bytes, lines, full } = card.output
  return {
    bytes,
    lines,
    alive: isAlive(card.state),
    rolling: full.kind === 'unavailable' && full.because === 'capped',
  }
}

/** The feed of an open output. It outlives the view of its card, which may be scrolled out of the document. */
export function feedOf(card: CommandCard): OutputFeed {
  const { id } = card
  const known = feeds.get(id)
  if (known) return known
  const feed = new OutputFeed(
    {
      tail: (lines) => readOutputTail(id, lines),
      before: (before, lines) => readOutputBefore(id, before, lines),
      after: (from, lines) => readOutputAfter(id, from, lines),
      around: (at, lines) => readOutputAround(id, at, lines),
    },
    outputSign(card),
    (error) => (error instanceof RequestError ? error.code : 'internal'),
  )
  feeds.set(id, feed)
  for (const [old] of feeds) {
    if (feeds.size <= MAX_FEEDS) break
    if (old !== id) closeFeed(old)
  }
  return feed
}

/** Forgets the lines of an output that was folded: opened again it starts at its end (S-153). */
export function closeFeed(id: CommandId): void {
  feeds.get(id)?.dispose()
  feeds.delete(id)
}
