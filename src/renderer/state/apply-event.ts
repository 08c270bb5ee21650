import { assertNever } from '../../shared/assert-never'
import { isAlive, type OutputRate } from '../../shared/command'
import type { ChatId, CommandId } from '../../shared/ids'
import type { AppSnapshot, EngineEvent, OpenedChat } from '../../shared/ipc'
import type { AppData, RatesData, Transcript } from './data'
import { byId, without } from './data'
import { appendText, putItem, readyTranscript, removeItem } from './transcript'

/** The new data, and the chat whose transcript turned out to have a gap and must be opened again. */
export type Applied = { data: AppData; reopen: ChatId | null }

/** The data a snapshot stands for. Transcripts are not part of it. */
export function fromSnapshot(snapshot: AppSnapshot): AppData {
  const { version, platform, systemLanguage, homeDir, secrets } = snapshot
  return {
    chats: { byId: byId(snapshot.chats), workspaces: snapshot.workspaces },
    transcripts: { byChat: {} },
    commands: { byId: byId(snapshot.jobs) },
    rates: { byId: ratesById(snapshot.rates) },
    subagents: { byId: byId(snapshot.subagents) },
    settings: {
      settings: snapshot.settings,
      profiles: snapshot.profiles,
      app: { version, platform, systemLanguage, homeDir, secrets },
    },
    connections: { byId: byId(snapshot.connections) },
    banners: { list: snapshot.banners },
  }
}

/** Puts the answer to `chat.open` in place of what the window held of that chat. */
export function applyOpened(data: AppData, opened: OpenedChat): AppData {
  const id = opened.chat.id
  return {
    ...data,
    chats: { ...data.chats, byId: { ...data.chats.byId, [id]: opened.chat } },
    commands: { byId: { ...data.commands.byId, ...byId(opened.cards) } },
    subagents: { byId: { ...data.subagents.byId, ...byId(opened.subagents) } },
    transcripts: withTranscript(data, id, readyTranscript(opened.items)).transcripts,
  }
}

/** Folds one engine event into the data. Pure; slices that did not change keep their identity. */
export function applyEvent(data: AppData, event: EngineEvent): Applied {
  switch (event.name) {
    case 'chat.changed': {
      const { chat } = event.payload
      return kept({ ...data, chats: { ...data.chats, byId: { ...data.chats.byId, [chat.id]: chat } } })
    }
    case 'chat.removed':
      return kept(withoutChat(data, event.payload.chatId))
    case 'transcript.item':
      return kept(changeTranscript(data, event.payload.chatId, (t) => putItem(t, event.payload.item)))
    case 'transcript.removed':
      return kept(changeTranscript(data, event.payload.chatId, (t) => removeItem(t, event.payload.id)))
    case 'transcript.reset': {
      const { chatId } = event.payload
      return { data, reopen: data.transcripts.byChat[chatId]?.load === 'ready' ? chatId : null }
    }
    case 'transcript.text': {
      const transcript = data.transcripts.byChat[event.payload.chatId]
      if (transcript?.load !== 'ready') return kept(data)
      const grown = appendText(transcript, event.payload)
      if (!grown) return { data, reopen: event.payload.chatId }
      return kept(grown === transcript ? data : withTranscript(data, event.payload.chatId, grown))
    }
    case 'command.changed': {
      const { card } = event.payload
      const commands = { byId: { ...data.commands.byId, [card.id]: card } }
      return kept({
        ...data,
        commands,
        rates: isAlive(card.state) ? data.rates : withoutRate(data.rates, card.id),
      })
    }
    case 'jobs.rates':
      return kept({ ...data, rates: { byId: { ...data.rates.byId, ...ratesById(event.payload.rates) } } })
    case 'subagent.changed': {
      const { card } = event.payload
      return kept({ ...data, subagents: { byId: { ...data.subagents.byId, [card.id]: card } } })
    }
    case 'attention.notify':
      // For the desktop; the window shows the same in its own places.
      return kept(data)
    case 'settings.changed':
      return kept({ ...data, settings: { ...data.settings, settings: event.payload.settings } })
    case 'approvals.changed':
    case 'memory.changed':
    case 'mcp.changed':
      return kept(data)
    case 'profiles.changed':
      return kept({ ...data, settings: { ...data.settings, profiles: event.payload.profiles } })
    case 'workspaces.changed':
      return kept({ ...data, chats: { ...data.chats, workspaces: event.payload.workspaces } })
    case 'connection.changed': {
      const { status } = event.payload
      return kept({ ...data, connections: { byId: { ...data.connections.byId, [status.id]: status } } })
    }
    case 'banners.changed':
      return kept({ ...data, banners: { list: event.payload.banners } })
    default:
      return assertNever(event, 'engine event')
  }
}

/** The chat an event belongs to when it changes what `chat.open` answers with; null for all others. */
export function chatOfEvent(event: EngineEvent): ChatId | null {
  switch (event.name) {
    case 'transcript.item':
    case 'transcript.removed':
    case 'transcript.reset':
    case 'transcript.text':
      return event.payload.chatId
    case 'command.changed':
    case 'subagent.changed':
      return event.payload.card.chatId
    case 'chat.changed':
      return event.payload.chat.id
    default:
      return null
  }
}

function ratesById(rates: readonly OutputRate[]): Record<CommandId, readonly number[]> {
  return Object.fromEntries(rates.map(({ commandId, bytes }) => [commandId, bytes]))
}

function withoutRate(rates: RatesData, id: CommandId): RatesData {
  return id in rates.byId ? { byId: without(rates.byId, id) } : rates
}

function kept(data: AppData): Applied {
  return { data, reopen: null }
}

function withTranscript(data: AppData, chatId: ChatId, transcript: Transcript): AppData {
  return { ...data, transcripts: { byChat: { ...data.transcripts.byChat, [chatId]: transcript } } }
}

function changeTranscript(data: AppData, chatId: ChatId, change: (t: Transcript) => Transcript): AppData {
  const transcript = data.transcripts.byChat[chatId]
  // A chat that is not open is read in full when it is opened.
  if (transcript?.load !== 'ready') return data
  const changed = change(transcript)
  return changed === transcript ? data : withTranscript(data, chatId, changed)
}

function withoutChat(data: AppData, chatId: ChatId): AppData {
  const commands = Object.values(data.commands.byId).filter((card) => card.chatId !== chatId)
  const subagents = Object.values(data.subagents.byId).filter((card) => card.chatId !== chatId)
  return {
    ...data,
    chats: { ...data.chats, byId: without(data.chats.byId, chatId) },
    transcripts: { byChat: without(data.transcripts.byChat, chatId) },
    commands: { byId: byId(commands) },
    subagents: { byId: byId(subagents) },
  }
}
