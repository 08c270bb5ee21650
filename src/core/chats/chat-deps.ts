import type { ChatId } from '../../shared/ids'
import type { EngineEvent } from '../../shared/ipc'
import type { ModelFailure, ModelRef } from '../../shared/models'
import type { PermissionMode } from '../../shared/permissions'
import type { Attentions } from '../attention/attentions'
import type { Clock } from '../clock'
import type { CommandService } from '../jobs/command-service'
import type { Ids, ModelClient, SettingsPort } from '../ports'
import type { ChatStore } from '../store/chat-store'
import type { AnyTool, ToolAnswer } from '../tools/tool'
import type { CheckpointTaker } from './checkpoint-taker'
import type { EntryOf } from './entry'

/** A model a turn can start with. */
export type ReadyModel = { ref: ModelRef; client: ModelClient; label: string; contextWindow: number | null }

/** What a chat needs of the rest of the engine. */
export type ChatDeps = {
  store: ChatStore
  commands: CommandService
  attentions: Attentions
  /** The tools of a turn in this workspace; they stay the same until it ends, so that requests stay alike. */
  tools(workspacePath: string, signal: AbortSignal): Promise<readonly AnyTool[]>
  /** What a Stop of the chat does to its subagents (S-293, S-308). */
  subagents: { chatStopped(chatId: ChatId): Promise<void>; stopAll(chatId: ChatId): Promise<void> }
  clock: Clock
  ids: Ids
  settings: SettingsPort
  checkpoints: Pick<CheckpointTaker, 'take' | 'watched'>
  /** Null means the default model. */
  resolveModel(
    ref: ModelRef | null,
  ): Promise<({ ok: true } & ReadyModel) | { ok: false; failure: ModelFailure }>
  /** The stable instructions of a turn. */
  instructions(workspacePath: string, signal: AbortSignal): Promise<string>
  /** What is known by now of a call whose result was never stored; null when nothing is for certain. */
  lostResult(call: Pick<EntryOf<'call'>, 'commandId' | 'subagentId'>): Promise<ToolAnswer | null>
  /** Calls of the chat that wait for the person, apart from commands. */
  asking(chatId: ChatId): { all: number; questions: number }
  /** What is planned in a chat has changed. */
  schedulesChanged(): void
  /** Facts of this moment. */
  volatile(chatId: ChatId): string
  /** The mode that holds in a chat whose record says this; a host may have named one for all. */
  modeOf(own: PermissionMode): PermissionMode
  emit(event: EngineEvent): void
  reportBug(error: unknown): void
  isDisposed(): boolean
}
