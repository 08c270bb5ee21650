import { assertNever } from '../../shared/assert-never'
import { commandStatus } from '../../shared/command'
import type { CommandId, Millis } from '../../shared/ids'
import type { AttentionNotification, NotifiedJob } from '../../shared/ipc'
import type { Notification } from '../attention/attention-event'
import type { CommandService } from '../jobs/command-service'
import type { ChatSession } from './chat-session'

/** What a person may be notified of, with the names of things; null when it is gone meanwhile (S-216, S-329…S-333). */
export function notificationOf(
  what: Notification,
  chat: ChatSession,
  commands: CommandService,
  at: Millis,
): AttentionNotification | null {
  const about = { chatId: chat.id, chatTitle: chat.title, at }
  if (what.kind === 'turn-finished') return { ...about, ...what }
  const record = commands.record(what.job as CommandId)
  if (!record) return null
  const { terminalId, command, server } = record
  const job: NotifiedJob = { commandId: record.id, terminalId, command, server }
  switch (what.kind) {
    case 'job-finished':
      return { ...about, kind: what.kind, job, status: commandStatus(record.state) }
    case 'long-job':
    case 'needs-approval':
      return { ...about, kind: what.kind, job }
    default:
      return assertNever(what, 'notification')
  }
}
