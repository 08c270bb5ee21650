import { z } from 'zod'

/** Identity of a chat; ours, unique across the data folder. */
export const chatIdSchema = z.string().min(1).max(64).brand<'ChatId'>()
export type ChatId = z.infer<typeof chatIdSchema>

/** Identity of one run of `shell`. The model sees the chat-local {@link TerminalId} instead. */
export const commandIdSchema = z.string().min(1).max(64).brand<'CommandId'>()
export type CommandId = z.infer<typeof commandIdSchema>

/** Identity of a subagent; also that of the conversation it has of its own. */
export const subagentIdSchema = z.string().min(1).max(64).brand<'SubagentId'>()
export type SubagentId = z.infer<typeof subagentIdSchema>

/** Identity of one entry of a chat's history. */
export const entryIdSchema = z.string().min(1).max(64).brand<'EntryId'>()
export type EntryId = z.infer<typeof entryIdSchema>

/** Identity of one turn. */
export const turnIdSchema = z.string().min(1).max(64).brand<'TurnId'>()
export type TurnId = z.infer<typeof turnIdSchema>

/** Identity of a folder the user opened; the window never names a folder by path. */
export const workspaceIdSchema = z.string().min(1).max(64).brand<'WorkspaceId'>()
export type WorkspaceId = z.infer<typeof workspaceIdSchema>

/** Identity of a configured model connection (`runbook`, `openai`, `anthropic`, or a generated id). */
export const connectionIdSchema = z.string().min(1).max(64).brand<'ConnectionId'>()
export type ConnectionId = z.infer<typeof connectionIdSchema>

/** `T1`, `T2`, …: what the model and the card call a command within its chat (S-174). */
export type TerminalId = string

/** The identifier the model protocol gave to a tool call (S-228). */
export type CallId = string

/** Milliseconds since the epoch, or a duration in milliseconds. */
export type Millis = number
