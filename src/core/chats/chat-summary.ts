import type { ChatSummary } from '../../shared/chat'
import type { ChatSnapshot } from '../../shared/permissions'
import type { ChatRecord, StoredSnapshot } from '../store/chat-store'

/** What a window knows of a chat: its record without what only the engine needs, and the state of this moment. */
export function chatSummary(
  {
    queue: _queue,
    tellStillRunning: _tell,
    isStopping: _stopping,
    tellsMode: _mode,
    subagent: _subagent,
    scheduleCount: _count,
    snapshot,
    ...shown
  }: ChatRecord,
  now: Pick<ChatSummary, 'needsApproval' | 'questions' | 'running' | 'waiting'> & {
    snapshot: ChatSnapshot | null
  },
): ChatSummary {
  return { ...shown, ...now, snapshot: now.snapshot ?? readySnapshot(snapshot) }
}

function readySnapshot(stored: StoredSnapshot | null): ChatSnapshot | null {
  if (!stored) return null
  const { at, files, bytes, skipped, restoredAt } = stored
  return { state: 'ready', at, files, bytes, skipped, restoredAt }
}
