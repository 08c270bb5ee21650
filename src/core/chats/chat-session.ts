import {
  type ChatNotice,
  type ChatSummary,
  isAtWork,
  type LocalAnswer,
  type Plan,
  type TurnStatus,
} from '../../shared/chat'
import type { CommandCard } from '../../shared/command'
import { sumOfTokens, withUsage } from '../../shared/cost'
import { EngineError } from '../../shared/errors'
import type { Goal } from '../../shared/goal'
import type { CallId, EntryId, Millis, SubagentId } from '../../shared/ids'
import type { ImageId, ImageRef } from '../../shared/image'
import type { OpenedChat } from '../../shared/ipc'
import type { ModelRef } from '../../shared/models'
import type { ChatSnapshot, PermissionMode } from '../../shared/permissions'
import { type Schedule, type ScheduleTime, scheduleIdSchema } from '../../shared/schedule'
import type { ToolCard } from '../../shared/tool-card'
import type { ChatAttention, OutwardEffect } from '../attention/chat-attention'
import { commandTitle } from '../jobs/command-title'
import { fallDue, newSchedule, untoldOf } from '../schedules/schedule-list'
import type { ChatRecord, StoredSnapshot } from '../store/chat-store'
import type { SubagentRecord } from '../subagents/subagent-record'
import type { ChatDeps } from './chat-deps'
import { ChatEntries } from './chat-entries'
import { ChatGoal } from './chat-goal'
import { ChatState } from './chat-state'
import { ChatTurns } from './chat-turns'
import { cutAt } from './compactor'
import { type Entry, lastEntry } from './entry'
import { recoveredStatus } from './held'
import { endAsking } from './lost-results'
import { type RewindDeps, rewind, takeBack, takeBackable } from './rewind'
import { transcriptItems } from './transcript'

/**
 * One chat: its record, its history, its turns, its goal and what is planned in it. Every change is stored before a window
 * hears of it, so that a crash loses at most the step in flight. What the agent is told on its own, and when, is
 * the attention's to say.
 */
export class ChatSession {
  /** Sending, stopping and going on. */
  readonly turns: ChatTurns
  readonly goal: ChatGoal
  private readonly state: ChatState
  private readonly entries: ChatEntries
  private readonly attention: ChatAttention

  constructor(
    record: ChatRecord,
    private readonly deps: ChatDeps,
  ) {
    this.entries = new ChatEntries(record.id, deps)
    this.attention = deps.attentions.of(record.id)
    const own = { entries: this.entries, attention: this.attention, deps }
    this.state = new ChatState(record, own)
    const parts = { ...own, state: this.state }
    this.goal = new ChatGoal(parts)
    this.turns = new ChatTurns(parts, this.goal)
  }

  private get record(): ChatRecord {
    return this.state.record
  }

  get id() {
    return this.record.id
  }

  get mode() {
    return this.record.mode
  }

  /** The mode that holds: a host may have named one, and a subagent has that of its chat, or less. */
  get modeInForce(): PermissionMode {
    return this.state.modeInForce
  }

  /** What makes this the conversation of a subagent; null for a chat. */
  get subagent() {
    return this.record.subagent
  }

  get turn(): TurnStatus {
    return this.record.turn
  }

  get model() {
    return this.record.model
  }

  get workspaceId() {
    return this.record.workspaceId
  }

  /** What all its requests cost, in all and by model. */
  get spent(): Pick<ChatRecord, 'tokens' | 'usage'> {
    return this.record
  }

  get createdAt() {
    return this.record.createdAt
  }

  get workspacePath() {
    return this.record.workspacePath
  }

  get title() {
    return this.record.title
  }

  summary(): ChatSummary {
    return this.state.summary()
  }

  /** The first time since the app started, an end that was not told yet wakes the chat (S-247, S-248). */
  open(): Omit<OpenedChat, 'subagents'> {
    this.turns.ensureOpen()
    const items = transcriptItems(this.entries.all(), this.record.queue)
    return {
      chat: this.summary(),
      items: [...items, ...this.turns.items()].sort((a, b) => a.seq - b.seq),
      cards: this.deps.commands.cardsOf(this.id),
    }
  }

  /** The summary of another chat as the beginning of this one. */
  startFrom(summary: string): void {
    const place = this.entries.place()
    this.entries.save([
      {
        ...place,
        kind: 'compaction',
        summary,
        running: '',
        commands: [],
        isAutomatic: false,
        ...cutAt(place.seq),
      },
    ])
  }

  /**
   * Takes the chat out of the list of chats, or puts it back. Its end, its wake-ups and its data stay as they are.
   *
   * @throws EngineError `turn-running` while it works
   */
  archive(isArchived: boolean): void {
    if (isArchived && isAtWork(this.summary()))
      throw new EngineError('turn-running', 'This chat still works. Stop it first.')
    this.state.change({ archivedAt: isArchived ? (this.record.archivedAt ?? this.deps.clock.now()) : null })
  }

  rename(title: string): void {
    this.state.change({ title })
  }

  setModel(model: ModelRef): void {
    this.state.change({ model, context: null })
  }

  get storedSnapshot() {
    return this.record.snapshot
  }

  /** Shows a snapshot that is being taken or failed; null shows the last good one again. */
  showSnapshot(snapshot: Exclude<ChatSnapshot, { state: 'ready' }> | null): void {
    this.state.showSnapshot(snapshot)
  }

  keepSnapshot(snapshot: StoredSnapshot): void {
    this.state.keepSnapshot(snapshot)
  }

  /** An entry of the conversation as it is now. */
  entry(id: EntryId): Entry | undefined {
    return this.entries.all().find((entry) => entry.id === id)
  }

  /** True when a message of the chat has this image, also one that waits. */
  hasSentImage(id: ImageId): boolean {
    const has = ({ images = [] }: { images?: readonly ImageRef[] | undefined }) =>
      images.some((image) => image.id === id)
    return (
      this.record.queue.some(has) || this.entries.all().some((entry) => entry.kind === 'user' && has(entry))
    )
  }

  /** The end of the conversation, at most so many entries. */
  newest(limit: number): readonly Entry[] {
    return this.entries.newest(limit)
  }

  /** The conversation as it is stored. */
  history(): readonly Entry[] {
    return this.entries.all()
  }

  /** Takes everything from a place on out of the conversation, null for nothing, and leaves a line about it. */
  goBack(to: Parameters<typeof rewind>[1]): void {
    this.turns.ensureIdle()
    const { commands } = this.deps
    if (to.from !== null) this.goal.end('off')
    rewind(this.rewindDeps(), to)
    if (to.from === null) return
    this.reread()
    const untold = commands.untold(this.id)
    this.attention.take({ type: 'rewound', untold })
    const waits = untold.length > 0 || commands.counts(this.id).alive > 0
    // Held also after a restart: the agent must not go on by itself in a conversation that waits for other words.
    const turn: TurnStatus = waits ? { kind: 'stopped', at: this.deps.clock.now() } : { kind: 'idle' }
    this.state.change({ turn, tellStillRunning: waits, context: null })
  }

  /** Puts back what {@link goBack} took out. @throws when there is no such line, or the conversation has gone on since */
  takeBack(id: EntryId): void {
    this.turns.ensureIdle()
    const line = takeBackable(this.entries.all(), id)
    takeBack(this.rewindDeps(), line)
    this.reread()
    this.attention.take({ type: 'told', jobs: line.owed })
  }

  private rewindDeps(): RewindDeps {
    const { commands, store } = this.deps
    return { chatId: this.id, entries: this.entries, commands, store }
  }

  private reread(): void {
    this.entries.reread()
    this.deps.emit({ name: 'transcript.reset', payload: { chatId: this.id } })
  }

  /** Makes something part of the history that the agent hears of with the next message. */
  tellLater(text: string): void {
    this.entries.save([{ ...this.entries.place(), kind: 'told', text, with: 'restore' }])
  }

  /** Holds from the next call on. */
  setMode(mode: PermissionMode): void {
    if (mode !== this.record.mode) this.state.change({ mode, tellsMode: true })
  }

  markRead(): void {
    if (this.record.unread) this.state.change({ unread: false })
  }

  /** What planning came to, for the person; the agent has it in its own call. */
  keepPlan(plan: Plan): void {
    this.entries.addNotice({ type: 'plan', plan })
  }

  /** The call of a subagent shows as its card from the moment it exists. */
  linkSubagent(callId: CallId, subagentId: SubagentId): void {
    const entry = this.entries.call(callId)
    if (entry) this.entries.save([{ ...entry, subagentId }])
  }

  /** Stores what changed about this subagent. */
  changeSubagent(part: Partial<SubagentRecord>): void {
    if (this.record.subagent) this.state.change({ subagent: { ...this.record.subagent, ...part } })
  }

  /** What a subagent of this chat cost counts as the chat's. */
  addUsage({ tokens, usage }: Pick<ChatRecord, 'tokens' | 'usage'>): void {
    this.state.change({
      tokens: sumOfTokens(this.record.tokens, tokens),
      usage: usage.reduce((all, one) => withUsage(all, one, one.tokens), this.record.usage),
    })
  }

  /** The text of the last answer that had some; '' before that. */
  lastAnswer(): string {
    const answers = this.entries.all().filter((entry) => entry.kind === 'assistant')
    return answers.reverse().find(({ text }) => text.trim() !== '')?.text ?? ''
  }

  /** The newest call: its tool and what it is called with; null before the first. */
  lastCall(): { tool: string; title: string } | null {
    const entry = lastEntry(this.entries.all(), 'call')
    if (!entry) return null
    const command = entry.commandId && this.deps.commands.record(entry.commandId)?.command
    return { tool: entry.tool, title: command ? commandTitle(command) : entry.title }
  }

  /** A line of Vigil's own in the transcript; no model ever sees it (A-044…A-046). */
  answerLocally(answer: LocalAnswer): void {
    this.entries.addNotice(answer)
  }

  /** Called for every change of one of this chat's commands. */
  commandChanged(card: CommandCard): void {
    this.linkCommand(card)
    this.state.tellWindowsIfMoved()
  }

  /** What the card of a running call shows by now. */
  showCard(callId: CallId, card: ToolCard): void {
    const entry = this.entries.call(callId)
    if (entry && entry.result === null) this.entries.save([{ ...entry, card }])
  }

  /** A call, or a command of a subagent, may wait for the person here, or no longer. */
  asksChanged(): void {
    this.state.tellWindowsIfMoved()
  }

  /** A background command ended: a line in the transcript (S-158). */
  commandEnded(notice: Extract<ChatNotice, { type: 'command-ended' }>): void {
    this.entries.addNotice(notice)
  }

  get schedules(): readonly Schedule[] {
    return this.record.schedules
  }

  /** Plans a wake-up (P-038). */
  addSchedule(made: { text: string; time: ScheduleTime; nextAt: Millis }): Schedule {
    const scheduleCount = this.record.scheduleCount + 1
    const schedule = newSchedule({ ...made, number: scheduleCount, now: this.deps.clock.now() })
    this.state.change({ schedules: [...this.record.schedules, schedule], scheduleCount })
    this.deps.schedulesChanged()
    return schedule
  }

  /** Takes a planned wake-up off the list; false when there is none of this name. */
  cancelSchedule(id: string): boolean {
    const schedules = this.record.schedules.filter((one) => one.id !== id)
    if (schedules.length === this.record.schedules.length) return false
    this.state.change({ schedules })
    this.attention.take({ type: 'told', jobs: [scheduleIdSchema.parse(id)] })
    this.deps.schedulesChanged()
    return true
  }

  /** Planned times up to now have come: the chat is woken as by the end of a command, also if nobody opened it yet. */
  schedulesDue(now: Millis): void {
    const schedules = fallDue(this.record.schedules, now)
    if (schedules === this.record.schedules) return
    this.state.change({ schedules: [...schedules] })
    this.turns.ensureOpen()
    this.attention.take({ type: 'scheduled', untold: untoldOf(schedules) })
  }

  /** Works towards a condition from now on, in place of any other; of the person, at once (S-253). */
  setGoal(condition: string, by: Goal['by']): void {
    this.turns.ensureOpen()
    this.goal.set(condition, by)
    if (by === 'user' && !this.turns.isRunning) this.turns.start('goal')
  }

  /** Does what the attention decided. */
  perform(effect: OutwardEffect): void {
    if (effect.type === 'waiting') this.state.tellWindows()
    if (effect.type === 'start-turn' && !this.turns.isRunning && !this.deps.isDisposed())
      this.turns.start(effect.cause)
  }

  /** After a restart: a turn that was running when the app ended is over (S-346). */
  recover(lost: CommandCard[]): void {
    this.showLost(lost)
    if (this.record.turn.kind !== 'running') return
    endAsking(this.entries)
    this.state.change({ turn: recoveredStatus(this.record, this.deps.clock.now()), isStopping: false })
  }

  /** A line about commands that ended together with the window or the app (S-342). */
  showLost(lost: readonly CommandCard[]): void {
    // What had not started did not end either; its card says so.
    const ended = lost.filter(({ state }) => 'startedAt' in state && state.startedAt !== null)
    if (ended.length > 0)
      this.entries.addNotice({
        type: 'commands-lost',
        commands: ended.map(({ terminalId, command }) => ({ terminalId, command })),
      })
  }

  /** A `shell` call shows as the card of its command from the moment the command exists (S-008). */
  private linkCommand(card: CommandCard): void {
    const entry = this.entries.call(card.callId)
    if (!entry) this.turns.linkCommand(card)
    else if (entry.commandId === null) this.entries.save([{ ...entry, commandId: card.id }])
  }
}
