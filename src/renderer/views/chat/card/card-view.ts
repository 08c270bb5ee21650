import type { CommandCard, CommandEnd, CommandState, CommandStatus } from '../../../../shared/command'
import { commandStatus, exitCodeOf, isAlive } from '../../../../shared/command'

/** The word of the status column: the state's own, or the exit code where there is one (S-069, S-082). */
export type StatusLabel =
  | { kind: 'word'; status: CommandStatus | 'server' | 'unknown-end' }
  | { kind: 'exit'; code: number; signal: string | null }

/** The time column: it ticks while the command has a process, and stands still after. */
export type CardTime = { kind: 'none' } | { kind: 'ticking'; since: number } | { kind: 'fixed'; ms: number }

/** Lines under the command, each a fact of this state only. */
export type CardNote =
  | {
      code: 'not-started'
      because: Extract<CommandState, { kind: 'not-started' }>['because']
      message: string
    }
  | { code: 'rejected'; text: string }
  | { code: 'unconfirmed' }
  | { code: 'leftovers'; count: number }
  | { code: 'closed-pipe' }
  | { code: 'ended-with-window' | 'never-started' | 'never-started.window-ended' | 'interrupted' | 'lost' }

/** Everything a card shows apart from its output; computed from the state alone (S-317). */
export type CardView = {
  status: CommandStatus
  tone: 'plain' | 'quiet' | 'warn' | 'err'
  label: StatusLabel
  time: CardTime
  /** It runs and waits for others, not for its own end (S-189…S-192). */
  server: CommandCard['server']
  /** Named on the card once the command outlived its call (S-174). */
  terminalId: string | null
  canStop: boolean
  canMoveToBackground: boolean
  notes: readonly CardNote[]
  /** There may be output to open. */
  hasOutput: boolean
}

/** Turns a command into what its card shows (S-008, S-069, S-081, S-174, S-189, S-219, S-310…S-313, S-317). */
export function cardView(card: CommandCard): CardView {
  const { state } = card
  const status = commandStatus(state)
  const server = state.kind === 'background' ? card.server : null
  return {
    status,
    tone: TONES[status],
    label: server ? { kind: 'word', status: 'server' } : labelOf(state, status),
    time: timeOf(state),
    server,
    terminalId: wasInBackground(state) ? card.terminalId : null,
    canStop: status === 'preparing' || status === 'running' || status === 'background',
    canMoveToBackground: status === 'running',
    notes: notesOf(card),
    hasOutput: hasOutput(card),
  }
}

const TONES: Record<CommandStatus, CardView['tone']> = {
  pending: 'warn',
  rejected: 'quiet',
  preparing: 'quiet',
  'not-started': 'err',
  running: 'plain',
  background: 'plain',
  stopping: 'warn',
  succeeded: 'plain',
  failed: 'err',
  stopped: 'warn',
  cancelled: 'quiet',
  interrupted: 'quiet',
}

function labelOf(state: CommandState, status: CommandStatus): StatusLabel {
  if (status === 'succeeded' || status === 'failed') {
    const code = exitCodeOf(state)
    if (code === null) return { kind: 'word', status: 'unknown-end' }
    return { kind: 'exit', code, signal: state.kind === 'ended' ? signalOf(state.end) : null }
  }
  return { kind: 'word', status }
}

const signalOf = (end: CommandEnd): string | null => (end.by === 'signal' ? end.signal : null)

function timeOf(state: CommandState): CardTime {
  switch (state.kind) {
    case 'running':
    case 'background':
    case 'stopping':
      return { kind: 'ticking', since: state.startedAt }
    case 'ended':
      return { kind: 'fixed', ms: Math.max(0, state.endedAt - state.startedAt) }
    case 'cancelled':
      return state.startedAt === null
        ? { kind: 'none' }
        : { kind: 'fixed', ms: Math.max(0, state.at - state.startedAt) }
    case 'interrupted':
      return { kind: 'fixed', ms: Math.max(0, state.lastSeenAt - state.startedAt) }
    default:
      return { kind: 'none' }
  }
}

function wasInBackground(state: CommandState): boolean {
  return (
    state.kind === 'background' ||
    (state.kind === 'interrupted' && state.lost?.wasBackground === true) ||
    ((state.kind === 'stopping' || state.kind === 'ended') && state.wasBackground)
  )
}

function notesOf(card: CommandCard): CardNote[] {
  const { state } = card
  const notes: CardNote[] = []
  if (state.kind === 'not-started') {
    notes.push({ code: 'not-started', because: state.because, message: state.message })
  }
  if (state.kind === 'rejected' && state.text !== null && state.text.trim() !== '') {
    notes.push({ code: 'rejected', text: state.text })
  }
  if (state.kind === 'cancelled') {
    if (state.startedAt !== null) notes.push({ code: 'ended-with-window' })
    else {
      const byWindow = state.because === 'window-ended'
      notes.push({ code: byWindow ? 'never-started.window-ended' : 'never-started' })
    }
  }
  if (state.kind === 'interrupted') notes.push({ code: state.lost ? 'lost' : 'interrupted' })
  if (state.kind === 'ended') {
    const { end } = state
    if (end.by === 'stop' && end.who === 'quit') notes.push({ code: 'ended-with-window' })
    if (end.by === 'stop' && !end.confirmed) notes.push({ code: 'unconfirmed' })
    if (end.by === 'exit' && end.closedPipe) notes.push({ code: 'closed-pipe' })
  }
  if (card.leftovers > 0 && !isAlive(state)) notes.push({ code: 'leftovers', count: card.leftovers })
  return notes
}

function hasOutput(card: CommandCard): boolean {
  const { state } = card
  if (isAlive(state) || state.kind === 'ended') return true
  return (state.kind === 'cancelled' || state.kind === 'interrupted') && card.output.lines > 0
}

/**
 * How a card offers its output: as a chevron in its row, or as a row of its own with the last line. The row is there
 * while open, on failed cards, and on the last card of the transcript, where it folds in the frame that appends the
 * next item and never under the reader's eye.
 */
export function outputPlace(view: CardView, last: boolean, open: boolean): 'none' | 'chevron' | 'row' {
  if (!view.hasOutput) return 'none'
  return open || last || view.status === 'failed' ? 'row' : 'chevron'
}
