import { create } from 'zustand'
import type {
  AppData,
  BannersData,
  ChatsData,
  CommandsData,
  ConnectionsData,
  RatesData,
  SettingsData,
  SubagentsData,
  TranscriptsData,
} from './data'

/** The chats and workspaces. Written only by {@link writeAppData}. */
export const useChats = create<ChatsData>(() => ({ byId: {}, workspaces: [] }))

/** Transcripts of the chats that were opened in this window. */
export const useTranscripts = create<TranscriptsData>(() => ({ byChat: {} }))

/** Cards of commands. */
export const useCommands = create<CommandsData>(() => ({ byId: {} }))

/** How much running commands printed lately. */
export const useRates = create<RatesData>(() => ({ byId: {} }))
/** Cards of subagents. */
export const useSubagents = create<SubagentsData>(() => ({ byId: {} }))

/** What is wrong, or not, with each model connection. */
export const useConnections = create<ConnectionsData>(() => ({ byId: {} }))

/** What happened at start that the person must know. */
export const useBanners = create<BannersData>(() => ({ list: [] }))

/** Settings; null until the first snapshot, and no view below `App` renders before that. */
export const useSettingsData = create<{ data: SettingsData | null }>(() => ({ data: null }))

/** Reads settings in a view that is only mounted after the first snapshot. */
export function useSettings<T>(select: (data: SettingsData) => T): T {
  return useSettingsData((state) => {
    if (!state.data) throw new Error('settings read before the first snapshot')
    return select(state.data)
  })
}

/** Everything the engine told the window, as one value; null before the first snapshot. */
export function readAppData(): AppData | null {
  const settings = useSettingsData.getState().data
  if (!settings) return null
  return {
    chats: useChats.getState(),
    transcripts: useTranscripts.getState(),
    commands: useCommands.getState(),
    rates: useRates.getState(),
    subagents: useSubagents.getState(),
    settings,
    connections: useConnections.getState(),
    banners: useBanners.getState(),
  }
}

/** Writes back what changed; stores whose slice is the same are not touched. */
export function writeAppData(data: AppData): void {
  const before = readAppData()
  if (before?.settings !== data.settings) useSettingsData.setState({ data: data.settings })
  if (before?.chats !== data.chats) useChats.setState(data.chats)
  if (before?.commands !== data.commands) useCommands.setState(data.commands)
  if (before?.rates !== data.rates) useRates.setState(data.rates)
  if (before?.subagents !== data.subagents) useSubagents.setState(data.subagents)
  if (before?.transcripts !== data.transcripts) useTranscripts.setState(data.transcripts)
  if (before?.connections !== data.connections) useConnections.setState(data.connections)
  if (before?.banners !== data.banners) useBanners.setState(data.banners)
}
