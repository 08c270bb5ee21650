import type { ChatSummary } from '../../shared/chat'
import type { CommandCard } from '../../shared/command'
import type { ChatId, CommandId, Millis } from '../../shared/ids'
import type { Language } from '../../shared/language'
import { shortName } from '../../shared/short-name'
import { startOf } from '../running-now'
import type { TrayLook } from './tray-pixels'
import { TRAY_WORDS, type TrayWords } from './tray-words'

/** What a click in the tray's menu asks for. */
export type TrayAction =
  | { do: 'open'; chatId: ChatId; commandId: CommandId | null }
  | { do: 'jobs' }
  | { do: 'new-chat' }
  | { do: 'mute'; isMuted: boolean }
  | { do: 'stop-all' }
  | { do: 'show' }
  | { do: 'quit' }

export type TrayItem =
  | { kind: 'label'; text: string }
  | { kind: 'separator' }
  | { kind: 'action'; text: string; action: TrayAction; isEnabled: boolean }

/** Everything the tray shows. */
export type TrayModel = { look: TrayLook; tooltip: string; items: TrayItem[] }

/** What the tray is made of. */
export type TrayFacts = {
  /** Commands with a process, the one that runs longest first. */
  commands: readonly CommandCard[]
  /** All chats, newest first. */
  chats: readonly ChatSummary[]
  isMuted: boolean
  now: Millis
}

/** Chats and jobs that have a row of their own; a menu is no list to scroll (ui.md 4). */
const CHATS_SHOWN = 5
const JOBS_SHOWN = 3
/** Longest name in a row, in UTF-16 units: a menu is as wide as its widest row. */
const NAME_MAX_CHARS = 48
const MINUTE_MS = 60_000

/** The menu, the sign and the tooltip of the tray for a state of the app; a pure function (ui.md 4, B-235). */
export function trayModel(facts: TrayFacts, language: Language): TrayModel {
  const words = TRAY_WORDS[language]
  const asking = facts.chats.filter((chat) => chat.needsApproval > 0)
  const working = facts.chats.filter((chat) => chat.turn.kind === 'running')
  const counts = countsText(facts, asking.length, working.length, words)
  return {
    look: asking.length > 0 ? 'needs-you' : facts.commands.length + working.length > 0 ? 'running' : 'idle',
    tooltip: `Vigil: ${counts}`,
    items: [
      { kind: 'label', text: counts },
      ...asking.slice(0, CHATS_SHOWN).map((chat) => reviewItem(chat, words)),
      ...facts.commands.slice(0, JOBS_SHOWN).map((card) => jobItem(card, facts.now, language)),
      ...moreItem(facts.commands.length - JOBS_SHOWN, words),
      { kind: 'separator' },
      item(words.newChat, { do: 'new-chat' }),
      item(facts.isMuted ? words.unmute : words.mute, { do: 'mute', isMuted: !facts.isMuted }),
      item(words.stopAll, { do: 'stop-all' }, facts.commands.length > 0),
      { kind: 'separator' },
      item(words.open, { do: 'show' }),
      item(words.quit, { do: 'quit' }),
    ],
  }
}

function countsText({ commands }: TrayFacts, asking: number, working: number, words: TrayWords): string {
  const parts = [
    ...(commands.length > 0 ? [words.running(commands.length)] : []),
    ...(asking > 0 ? [words.needApproval(asking)] : []),
  ]
  if (parts.length > 0) return parts.join(', ')
  return working > 0 ? words.working : words.idle
}

function reviewItem(chat: ChatSummary, words: TrayWords): TrayItem {
  const name = cut(chat.title === '' ? words.untitled : chat.title)
  return item(words.review(name), { do: 'open', chatId: chat.id, commandId: null })
}

/** Whole minutes, so that a menu that stands open does not lie, and one that does not is seldom built again. */
function jobItem(card: CommandCard, now: Millis, language: Language): TrayItem {
  const minutes = Math.max(0, Math.floor((now - startOf(card)) / MINUTE_MS))
  const ran = minutes === 0 ? TRAY_WORDS[language].underAMinute : duration(minutes, language)
  const action: TrayAction = { do: 'open', chatId: card.chatId, commandId: card.id }
  return item(`${cut(shortName(card.command))} (${ran})`, action)
}

function duration(minutes: number, language: Language): string {
  const unit = (value: number, name: 'minute' | 'hour') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  if (minutes < 60) return unit(minutes, 'minute')
  return [
    unit(Math.floor(minutes / 60), 'hour'),
    ...(minutes % 60 > 0 ? [unit(minutes % 60, 'minute')] : []),
  ].join(' ')
}

function moreItem(count: number, words: TrayWords): TrayItem[] {
  return count > 0 ? [item(words.more(count), { do: 'jobs' })] : []
}

function item(text: string, action: TrayAction, isEnabled = true): TrayItem {
  return { kind: 'action', text, action, isEnabled }
}

function cut(name: string): string {
  return name.length > NAME_MAX_CHARS ? `${name.slice(0, NAME_MAX_CHARS - 1)}…` : name
}
