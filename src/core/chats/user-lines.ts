import { readFile } from 'node:fs/promises'
import type { ChatSummary, FoundText, LocalAnswer } from '../../shared/chat'
import { costOf } from '../../shared/cost'
import { EngineError } from '../../shared/errors'
import { GOAL_TEXT_MAX_CHARS } from '../../shared/goal'
import type { ChatId, ConnectionId } from '../../shared/ids'
import { IMAGES_PER_MESSAGE, type ImageRef } from '../../shared/image'
import type { SentLine } from '../../shared/ipc'
import { type ModelRef, RUNBOOK } from '../../shared/models'
import { isPermissionMode, type PermissionMode } from '../../shared/permissions'
import { SLASH_COMMANDS, type SlashName } from '../../shared/slash-commands'
import { ignoreRulesOf } from '../approvals/disk/ignored-paths'
import type { ImageStore } from '../images/image-store'
import type { SettingsPort } from '../ports'
import { attachMentions } from '../preprocess/attached'
import { customCommands, customCommandText } from '../preprocess/custom-commands'
import { findMentions } from '../preprocess/mentions'
import { preprocess } from '../preprocess/preprocess'
import { closestTo } from '../preprocess/slash'
import type { ChatSession } from './chat-session'
import { bestEarlierChat, earlierChats } from './resume'

export type UserLinesDeps = {
  settings: Pick<SettingsPort, 'get'>
  homeDir: string
  images: Pick<ImageStore, 'add'>
  /** Whether requests to a connection would carry the key they need. */
  hasKey(id: ConnectionId): boolean
  setMode(chatId: ChatId, mode: PermissionMode): void
  /** What is remembered of a workspace and of everything (`/memory`). */
  memory(workspacePath: string): Promise<LocalAnswer>
  /** The MCP servers of a workspace and how they do (`/mcp`). */
  mcp(workspacePath: string): Promise<LocalAnswer>
  /** Creates a chat beside another: empty (`/clear`), or with a summary of that one to start from (`/newtask`). */
  createChat(beside: ChatSummary, summary?: string): ChatSummary
  /** All chats, newest first, and the texts in them that fit words, best first (`/resume`). */
  chats(): readonly ChatSummary[]
  search(words: string): readonly FoundText[]
}

/** Takes the lines a person sends, one after the other for each chat (A-040…A-063). */
export class UserLines {
  private readonly last = new Map<ChatId, Promise<unknown>>()
  private readonly closing = new AbortController()

  constructor(private readonly deps: UserLinesDeps) {}

  /** Reads nothing any more; a line that is being taken is refused. */
  dispose(): void {
    this.closing.abort(new EngineError('aborted', 'Vigil is closing.'))
  }

  /** Sends a message, or does what a slash command says. A line without either reaches the chat at once. */
  take(session: ChatSession, line: string, images: readonly ImageRef[] = []): Promise<SentLine> {
    const before = this.last.get(session.id)
    if (before === undefined && !line.startsWith('/') && findMentions(line).length === 0) {
      // Also a failure of the disk is the answer to the request.
      return Promise.resolve().then(() => {
        session.turns.send(line, { images: [...images] })
        return SENT
      })
    }
    const work = (before ?? Promise.resolve()).then(() => this.read(session, line, images))
    const settled = work
      .catch(() => {})
      .finally(() => {
        if (this.last.get(session.id) === settled) this.last.delete(session.id)
      })
    this.last.set(session.id, settled)
    return work
  }

  private async read(session: ChatSession, line: string, images: readonly ImageRef[]): Promise<SentLine> {
    const chat = session.summary()
    const custom = line.startsWith('/') ? await customCommands(chat.workspacePath) : []
    const meaning = preprocess(line, {
      customCommands: custom,
      isTurnRunning: chat.turn.kind === 'running',
      images,
    })
    switch (meaning.kind) {
      case 'unknown-command':
        session.answerLocally({ type: 'unknown-command', name: meaning.name, closest: meaning.closest })
        return NOTHING_TO_OPEN
      case 'not-now':
        session.answerLocally({ type: 'not-now', command: meaning.command })
        return NOTHING_TO_OPEN
      case 'compact':
        session.turns.compact(meaning.focus)
        return NOTHING_TO_OPEN
      case 'local':
        return this.answer(session, chat, meaning.command, meaning.rest, custom)
      case 'message':
        await this.send(session, chat, meaning)
        return SENT
    }
  }

  private async send(
    session: ChatSession,
    { workspacePath }: ChatSummary,
    { text, mentions, custom, images }: Extract<ReturnType<typeof preprocess>, { kind: 'message' }>,
  ): Promise<void> {
    const { signal } = this.closing
    const { attachments, problems, ...mentioned } = await attachMentions(text, mentions, {
      workspaceRoot: workspacePath,
      homeDir: this.deps.homeDir,
      ignore: mentions.length > 0 ? await ignoreRulesOf(workspacePath) : null,
      signal,
    })
    const own = custom ? [await customCommandText(workspacePath, custom)] : []
    const kept = [...images]
    for (const { mention, file } of mentioned.images)
      try {
        if (kept.length === IMAGES_PER_MESSAGE) problems.push({ mention, because: 'too-much' })
        else kept.push(await this.deps.images.add(session.id, file, await readFile(file), signal))
      } catch {
        signal.throwIfAborted()
        problems.push({ mention, because: 'unreadable' })
      }
    const attached = [...own, ...attachments.map(({ path, text: shown }) => ({ path, text: shown }))]
    session.turns.send(text, { attached, images: kept })
    for (const problem of problems) session.answerLocally({ type: 'mention', ...problem })
  }

  private async answer(
    session: ChatSession,
    chat: ChatSummary,
    command: Exclude<SlashName, 'compact'>,
    rest: string,
    custom: string[],
  ): Promise<SentLine> {
    const say = (answer: LocalAnswer): SentLine => {
      session.answerLocally(answer)
      return NOTHING_TO_OPEN
    }
    switch (command) {
      case 'help':
        return say({ type: 'help', commands: [...SLASH_COMMANDS], custom })
      case 'cost':
        return say({
          type: 'cost',
          tokens: chat.tokens,
          cost: costOf(chat.usage, this.deps.settings.get().connections),
        })
      case 'goal':
        return this.goal(session, rest, say)
      case 'memory':
        return say(await this.deps.memory(chat.workspacePath))
      case 'mcp':
        return say(await this.deps.mcp(chat.workspacePath))
      case 'clear':
        return opening(this.deps.createChat(chat).id)
      case 'resume':
        return this.resume(chat, rest, say)
      case 'newtask': {
        const summary = await session.turns.summarise(rest)
        return summary === null ? NOTHING_TO_OPEN : opening(this.deps.createChat(chat, summary).id)
      }
      case 'mode':
        if (rest === '') return say({ type: 'mode', mode: chat.mode })
        return this.setMode(session, rest, say)
      case 'model':
        return this.model(session, chat, rest, say)
    }
  }

  /** Nothing shows the goal, `off` ends it, and everything else is a new one (S-253). */
  private goal(session: ChatSession, rest: string, say: (answer: LocalAnswer) => SentLine): SentLine {
    if (rest.length > GOAL_TEXT_MAX_CHARS) return say({ type: 'goal-too-long', max: GOAL_TEXT_MAX_CHARS })
    if (rest === '' || (rest.toLowerCase() === 'off' && !session.goal.current))
      return say({ type: 'goal', goal: session.goal.current })
    if (rest.toLowerCase() === 'off') session.goal.end('off')
    else session.setGoal(rest, 'user')
    return NOTHING_TO_OPEN
  }

  private resume(chat: ChatSummary, words: string, say: (answer: LocalAnswer) => SentLine): SentLine {
    const all = this.deps.chats()
    const openChat = words === '' ? null : bestEarlierChat(chat, all, words, this.deps.search)
    if (openChat) return opening(openChat)
    const chats = earlierChats(chat, all).map(({ id, title }) => ({ id, title }))
    return say({ type: 'resume', words, chats })
  }

  private setMode(session: ChatSession, name: string, say: (answer: LocalAnswer) => SentLine): SentLine {
    const mode = name.toLowerCase()
    if (!isPermissionMode(mode)) return say({ type: 'unknown-mode', name })
    if (mode === 'bypass') return say({ type: 'mode-warning' })
    this.deps.setMode(session.id, mode)
    return say({ type: 'mode-set', mode })
  }

  private model(
    session: ChatSession,
    chat: ChatSummary,
    name: string,
    say: (answer: LocalAnswer) => SentLine,
  ): SentLine {
    const choices = this.models()
    const isCurrent = ({ ref }: ModelChoice) =>
      ref.model === chat.model?.model && ref.connection === chat.model.connection
    if (name === '')
      return say({
        type: 'model',
        current: choices.find(isCurrent)?.name ?? chat.model?.model ?? null,
        available: choices.map((choice) => choice.name).slice(0, NAMED_MODELS_MAX),
      })
    const wanted = name.toLowerCase()
    const named = (test: (one: string) => boolean) =>
      choices.filter((choice) => test(choice.name.toLowerCase()) || test(choice.ref.model.toLowerCase()))
    const [exact] = named((one) => one === wanted)
    const partly = named((one) => one.includes(wanted))
    const chosen = exact ?? (partly.length === 1 ? partly[0] : undefined)
    if (!chosen) {
      const near =
        partly.length > 0
          ? partly.map((choice) => choice.name)
          : closestTo(
              wanted,
              choices.map((choice) => choice.name),
            )
      return say({ type: 'unknown-model', name, closest: near.slice(0, NAMED_MODELS_MAX) })
    }
    session.setModel(chosen.ref)
    return say({ type: 'model-set', model: chosen.name })
  }

  private models(): ModelChoice[] {
    const { connections } = this.deps.settings.get()
    const usable = connections.filter(({ id }) => this.deps.hasKey(id))
    const listed = usable.flatMap(({ id, label, models }) =>
      models.map((model) => ({ name: `${label}/${model.id}`, ref: { connection: id, model: model.id } })),
    )
    return [...listed, { name: 'runbook', ref: RUNBOOK }]
  }
}

type ModelChoice = { name: string; ref: ModelRef }

/** Most models an answer names; a provider may list hundreds. */
const NAMED_MODELS_MAX = 50
const NOTHING_TO_OPEN: SentLine = { openChat: null, isMessage: false }
const opening = (openChat: ChatId): SentLine => ({ openChat, isMessage: false })
const SENT: SentLine = { openChat: null, isMessage: true }
