import type { Clock } from '../core/clock'
import { assertNever } from '../shared/assert-never'
import type { CommandCard } from '../shared/command'
import type { QuitJob, QuitQuestion } from '../shared/host'
import type { CommandId, Millis } from '../shared/ids'
import { type RunningNow, startOf } from './running-now'

/** Stopping a process tree takes its 2 s of grace, 2 s of looking, and a moment to be told. */
export const STOP_LIMIT_MS: Millis = 8000

export type QuitAnswer = 'cancel' | 'keep' | 'stop' | 'anyway'

export type QuittingDeps = {
  clock: Clock
  running: RunningNow
  /** Ends turns and commands as the end of their window does; resolves when that is confirmed or given up. */
  endAll(): Promise<void>
  /** Shows the window with the question in it; false when it has no page that could be answered. */
  showQuestion(): boolean
  /** The same question by the system, for a window without a page. */
  askNatively(jobs: QuitJob[]): Promise<QuitAnswer>
  /** Puts the window away while everything goes on. */
  keep(): void
  /** Disposes of the engine and ends the app; called once. */
  leave(): void
  /** The question in the window is another one now. */
  changed(): void
  reportBug(error: unknown): void
}

/**
 * The end of the app: nothing that runs is ended unasked, and the app goes only when the end of it is known
 * (P-065…P-068, B-230, B-235). Signals and the end of the session do not ask.
 */
export class Quitting {
  private phase: 'running' | 'asking' | 'stopping' | 'left' | 'leaving' = 'running'
  /** Stopped, but nobody saw all of their processes gone. */
  private readonly unconfirmed = new Map<CommandId, CommandCard>()

  constructor(private readonly deps: QuittingDeps) {
    deps.running.onEnd((card) => this.noteEnd(card))
    deps.running.onChange(() => this.follow())
  }

  /** True once nothing can keep the app from ending. */
  get isLeaving(): boolean {
    return this.phase === 'leaving'
  }

  /** What the window asks now. */
  get question(): QuitQuestion | null {
    if (this.phase === 'running' || this.phase === 'leaving') return null
    return { phase: this.phase, jobs: this.jobs() }
  }

  /** The person wants to quit. Asks when something runs; asking twice only brings the question to the front. */
  request(): void {
    if (this.phase === 'leaving') return
    if (this.phase !== 'running') {
      this.deps.showQuestion()
      return
    }
    if (this.jobs().length === 0) {
      this.leave()
      return
    }
    this.enter('asking')
  }

  /** Ends everything without a question: a signal, or the end of the session. */
  now(): void {
    if (this.phase !== 'leaving') this.leave()
  }

  answer(answer: QuitAnswer): void {
    if (this.phase === 'running' || this.phase === 'leaving') return
    switch (answer) {
      case 'cancel':
      case 'keep':
        // What is being stopped goes on being stopped; a page may not take that back.
        if (this.phase === 'stopping') return
        this.enter('running')
        if (answer === 'keep') this.deps.keep()
        break
      case 'stop':
        if (this.phase === 'asking') this.stop().catch(this.deps.reportBug)
        break
      case 'anyway':
        if (this.phase === 'left') this.leave()
        break
      default:
        assertNever(answer, 'answer')
    }
  }

  private async stop(): Promise<void> {
    this.enter('stopping')
    await inTime(this.deps.endAll(), STOP_LIMIT_MS, this.deps.clock, this.deps.reportBug)
    if (this.phase !== 'stopping') return
    if (this.jobs().length === 0) this.leave()
    else this.enter('left')
  }

  private enter(phase: 'running' | 'asking' | 'stopping' | 'left'): void {
    this.phase = phase
    if (phase === 'running') this.unconfirmed.clear()
    this.deps.changed()
    if (phase !== 'asking' && phase !== 'left') return
    if (this.deps.showQuestion()) return
    this.deps
      .askNatively(this.jobs())
      .then((answer) => this.answer(answer === 'stop' && this.phase === 'left' ? 'anyway' : answer))
      .catch(this.deps.reportBug)
  }

  /** Jobs may end by themselves while the question stands. */
  private follow(): void {
    if (this.phase === 'running' || this.phase === 'leaving') return
    if (this.phase === 'left' && this.jobs().length === 0) this.leave()
    else this.deps.changed()
  }

  private noteEnd(card: CommandCard): void {
    const { state } = card
    if (this.phase !== 'stopping' && this.phase !== 'left') return
    if (state.kind === 'ended' && state.end.by === 'stop' && !state.end.confirmed)
      this.unconfirmed.set(card.id, card)
  }

  private leave(): void {
    this.phase = 'leaving'
    this.deps.changed()
    this.deps.leave()
  }

  private jobs(): QuitJob[] {
    const running = quitJobs(this.deps.running)
    const lost = [...this.unconfirmed.values()].map((card) => jobOf(card, this.deps.running, 'unconfirmed'))
    return [...running, ...lost]
  }
}

/** What would end with the app: commands, and turns of chats that have none. */
export function quitJobs(running: RunningNow): QuitJob[] {
  const commands = running.commands()
  const busy = new Set(commands.map(({ chatId }) => chatId))
  const turns = running.chats().flatMap((chat): QuitJob[] => {
    if (chat.turn.kind !== 'running' || busy.has(chat.id)) return []
    const { since } = chat.turn
    return [{ chatId: chat.id, chatTitle: chat.title, command: null, startedAt: since, state: 'running' }]
  })
  return [...commands.map((card) => jobOf(card, running, stateOf(card))), ...turns]
}

function stateOf({ state }: CommandCard): QuitJob['state'] {
  return state.kind === 'stopping' ? 'stopping' : 'running'
}

function jobOf(card: CommandCard, running: RunningNow, state: QuitJob['state']): QuitJob {
  return {
    chatId: card.chatId,
    chatTitle: running.chat(card.chatId)?.title ?? '',
    command: { commandId: card.id, text: card.command, isServer: card.server !== null },
    startedAt: startOf(card),
    state,
  }
}

/** Waits for a task, but not for ever; its failure is reported, not thrown. */
export function inTime(
  task: Promise<unknown>,
  limitMs: Millis,
  clock: Clock,
  reportBug: (error: unknown) => void,
): Promise<'done' | 'too-late'> {
  return new Promise((resolve) => {
    const limit = clock.setTimer(limitMs, () => resolve('too-late'))
    task.catch(reportBug).finally(() => {
      limit.dispose()
      resolve('done')
    })
  })
}
