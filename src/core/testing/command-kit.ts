import type { CommandCard } from '../../shared/command'
import type { ErrorCode } from '../../shared/errors'
import { type ChatId, type CommandId, chatIdSchema, turnIdSchema } from '../../shared/ids'
import { type Attentions, createAttentions } from '../attention/attentions'
import type { CommandReport } from '../jobs/agent-view'
import type { CommandStore } from '../jobs/command-record'
import type { CommandRequest } from '../jobs/command-request'
import { type CommandService, createCommandService } from '../jobs/command-service'
import { createMemoryCommandStore } from '../jobs/memory-command-store'
import { createFakeClock, type FakeClock, settle } from './fake-clock'
import { createFakeIds } from './fake-ids'
import { createFakeLogFolder, type FakeLogFolder } from './fake-log-folder'
import { createFakeOutputLogs } from './fake-output-logs'
import { createFakeProcessHost, type FakeProcessHost } from './fake-process-host'
import { createFakeShellResolver, type FakeShellResolver } from './fake-shell-resolver'

/** A command service on fakes, with a small language for stories. */
export type CommandKit = {
  clock: FakeClock
  host: FakeProcessHost
  shells: FakeShellResolver
  store: CommandStore
  folder: FakeLogFolder
  service: CommandService
  attentions: Attentions
  /** The user sends a message to the chat: every waiting of its calls ends (S-184). */
  userSpeaks(chatId?: ChatId): void
  /** Every card the service showed, oldest first. */
  cards: CommandCard[]
  bugs: unknown[]
  /** Starts a call and lets it go as far as it can. */
  call(command: string, part?: Partial<CommandRequest>): Promise<StartedCall>
  /** The app starts again on the same disk. */
  restart(): CommandKit
}

/** A call under way: what stops it, and its result once there is one. */
export type StartedCall = {
  id: CommandId
  stop: AbortController
  report: CommandReport | null
  done: Promise<CommandReport>
}

export const CHAT = chatIdSchema.parse('chat-1')
export const OTHER_CHAT = chatIdSchema.parse('chat-2')
export const TURN = turnIdSchema.parse('turn-1')
export const LATER_TURN = turnIdSchema.parse('turn-2')
export const ROOT = '/work/app'

/** Creates a {@link CommandKit}; a given store and clock stand for a disk that outlived the app. */
export function createCommandKit(
  kept: {
    store?: CommandStore
    clock?: FakeClock
    ids?: ReturnType<typeof createFakeIds>
    logs?: ReturnType<typeof createFakeOutputLogs>
  } = {},
): CommandKit {
  const clock = kept.clock ?? createFakeClock()
  const logs = kept.logs ?? createFakeOutputLogs()
  const store = kept.store ?? createMemoryCommandStore()
  const ids = kept.ids ?? createFakeIds()
  const host = createFakeProcessHost(clock, logs)
  const shells = createFakeShellResolver()
  const folder = createFakeLogFolder(logs)
  const bugs: unknown[] = []
  const cards: CommandCard[] = []
  const attentions = createAttentions(clock, (error) => bugs.push(error))
  const service = createCommandService({
    store,
    host,
    shells,
    reader: logs,
    logs: folder,
    clock,
    ids,
    attentions,
    reportBug: (error) => bugs.push(error),
  })
  service.onCard((card) => cards.push(card))

  const newest = (): CommandId => {
    const card = cards.at(-1)
    if (!card) throw new Error('No card was shown')
    return card.id
  }

  return {
    clock,
    host,
    shells,
    store,
    folder,
    service,
    attentions,
    userSpeaks: (chatId = CHAT) => attentions.of(chatId).take({ type: 'user-spoke' }),
    cards,
    bugs,
    async call(command, part = {}) {
      const stop = new AbortController()
      const done = service.run({
        chatId: CHAT,
        turnId: TURN,
        callId: ids.next('call'),
        command,
        cwd: ROOT,
        workspaceRoot: ROOT,
        approval: { kind: 'run' },
        refusal: null,
        waitMs: 5000,
        isExplicit: false,
        isWaitOnly: false,
        signal: stop.signal,
        ...part,
      })
      const call: StartedCall = { id: newest(), stop, report: null, done }
      void done.then((report) => {
        call.report = report
        try {
          // As the chat does when it stores the result.
          if (report.seen) service.markSeen([report.seen])
        } catch (error) {
          bugs.push(error)
        }
      })
      await settle()
      return call
    },
    restart: () => createCommandKit({ store, clock, ids, logs }),
  }
}

/** The code of the error a refused request throws; fails when it does not. */
export function refusal(run: () => unknown): ErrorCode {
  try {
    run()
  } catch (error) {
    return (error as { code: ErrorCode }).code
  }
  throw new Error('It was not refused')
}
