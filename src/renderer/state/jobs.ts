import type { CommandCard, CommandState } from '../../shared/command'
import { isAlive } from '../../shared/command'
import type { ChatId } from '../../shared/ids'
import type { CommandsData } from './data'

/** A command in front appears among the jobs only after this long: short ones would flash by. */
export const JOB_APPEARS_AFTER_MS = 1000
/** Ended background commands that the terminal menu of a chat still names. */
const RECENT_IN_MENU = 5

/** When a command's process started; null while it has none. */
export function startOf(state: CommandState): number | null {
  return 'startedAt' in state ? state.startedAt : null
}

/**
 * Commands with a process: those of the open chat first, then by start. New rows come last, so no row moves while a
 * person aims at it (ui.md 8).
 */
export function liveJobs(commands: CommandsData, openChat: ChatId | null): CommandCard[] {
  return Object.values(commands.byId)
    .filter((card) => isAlive(card.state))
    .sort(
      (a, b) =>
        Number(b.chatId === openChat) - Number(a.chatId === openChat) ||
        (startOf(a.state) ?? 0) - (startOf(b.state) ?? 0) ||
        (a.id < b.id ? -1 : 1),
    )
}

/** Leaves out commands in front that may be over in a moment. */
export function withoutFlashes(jobs: readonly CommandCard[], now: number): CommandCard[] {
  return jobs.filter(
    (card) => card.state.kind !== 'running' || now - card.state.startedAt >= JOB_APPEARS_AFTER_MS,
  )
}

/** Background commands of a chat that ended, newest end first. */
export function recentJobs(commands: CommandsData, chatId: ChatId): CommandCard[] {
  const ends = (card: CommandCard): number => (card.state.kind === 'ended' ? card.state.endedAt : 0)
  return Object.values(commands.byId)
    .filter((card) => card.chatId === chatId && card.state.kind === 'ended' && card.state.wasBackground)
    .sort((a, b) => ends(b) - ends(a))
    .slice(0, RECENT_IN_MENU)
}
