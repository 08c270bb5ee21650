import type { ChatSummary, TranscriptItem } from '../shared/chat'
import { type CommandCard, type CommandStatus, commandStatus, exitCodeOf } from '../shared/command'
import type { EngineEvent } from '../shared/ipc'
import type { TokenUsage } from '../shared/models'

/** One line of `vigil run --json`. */
export type RunLine =
  | { event: 'turn'; state: 'started' | 'ended'; outcome: ChatSummary['turn']['kind'] }
  | { event: 'text'; text: string; interrupted: boolean }
  | {
      event: 'command'
      status: CommandStatus
      terminalId: string
      command: string
      exitCode: number | null
      lastLine: string
      server: { address: string | null } | null
    }
  | { event: 'waiting'; commands: number; subagents: number }
  | { event: 'tool'; tool: string; title: string; failed: boolean }
  | { event: 'failure'; code: string; server: string; detail: string }
  | {
      event: 'result'
      ok: boolean
      outcome: string
      text: string
      tokens: TokenUsage
      /** At the prices of the settings; null where none are set. */
      usd: number | null
      wallMs: number
    }

/** Turns what the engine tells of one chat into lines, each change once. */
export class RunReport {
  /** Status and whether it is known as a server, by command. */
  private readonly statuses = new Map<string, string>()
  private readonly shown = new Set<string>()
  private turn: ChatSummary['turn']['kind'] = 'idle'
  private waiting = ''
  /** The last words of the agent. */
  lastText = ''

  constructor(private readonly print: (line: RunLine) => void) {}

  take(event: EngineEvent): void {
    switch (event.name) {
      case 'transcript.item':
        this.item(event.payload.item)
        break
      case 'command.changed':
        this.command(event.payload.card)
        break
      case 'chat.changed':
        this.chat(event.payload.chat)
        break
      default:
        break
    }
  }

  private item(item: TranscriptItem): void {
    const isOver =
      (item.kind === 'assistant' && item.state !== 'streaming') ||
      (item.kind === 'tool' && item.state !== 'running') ||
      (item.kind === 'notice' && item.notice.type === 'failure')
    if (!isOver || this.shown.has(item.id)) return
    this.shown.add(item.id)
    if (item.kind === 'assistant' && item.text !== '') {
      this.lastText = item.text
      this.print({ event: 'text', text: item.text, interrupted: item.state === 'interrupted' })
    }
    if (item.kind === 'tool')
      this.print({ event: 'tool', tool: item.tool, title: item.title, failed: item.state === 'failed' })
    if (item.kind === 'notice' && item.notice.type === 'failure') {
      const { code, server, detail } = item.notice.failure
      this.print({ event: 'failure', code, server, detail })
    }
  }

  private command(card: CommandCard): void {
    const status = commandStatus(card.state)
    const key = card.server ? `${status} server` : status
    if (this.statuses.get(card.id) === key) return
    this.statuses.set(card.id, key)
    const { terminalId, command, server, output } = card
    const exitCode = exitCodeOf(card.state)
    this.print({ event: 'command', status, terminalId, command, exitCode, lastLine: output.lastLine, server })
  }

  private chat({ turn, waiting }: ChatSummary): void {
    const kind = turn.kind
    if (kind !== this.turn) {
      if (kind === 'running') this.print({ event: 'turn', state: 'started', outcome: kind })
      else if (this.turn === 'running') this.print({ event: 'turn', state: 'ended', outcome: kind })
      this.turn = kind
    }
    const key = JSON.stringify(waiting)
    if (key === this.waiting) return
    this.waiting = key
    if (waiting) this.print({ event: 'waiting', ...waiting })
  }
}

/** What a person reads of a line: the agent's words on standard output, facts beside them. */
export function plainRun(line: RunLine): { out: string; err: string } {
  switch (line.event) {
    case 'text':
      return {
        out: `${line.text.replace(/\n*$/, '')}\n`,
        err: line.interrupted ? 'vigil: the answer broke off\n' : '',
      }
    case 'command':
      return { out: '', err: commandFact(line) }
    case 'waiting':
      return { out: '', err: `vigil: waiting for ${waitingWords(line)}\n` }
    case 'failure':
      return {
        out: '',
        err: `vigil: ${line.server || 'the model'}: ${line.code}${line.detail === '' ? '' : ` (${line.detail})`}\n`,
      }
    case 'tool':
      return { out: '', err: line.failed ? `vigil: ${line.tool} ${line.title} failed\n` : '' }
    case 'turn':
    case 'result':
      return { out: '', err: '' }
  }
}

function commandFact(line: Extract<RunLine, { event: 'command' }>): string {
  const name = line.command.trim().split('\n')[0] ?? ''
  switch (line.status) {
    case 'pending':
    case 'preparing':
    case 'stopping':
      return ''
    case 'running':
      // Known as a server while it is still awaited: the next line says so.
      if (line.server) return ''
      return `vigil: $ ${name}\n`
    case 'background':
      return line.server
        ? `vigil: ${line.terminalId} is a server${line.server.address === null ? '' : ` at ${line.server.address}`}\n`
        : `vigil: ${line.terminalId} goes on in the background\n`
    case 'succeeded':
    case 'failed':
      return `vigil: ${line.terminalId} ended${line.exitCode === null ? '' : ` with exit code ${line.exitCode}`}\n`
    case 'rejected':
    case 'not-started':
      return `vigil: not run: ${name}\n`
    default:
      return `vigil: ${line.terminalId} ${line.status}\n`
  }
}

function waitingWords({ commands, subagents }: { commands: number; subagents: number }): string {
  const many = (count: number, one: string) =>
    count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`]
  return [...many(commands, 'background command'), ...many(subagents, 'subagent')].join(', ')
}
