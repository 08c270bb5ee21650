import type { ChatSummary, TranscriptItem, Workspace } from '../../shared/chat'
import type { CommandCard, CommandState } from '../../shared/command'
import type { ChatId, CommandId, ConnectionId, EntryId, TurnId, WorkspaceId } from '../../shared/ids'
import type { AppSnapshot } from '../../shared/ipc'
import { RUNBOOK } from '../../shared/models'
import { settingsSchema } from '../../shared/settings'

// Branded ids from plain words, so that stories read as stories.
export const chatId = (id: string): ChatId => id as ChatId
export const commandId = (id: string): CommandId => id as CommandId
export const entryId = (id: string): EntryId => id as EntryId
export const turnId = (id: string): TurnId => id as TurnId
export const workspaceId = (id: string): WorkspaceId => id as WorkspaceId
export const connectionId = (id: string): ConnectionId => id as ConnectionId

export const HOME = '/home/ada'
export const STOREFRONT: Workspace = {
  id: workspaceId('w1'),
  path: `${HOME}/code/storefront`,
  name: 'storefront',
  branch: 'fix/checkout-race',
  missing: false,
}

/** A chat with nothing special about it; a story overrides what it is about. */
export function makeChat(id: string, over: Partial<ChatSummary> = {}): ChatSummary {
  return {
    id: chatId(id),
    title: id,
    workspaceId: STOREFRONT.id,
    workspacePath: STOREFRONT.path,
    model: RUNBOOK,
    mode: 'standard',
    snapshot: null,
    createdAt: 0,
    updatedAt: 0,
    unread: false,
    turn: { kind: 'idle' },
    needsApproval: 0,
    usage: [],
    archivedAt: null,
    questions: 0,
    running: 0,
    waiting: null,
    schedules: [],
    goal: null,
    tokens: { input: 0, output: 0, cachedInput: 0, estimated: false },
    context: null,
    ...over,
  }
}

export function makeCard(
  id: string,
  chat: string,
  command: string,
  state: CommandState,
  over: Partial<CommandCard> = {},
): CommandCard {
  return {
    id: commandId(id),
    chatId: chatId(chat),
    callId: `call-${id}`,
    terminalId: id.toUpperCase(),
    command,
    workdir: null,
    createdAt: 0,
    state,
    output: { bytes: 0, lines: 0, lastLine: '', full: { kind: 'none' } },
    shellNote: null,
    server: null,
    leftovers: 0,
    isRecent: false,
    ...over,
  }
}

export function makeAnswer(
  id: string,
  seq: number,
  text: string,
  state: 'streaming' | 'done' | 'interrupted' = 'done',
): TranscriptItem {
  return {
    id: entryId(id),
    seq,
    at: 0,
    kind: 'assistant',
    text,
    reasoning: '',
    state,
    model: 'qwen3-coder 30b',
  }
}

export function makeSnapshot(over: Partial<AppSnapshot> = {}): AppSnapshot {
  return {
    version: '0.1.0',
    platform: 'linux',
    systemLanguage: 'en-GB',
    homeDir: HOME,
    settings: settingsSchema.parse({ firstRunDone: true }),
    chats: [],
    rates: [],
    jobs: [],
    subagents: [],
    workspaces: [STOREFRONT],
    connections: [],
    profiles: {
      profiles: [],
      defaultName: null,
      effective: { name: 'bash', path: '/usr/bin/bash', fallback: 'none' },
    },
    banners: [],
    secrets: { available: true },
    ...over,
  }
}
