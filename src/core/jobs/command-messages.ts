import { type CommandState, isAlive } from '../../shared/command'
import type { ChatId, CommandId, Millis, TerminalId } from '../../shared/ids'
import type { Delivery } from '../attention/attention-event'
import type { Untold } from '../attention/attention-state'
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

/** What a message to the agent says, and the commands whose end it tells. */
export type Telling = { ids: CommandId[]; text: string }

/** What the agent is told about commands outside of the results of its calls (sections 22, 24, 28, 29, 31). */
export class CommandMessages {
  constructor(
    private readonly deps: {
      registry: CommandRegistry
      view: AgentView
      clock: Clock
      ids: Ids
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
    return this.deps.registry
      .untold(chatId)
      .flatMap(({ id, notice }) => (notice ? [{ job: id, kind: notice.kind, order: notice.order }] : []))
  }

  /** The text of a delivery: messages in order, the last with the list of what else runs (S-232…S-236, S-246). */
  tell(chatId: ChatId, { untold, withList }: Delivery): Telling {
    const { registry } = this.deps
    const records = untold.flatMap(({ job }) => registry.get(job as CommandId) ?? [])
    const texts = records.flatMap(({ notice }) => notice?.text ?? [])
    const list = withList ? listText(this.running(chatId, false)) : ''
    return {
      ids: records.map(({ id }) => id),
      text: [texts.join('\n\n'), list].filter((part) => part !== '').join('\n'),
    }
  }

  /** Everything that runs in the background, servers too, after a stop (S-302…S-304); '' when nothing does. */
  stillRunning(chatId: ChatId): string {
    return stillRunningText(this.running(chatId, true))
  }

  /** What a chat waits for, when nothing has arrived for long (S-259…S-262). */
  pulse(chatId: ChatId): string {
    const commands = this.running(chatId, false)
    return pulseText(commands.map((one) => ({ ...one, lastLine: one.output.lastLine })))
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
