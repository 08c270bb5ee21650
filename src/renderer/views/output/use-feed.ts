import { useEffect, useSyncExternalStore } from 'react'
import type { CommandCard } from '../../../shared/command'
import { outputSign } from './feeds'
import type { FeedState, OutputFeed } from './output-feed'

/** The state of a feed while its viewer is in the document; tells the feed about every change of the card. */
export function useFeed(feed: OutputFeed, card: CommandCard): FeedState {
  const state = useSyncExternalStore(feed.subscribe, feed.state)
  useEffect(() => feed.show(), [feed])
  useEffect(() => feed.signal(outputSign(card)), [feed, card])
  return state
}
