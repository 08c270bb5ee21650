import type { ChatSummary, TranscriptItem, Workspace } from '../../shared/chat'
import type { CommandCard } from '../../shared/command'
import type { ChatId, CommandId, ConnectionId, EntryId, SubagentId } from '../../shared/ids'
import type { AppBanner, AppSnapshot, ProfileList } from '../../shared/ipc'
import type { ConnectionStatus } from '../../shared/models'
import type { Settings } from '../../shared/settings'
import type { SubagentCard } from '../../shared/subagent'

/** All chats and the folders they belong to. */
export type ChatsData = {
  byId: Readonly<Record<ChatId, ChatSummary>>
  workspaces: readonly Workspace[]
}

/**
 * What the window holds of one chat's transcript. While it loads, events of the chat are kept in `pending` and
 * replayed onto the answer: the answer may be older than events that overtook it.
 */
export type Transcript = {
  load: 'loading' | 'ready' | 'failed'
  /** Entry ids by `seq`. */
  order: readonly EntryId[]
  /** A map, as a long chat is copied with every piece of a streaming answer: an object takes ten times as long. */
  items: ReadonlyMap<EntryId, TranscriptItem>
}
export type TranscriptsData = { byChat: Readonly<Record<ChatId, Transcript>> }

/** Cards of every command the window knows: those of opened chats and those that are alive anywhere. */
export type CommandsData = { byId: Readonly<Record<CommandId, CommandCard>> }

/** Bytes that running commands printed in each period of the last minute, oldest first. */
export type RatesData = { byId: Readonly<Record<CommandId, readonly number[]>> }
/** Subagents of the chats that were opened in this window. */
export type SubagentsData = { byId: Readonly<Record<SubagentId, SubagentCard>> }

/** Settings and the facts about the app that come with the snapshot. */
export type SettingsData = {
  settings: Settings
  profiles: ProfileList
  app: Pick<AppSnapshot, 'version' | 'platform' | 'systemLanguage' | 'homeDir' | 'secrets'>
}
export type ConnectionsData = { byId: Readonly<Record<ConnectionId, ConnectionStatus>> }
export type BannersData = { list: readonly AppBanner[] }

/** Everything engine events can change. */
export type AppData = {
  chats: ChatsData
  transcripts: TranscriptsData
  commands: CommandsData
  rates: RatesData
  subagents: SubagentsData
  settings: SettingsData
  connections: ConnectionsData
  banners: BannersData
}

/** Makes a lookup of things that carry their own id. */
export function byId<I extends string, T extends { id: I }>(list: readonly T[]): Record<I, T> {
  return Object.fromEntries(list.map((thing) => [thing.id, thing])) as Record<I, T>
}

/** A copy of a lookup without one key. */
export function without<I extends string, T>(lookup: Readonly<Record<I, T>>, id: I): Readonly<Record<I, T>> {
  if (!(id in lookup)) return lookup
  const { [id]: _gone, ...rest } = lookup
  return rest as Record<I, T>
}
