import type { RunningThen } from '../../shared/chat'
import { type CommandState, isAlive } from '../../shared/command'
import type { ChatId, CommandId, Millis, TerminalId } from '../../shared/ids'
import type { Delivery } from '../attention/attention-event'
import { endsOf, type JobId, type Untold } from '../attention/attention-state'
import type { Clock } from '../clock'
import type { Ids } from '../ports'
import type { AgentView } from './agent-view'
import { noticeKind, untoldKind } from './command-notice'
import type { CommandRecord } from './command-record'
import type { CommandRegistry } from './command-registry'
import type { EndNotice } from './live-command'
import {
  completionText,
  listText,
  lostText,
  pulseText,
  stillRunningText,
  terminalEventText,
  windowEndedText,
} from './notice-text'

/** What a message to the agent says, and the jobs whose end it tells. */
export type Telling = { ids: JobId[]; text: string }

/** Jobs of a chat that are no commands, as far as its agent is told of them (S-232, S-234, S-247). */
export type OtherJobs = {
  untold(chatId: ChatId): Untold[]
  /** The message about the end of a job; null when it is none of these, or nothing is to be told. */
  noticeText(job: JobId): string | null
  /** Crosses an end off, or says that it is owed again, inside the transaction of the message; false when the job is none of these. */
  markTold(job: JobId, isTold: boolean): boolean
  /** What works now, a line each. */
  running(chatId: ChatId): string[]
  /** The place of the last end among all ends of the chat; 0 when there was none (S-246). */
  lastOrder(chatId: ChatId): number
}

/** A host in which only commands are jobs. */
export const NO_OTHER_JOBS: OtherJobs = {
  untold: () => [],
  noticeText: () => null,
  markTold: () => false,
  running: () => [],
  lastOrder: () => 0,
}

/** What the agent is told about commands outside of the results of its calls (sections 22, 24, 28, 29, 31). */
export class CommandMessages {
  constructor(
    private readonly deps: {
      registry: CommandRegistry
      view: AgentView
      clock: Clock
      ids: Ids
      others: () => OtherJobs
    },
  ) {}

  /** The message about an end, frozen from then on (S-250); null when a result tells of it. */
  async noticeFor(before: CommandRecord, after: CommandState): Promise<EndNotice | null> {
    const notice = noticeKind(before.state, after)
    if (!notice) return null
    const { view, ids } = this.deps
    const unseen = () => view.unseen({ ...before, state: after })
    const ranMs = this.ranMs(after)
    const text = async (): Promise<string | null> => {
      switch (notice.kind) {
        case 'window-ended':
          return windowEndedText(before, notice.lostAs)
        case 'lost':
          return lostText(before, ranMs, await unseen(), ids.next('output'))
        case 'terminal-event':
          return after.kind === 'ended' ? terminalEventText(before, after.end, ranMs) : null
        case 'completion':
          return after.kind === 'ended'
            ? completionText(before, after.end, ranMs, await unseen(), ids.next('output'))
            : null
      }
    }
    const said = await text()
    return said === null ? null : { kind: untoldKind(notice), text: said }
  }

  /** What the store holds for a chat that is opened (S-247). */
  untold(chatId: ChatId): Untold[] {
    const commands = this.deps.registry
      .untold(chatId)
      .flatMap(({ id, notice }): Untold[] =>
        notice ? [{ job: id, kind: notice.kind, order: notice.order }] : [],
      )
    return [...commands, ...this.deps.others().untold(chatId)].sort((a, b) => a.order - b.order)
  }

  /** The text of a delivery: messages in order, the last with the list of what else runs (S-232…S-236, S-246). */
  tell(chatId: ChatId, { untold, withList }: Delivery): Telling {
    const { registry } = this.deps
    const others = this.deps.others()
    const told = endsOf(untold).flatMap(({ job }) => {
      const text = others.noticeText(job) ?? registry.get(job as CommandId)?.notice?.text
      return text === undefined ? [] : [{ job, text }]
    })
    const texts = told.map(({ text }) => text)
    const list = withList ? listText(this.running(chatId, false), others.running(chatId)) : ''
    return {
      ids: told.map(({ job }) => job),
      text: [texts.join('\n\n'), list].filter((part) => part !== '').join('\n'),
    }
  }

  /** Everything that runs in the background, servers too, after a stop (S-302…S-304); '' when nothing does. */
  stillRunning(chatId: ChatId): string {
    return stillRunningText(this.running(chatId, true), this.deps.others().running(chatId))
  }

  /** The same commands, servers too, by what a person knows them by. */
  stillRunningCommands(chatId: ChatId): RunningThen[] {
    return this.running(chatId, true).map(({ terminalId, command, isServer }) => ({
      terminalId,
      command,
      isServer,
    }))
  }

  /** What a chat waits for, when nothing has arrived for long (S-259…S-262). */
  pulse(chatId: ChatId): string {
    const commands = this.running(chatId, false)
    return pulseText(
      commands.map((one) => ({ ...one, lastLine: one.output.lastLine })),
      this.deps.others().running(chatId),
    )
  }

  /** The names of what a chat waits for. */
  waitedFor(chatId: ChatId): { terminalId: TerminalId; command: string }[] {
    return this.running(chatId, false).map(({ terminalId, command }) => ({ terminalId, command }))
  }

  private running(chatId: ChatId, withServers: boolean) {
    return this.deps.registry
      .ofChat(chatId)
      .filter(({ state, server }) => state.kind === 'background' && (withServers || !server))
      .map((record) => ({ ...record, ranMs: this.ranMs(record.state), isServer: record.server !== null }))
  }

  private ranMs(state: CommandState): Millis {
    if (state.kind === 'ended') return state.endedAt - state.startedAt
    if (state.kind === 'interrupted') return state.lastSeenAt - state.startedAt
    return isAlive(state) && 'startedAt' in state && state.startedAt !== null
      ? this.deps.clock.now() - state.startedAt
      : 0
  }
}
