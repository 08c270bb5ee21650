import type { CommandId, Millis, TurnId } from '../../shared/ids'
import { attend } from '../attention/attend'
import type { AttentionEffect, AttentionEvent, Delivery } from '../attention/attention-event'
import { type Attention, UNOPENED, type Untold, type UntoldKind } from '../attention/attention-state'
import { dueTimers, type TimerName } from '../attention/due-timers'
import { isCountable, waitingOf } from '../attention/waiting-line'

type Timeless = AttentionEvent extends infer E ? (E extends AttentionEvent ? Omit<E, 'at'> : never) : never

/** Where the app dies: before or after the transaction of the step, or not at all. */
export type Death = 'none' | 'before-commit' | 'after-commit'

/** One thing that happens in the world; `chat` picks a chat, `pick` one of its jobs. */
export type Happening = { chat: number; pick: number; death: Death } & (
  | { do: 'send' | 'retry' | 'open' | 'stop' | 'crash' | 'goal' | 'goal-turn' | 'result' | 'sign' }
  /** `background`: starts a command, in a turn of its own if none runs, and moves it to the background. */
  | {
      do:
        | 'background'
        | 'start'
        | 'move'
        | 'print'
        | 'end-by-itself'
        | 'stop-one'
        | 'end-with-result'
        | 'subagent'
    }
  | { do: 'end-turn'; end: 'done' | 'failed' | 'paused' }
  | { do: 'wait'; ms: Millis }
)

/** What a stored message told, as the history of the chat holds it. */
export type Told = {
  chat: number
  jobs: string[]
  by: 'message' | 'wake' | 'pulse' | 'goal' | 'result' | 'own-result'
  /** The chat had been stopped and the user had not spoken since. */
  isAfterStop: boolean
}

type Disk = {
  turn: 'idle' | 'running' | 'held'
  /** Stored when Stop is pressed, before the turn has ended. */
  isStopping: boolean
  notices: (Untold & { isTold: boolean; startedIn: number })[]
}
type Chat = {
  index: number
  state: Attention
  disk: Disk
  armed: Map<TimerName, Millis>
  alive: string[]
  wasStopped: boolean
  hasQueue: boolean
}

class Died extends Error {}

/** Two chats on a pretended disk; the reducer decides, the world only does what it says. */
export class AttentionWorld {
  now: Millis = 1_000_000
  readonly told: Told[] = []
  /** Broken promises that are only visible at their moment, in words. */
  readonly broken: string[] = []
  private readonly chats: Chat[]
  private counter = 0
  private death: Death = 'none'

  constructor(count = 2) {
    this.chats = Array.from({ length: count }, (_, index) => ({
      index,
      state: UNOPENED,
      disk: { turn: 'idle', isStopping: false, notices: [] },
      armed: new Map(),
      alive: [],
      wasStopped: false,
      hasQueue: false,
    }))
    for (const chat of this.chats) this.open(chat)
  }

  /** Every end that was stored, in order of ending, chat by chat. */
  get ends(): { chat: number; job: string; order: number; kind: Untold['kind']; startedIn: number }[] {
    return this.chats.flatMap((chat) =>
      [...chat.disk.notices]
        .sort((a, b) => a.order - b.order)
        .map(({ job, order, kind, startedIn }) => ({ chat: chat.index, job, order, kind, startedIn })),
    )
  }

  /** Timers of all chats. */
  get armed(): string[] {
    return this.chats.flatMap((chat) => [...chat.armed.keys()])
  }

  happen(what: Happening): void {
    const chat = this.chats[what.chat % this.chats.length] as Chat
    this.death = what.death
    try {
      this.act(chat, what)
    } catch (error) {
      if (!(error instanceof Died)) throw error
      this.crash()
    }
    this.death = 'none'
    this.checkTimers()
  }

  /** Ends everything, and lets the user speak until every chat is at rest. */
  settleDown(): void {
    for (const chat of this.chats) {
      this.open(chat)
      for (const job of [...chat.alive]) this.end(chat, job, 'completion')
      if (chat.state.mode.kind === 'turn') this.endTurn(chat, 'done')
      this.take(chat, { type: 'goal', isPursued: false })
      this.send(chat)
      this.endTurn(chat, 'done')
    }
    this.pass(10 * 60_000)
    this.checkTimers()
  }

  private act(chat: Chat, what: Happening): void {
    switch (what.do) {
      case 'send':
        this.send(chat)
        break
      case 'retry':
        this.startTurn(chat, 'retry')
        break
      case 'goal-turn':
        if (chat.state.pursuesGoal) this.startTurn(chat, 'goal')
        break
      case 'goal':
        // Who sets a goal speaks: its turns may tell what a stop held back.
        if (!chat.state.pursuesGoal) chat.wasStopped = false
        this.take(chat, { type: 'goal', isPursued: !chat.state.pursuesGoal })
        break
      case 'open':
        this.open(chat)
        break
      case 'stop':
        this.stop(chat)
        break
      case 'crash':
        this.crash()
        break
      case 'result':
        this.result(chat, [])
        break
      case 'end-turn':
        this.endTurn(chat, what.end)
        break
      case 'wait':
        this.pass(what.ms)
        break
      case 'start':
        this.start(chat)
        break
      case 'background':
        this.startTurn(chat, 'message')
        this.start(chat)
        this.onJob(chat, { ...what, do: 'move', pick: chat.alive.length - 1 })
        break
      case 'subagent':
        this.subagent(chat)
        break
      default:
        this.onJob(chat, what)
    }
  }

  private onJob(chat: Chat, what: Happening): void {
    const job = chat.alive[what.pick % Math.max(1, chat.alive.length)]
    if (job === undefined) return
    const id = job as CommandId
    switch (what.do) {
      case 'move':
        if (chat.state.waits.has(id)) this.take(chat, { type: 'moved-by-user', wait: id })
        return
      case 'print':
        this.take(chat, { type: 'output', job: id, bytes: ++this.counter, hasOpenLine: false })
        break
      case 'sign': {
        const output = chat.state.jobs.get(id)?.output
        if (output?.isLookedAt) this.take(chat, { type: 'server-seen', job: id, changedAt: output.changedAt })
        return
      }
      case 'end-by-itself':
        this.end(chat, job, 'completion')
        break
      case 'stop-one':
        this.end(chat, job, 'terminal-event')
        break
      case 'end-with-result':
        this.endWithResult(chat, job)
        break
      default:
        return
    }
  }

  // ── What the app does ─────────────────────────────────────────────────────────────────────────────────────

  private open(chat: Chat): void {
    if (chat.state.isOpen) return
    const untold = chat.disk.notices.filter((one) => !one.isTold)
    this.take(chat, { type: 'opened', isHeld: chat.disk.turn === 'held', untold })
  }

  private send(chat: Chat): void {
    this.open(chat)
    this.take(chat, { type: 'user-spoke' })
    if (chat.state.mode.kind === 'turn') chat.hasQueue = true
    else this.startTurn(chat, 'message')
  }

  private startTurn(chat: Chat, cause: 'message' | 'retry' | 'wake' | 'pulse' | 'goal'): void {
    this.open(chat)
    if (chat.state.mode.kind === 'turn') return
    if (cause === 'retry' || cause === 'message') chat.wasStopped = false
    const turnId = `turn-${++this.counter}` as TurnId
    const delivery = this.offer(chat, { type: 'turn-started', turnId, cause })
    this.store(chat, delivery, cause === 'retry' ? 'message' : cause, () => {
      chat.disk.turn = 'running'
      chat.disk.isStopping = false
    })
    this.take(chat, { type: 'answered', calls: 2 })
  }

  /** A call of the running turn has its result; a queued message goes with the next request. */
  private result(chat: Chat, tells: string[]): void {
    if (chat.state.mode.kind !== 'turn') return
    const delivery = this.offer(chat, { type: 'result', tells: tells as CommandId[] })
    this.store(chat, delivery, 'result', () => this.cross(chat, tells, 'own-result'))
    if (tells.length > 0) this.take(chat, { type: 'told', jobs: tells as CommandId[] })
    if (!chat.hasQueue || chat.state.mode.kind !== 'turn' || chat.state.mode.stopping) return
    chat.hasQueue = false
    this.store(chat, this.offer(chat, { type: 'message-taken' }), 'message', () => {})
  }

  private endTurn(chat: Chat, end: 'done' | 'failed' | 'paused'): void {
    if (chat.state.mode.kind !== 'turn') return
    const wasStopped = chat.state.mode.stopping
    // Calls that still wait end with the turn: their commands are stopped and told by their results.
    for (const wait of [...chat.state.waits.values()]) {
      chat.alive = chat.alive.filter((job) => job !== wait.job)
      this.take(chat, { type: 'wait-dropped', wait: wait.id })
      this.take(chat, { type: 'job-ended', job: wait.job, notice: null, order: ++this.counter })
    }
    this.commit(() => {
      chat.disk.turn = !wasStopped && end === 'done' ? 'idle' : 'held'
    })
    this.take(chat, { type: 'turn-ended', end: wasStopped ? 'stopped' : end })
    if (!chat.hasQueue) return
    chat.hasQueue = false
    this.startTurn(chat, 'message')
  }

  private stop(chat: Chat): void {
    if (!chat.state.isOpen || (chat.state.mode.kind !== 'turn' && !waitingOf(chat.state))) return
    this.commit(() => {
      chat.wasStopped = true
      chat.disk.isStopping = true
      if (chat.state.mode.kind !== 'turn') chat.disk.turn = 'held'
    })
    // A turn that is stopped goes on until its calls have ended.
    this.take(chat, { type: 'stop-pressed' })
  }

  private start(chat: Chat): void {
    if (chat.state.mode.kind !== 'turn' || chat.state.mode.stopping) return
    const job = `job-${chat.index}-${++this.counter}` as CommandId
    chat.alive.push(job)
    this.take(chat, { type: 'job-started', job, kind: 'command' })
    const isSleep = this.counter % 5 === 0
    this.take(chat, {
      type: 'wait-started',
      wait: {
        id: job,
        job,
        kind: isSleep ? 'wait-only' : 'call',
        until: this.now + 5000,
        mayEndEarly: !isSleep,
        quietMs: null,
        isSearching: false,
        seen: { bytes: 0, openLine: false },
      },
    })
  }

  private subagent(chat: Chat): void {
    if (chat.state.mode.kind !== 'turn') return
    const job = `job-${chat.index}-${++this.counter}` as CommandId
    chat.alive.push(job)
    this.take(chat, { type: 'job-started', job, kind: 'subagent' })
  }

  private end(chat: Chat, job: string, notice: UntoldKind): void {
    const known = chat.state.jobs.get(job as CommandId)
    chat.alive = chat.alive.filter((one) => one !== job)
    // What its call waits for is told by the result.
    const kind = known?.backgroundSince == null ? null : notice
    const order = ++this.counter
    if (kind) this.commit(() => chat.disk.notices.push({ ...newNotice(chat, job, order), kind }))
    this.take(chat, { type: 'job-ended', job: job as CommandId, notice: kind, order })
  }

  /** The agent reads the end itself, in the same moment (S-284, B-141). */
  private endWithResult(chat: Chat, job: string): void {
    const isBackground = chat.state.jobs.get(job as CommandId)?.backgroundSince != null
    if (!isBackground || chat.state.mode.kind !== 'turn' || chat.state.mode.stopping) return
    const death = this.death
    this.death = 'none'
    this.end(chat, job, 'completion')
    this.death = death
    this.result(chat, [job])
  }

  private crash(): void {
    for (const chat of this.chats) {
      for (const job of chat.alive) {
        const order = ++this.counter
        chat.disk.notices.push({ ...newNotice(chat, job, order), kind: 'window-ended' })
      }
      // A turn that the end of the app cut off is no failed turn (S-248).
      if (chat.disk.turn === 'running') chat.disk.turn = chat.disk.isStopping ? 'held' : 'idle'
      chat.state = UNOPENED
      chat.armed = new Map()
      chat.alive = []
      chat.hasQueue = false
    }
  }

  // ── Time ──────────────────────────────────────────────────────────────────────────────────────────────────

  private pass(ms: Millis): void {
    const until = this.now + ms
    for (;;) {
      let next: { chat: Chat; name: TimerName; at: Millis } | null = null
      for (const chat of this.chats)
        for (const [name, at] of chat.armed)
          if (at <= until && (!next || at < next.at)) next = { chat, name, at }
      if (!next) break
      this.now = Math.max(this.now, next.at)
      next.chat.armed.delete(next.name)
      this.take(next.chat, { type: 'timer', name: next.name })
    }
    this.now = until
  }

  // ── The driver ────────────────────────────────────────────────────────────────────────────────────────────

  private take(chat: Chat, event: Timeless): void {
    this.offer(chat, event)
  }

  private offer(chat: Chat, event: Timeless): Delivery | null {
    const before = chat.state
    const { state, effects } = attend(before, { ...event, at: this.now } as AttentionEvent)
    chat.state = state
    let delivery: Delivery | null = null
    for (const effect of effects) {
      if (effect.type === 'deliver') delivery = effect.delivery
      else this.perform(chat, effect, before)
    }
    return delivery
  }

  private perform(chat: Chat, effect: AttentionEffect, before: Attention): void {
    switch (effect.type) {
      case 'arm':
        chat.armed.set(effect.timer, effect.at)
        return
      case 'clear':
        chat.armed.delete(effect.timer)
        return
      case 'start-turn':
        if (before.mode.kind !== 'idle') this.broken.push(`a turn was started in ${before.mode.kind}`)
        if (effect.cause === 'wake' && !before.untold.some((one) => one.kind === 'completion'))
          this.broken.push('woken without a completion')
        this.startTurn(chat, effect.cause)
        this.endTurn(chat, 'done')
        return
      case 'end-wait': {
        const { kind } = effect.end
        const id = effect.wait as CommandId
        if (kind === 'ended') return
        if (before.waits.get(effect.wait)?.kind === 'wait-only') {
          chat.alive = chat.alive.filter((job) => job !== effect.wait)
          this.take(chat, { type: 'job-ended', job: id, notice: null, order: ++this.counter })
        } else this.take(chat, { type: 'job-moved', job: id })
        return
      }
      case 'waiting':
        if (effect.waiting && (chat.state.mode.kind !== 'idle' || chat.wasStopped))
          this.broken.push('a waiting line although the chat does not go on by itself')
        return
      case 'notify': {
        const { notification } = effect
        const runs = [...chat.state.jobs.values()].some(isCountable)
        if (notification.kind === 'turn-finished' && notification.outcome === 'done' && runs)
          this.broken.push('a finished turn was announced while something runs')
        return
      }
      default:
        return
    }
  }

  /** Stores a message and crosses off what it carries, in one transaction; then reports that it did. */
  private store(chat: Chat, delivery: Delivery | null, by: Told['by'], write: () => void): void {
    const jobs = (delivery?.untold ?? []).map((one) => one.job as string)
    this.commit(() => {
      write()
      this.cross(chat, jobs, by)
    })
    if (jobs.length > 0) this.take(chat, { type: 'told', jobs: jobs as CommandId[] })
  }

  private cross(chat: Chat, jobs: string[], by: Told['by']): void {
    if (jobs.length === 0) return
    for (const notice of chat.disk.notices) if (jobs.includes(notice.job)) notice.isTold = true
    this.told.push({ chat: chat.index, jobs, by, isAfterStop: chat.wasStopped })
  }

  private commit(write: () => void): void {
    if (this.death === 'before-commit') throw new Died()
    write()
    if (this.death === 'after-commit') throw new Died()
  }

  private checkTimers(): void {
    for (const chat of this.chats) {
      const due = dueTimers(chat.state)
      const same = due.size === chat.armed.size && [...due].every(([name, at]) => chat.armed.get(name) === at)
      if (!same) this.broken.push(`timers ${[...chat.armed.keys()]} are set, ${[...due.keys()]} are needed`)
    }
  }
}

function newNotice(chat: Chat, job: string, order: number) {
  return { job: job as CommandId, order, isTold: false, startedIn: chat.index }
}
