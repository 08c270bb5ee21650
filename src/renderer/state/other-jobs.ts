import type { ChatSummary } from '../../shared/chat'
import type { ChatId } from '../../shared/ids'
import type { Schedule } from '../../shared/schedule'
import type { SubagentCard } from '../../shared/subagent'
import type { ChatsData, SubagentsData } from './data'

/** A planned wake-up with the chat that it wakes; `id` is among those of all chats. */
export type Planned = { id: string; chat: ChatSummary; schedule: Schedule; nextAt: number }

/** Subagents at work: those of the open chat first, then by start, so that no row moves (ui.md 8). */
export function liveSubagents(subagents: SubagentsData, openChat: ChatId | null): SubagentCard[] {
  return Object.values(subagents.byId)
    .filter(({ state }) => state.kind === 'running')
    .sort(
      (a, b) =>
        Number(b.chatId === openChat) - Number(a.chatId === openChat) ||
        a.createdAt - b.createdAt ||
        (a.id < b.id ? -1 : 1),
    )
}

/** Planned wake-ups of all chats, the next one first. */
export function plannedWakeUps(chats: ChatsData): Planned[] {
  return Object.values(chats.byId)
    .flatMap((chat) =>
      chat.schedules.flatMap((schedule) =>
        schedule.nextAt === null
          ? []
          : [{ id: `${chat.id} ${schedule.id}`, chat, schedule, nextAt: schedule.nextAt }],
      ),
    )
    .sort((a, b) => a.nextAt - b.nextAt || a.schedule.createdAt - b.schedule.createdAt)
}
