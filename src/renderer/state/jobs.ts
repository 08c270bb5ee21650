import type { CommandCard, CommandState } from '../../shared/command'
import { isAlive, RECENT_JOBS_MAX } from '../../shared/command'
import type { ChatId, CommandId, WorkspaceId } from '../../shared/ids'
import type { CommandSign } from './command-sign'
import { signOf } from './command-sign'
import type { ChatsData, CommandsData, SubagentsData } from './data'

/** A command in front appears among the jobs only after this long: short ones would flash by. */
export const JOB_APPEARS_AFTER_MS = 1000
/** Recent jobs that the terminal menu of a chat names. */
export const RECENT_IN_MENU = 5

/** When a command's process started; null while it has none. */
export function startOf(state: CommandState): number | null {
  return 'startedAt' in state ? state.startedAt : null
}

/** When a command ended; null while it has not. */
export function endOf(state: CommandState): number | null {
  switch (state.kind) {
    case 'ended':
      return state.endedAt
    case 'cancelled':
      return state.at
    case 'interrupted':
      return state.lastSeenAt
    default:
      return null
  }
}

/** How long a finished command ran; null for one that runs or never did. */
export function ranFor(state: CommandState): number | null {
  const [start, end] = [startOf(state), endOf(state)]
  return start === null || end === null ? null : Math.max(0, end - start)
}

/** True while something of a command runs, also when that is only what it left behind (S-219). */
export function isJob(card: Pick<CommandCard, 'state' | 'leftovers'>): boolean {
  return isAlive(card.state) || card.leftovers > 0
}

/** The sign of a command in a list of jobs: that it has ended matters less than what it left behind. */
export function jobSign(card: CommandCard): CommandSign | 'left-behind' {
  return card.leftovers > 0 && !isAlive(card.state) ? 'left-behind' : signOf(card)
}

/**
 * Everything that runs: what belongs to the open chat first, then by start. New rows come last, so no row moves while a
 * person aims at it (ui.md 8).
 */
export function liveJobs(commands: CommandsData, openChat: ChatId | null): CommandCard[] {
  return Object.values(commands.byId)
    .filter(isJob)
    .sort(
      (a, b) =>
        Number(b.chatId === openChat) - Number(a.chatId === openChat) ||
        (startOf(a.state) ?? 0) - (startOf(b.state) ?? 0) ||
        (a.id < b.id ? -1 : 1),
    )
}

/** Everything that runs in one chat, by start. */
export function jobsOfChat(commands: CommandsData, chatId: ChatId): CommandCard[] {
  return Object.values(commands.byId)
    .filter((card) => card.chatId === chatId && isJob(card))
    .sort((a, b) => (startOf(a.state) ?? 0) - (startOf(b.state) ?? 0) || (a.id < b.id ? -1 : 1))
}

/** How many background commands of a chat a person stopped that have not ended yet; a server is not counted (S-330). */
export function stoppingIn(byId: CommandsData['byId'], chatId: ChatId): number {
  return Object.values(byId).filter(
    ({ chatId: chat, state, server }) =>
      chat === chatId && state.kind === 'stopping' && state.who === 'user' && state.wasBackground && !server,
  ).length
}

/** How many subagents of a chat a person stopped that have not ended yet. */
export function stoppingSubagents(byId: SubagentsData['byId'], chatId: ChatId): number {
  return Object.values(byId).filter(
    ({ chatId: chat, state }) => chat === chatId && state.kind === 'running' && state.isStopping === true,
  ).length
}

/** Leaves out commands in front that may be over in a moment. */
export function withoutFlashes(jobs: readonly CommandCard[], now: number): CommandCard[] {
  return jobs.filter(
    (card) => card.state.kind !== 'running' || now - card.state.startedAt >= JOB_APPEARS_AFTER_MS,
  )
}

/** Background jobs that are over, newest end first; of one chat, or of all. */
export function recentJobs(
  commands: CommandsData,
  chatId: ChatId | null,
  max = RECENT_JOBS_MAX,
): CommandCard[] {
  return Object.values(commands.byId)
    .filter((card) => card.isRecent && (chatId === null || card.chatId === chatId))
    .sort((a, b) => (endOf(b.state) ?? 0) - (endOf(a.state) ?? 0))
    .slice(0, max)
}

/** Jobs as they were listed before, new ones last: in an open menu no row moves when its command ends (ui.md 8). */
export function inHeldOrder(before: readonly CommandId[], jobs: readonly CommandCard[]): CommandCard[] {
  const place = (card: CommandCard): number => {
    const at = before.indexOf(card.id)
    return at === -1 ? before.length : at
  }
  return [...jobs].sort((a, b) => place(a) - place(b))
}

/** What the list of all jobs shows. */
export type JobFilter = {
  show: 'running' | 'recent' | 'all'
  kind: 'all' | JobKind
  chatId: ChatId | null
  workspaceId: WorkspaceId | null
  /** Words of the command or of its last line, in any order. */
  text: string
}
export type JobKind = 'command' | 'server' | 'left-behind'
export const NO_FILTER: JobFilter = { show: 'all', kind: 'all', chatId: null, workspaceId: null, text: '' }

/** Jobs that fit a filter, by start, newest first; never by something that changes (ui.md 4). */
export function filteredJobs(commands: CommandsData, chats: ChatsData, filter: JobFilter): CommandCard[] {
  const words = filter.text.toLowerCase().split(/\s+/)
  return Object.values(commands.byId)
    .filter((card) => {
      if (startOf(card.state) === null) return false
      if (filter.show === 'running' ? !isJob(card) : filter.show === 'recent' && !card.isRecent) return false
      if (filter.kind !== 'all' && kindOf(card) !== filter.kind) return false
      if (filter.chatId !== null && card.chatId !== filter.chatId) return false
      if (filter.workspaceId !== null && chats.byId[card.chatId]?.workspaceId !== filter.workspaceId)
        return false
      const text = `${card.command}\n${card.output.lastLine}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .sort((a, b) => (startOf(b.state) ?? 0) - (startOf(a.state) ?? 0) || (a.id < b.id ? 1 : -1))
}

/** What a job is, apart from its state. */
export function kindOf(card: CommandCard): JobKind {
  if (jobSign(card) === 'left-behind') return 'left-behind'
  return card.server ? 'server' : 'command'
}
