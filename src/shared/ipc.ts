import { z } from 'zod'
import type { ChatSummary, FoundText, TranscriptItem, Workspace } from './chat'
import type { CommandCard, CommandStatus, OutputPage, OutputRate, ServerFacts } from './command'
import type { ErrorData } from './errors'
import type { FindHit } from './find-query'
import { findQuerySchema } from './find-query'
import type { HostState } from './host'
import type { ChatId, CommandId, EntryId, Millis, TerminalId } from './ids'
import {
  chatIdSchema,
  commandIdSchema,
  connectionIdSchema,
  entryIdSchema,
  subagentIdSchema,
  workspaceIdSchema,
} from './ids'
import {
  IMAGE_MAX_BYTES,
  IMAGES_PER_MESSAGE,
  type ImageContent,
  type ImageRef,
  imageIdSchema,
  imageRefSchema,
} from './image'
import { type McpOverview, mcpServerIdSchema, mcpServerSchema } from './mcp'
import { MEMORY_FILE_MAX_BYTES, MEMORY_NAME_MAX_CHARS, type MemoryPage, memoryScopeSchema } from './memory'
import type { ConnectionStatus, ConnectionTest, KeyStorage, LocalServer, ModelFailure } from './models'
import { connectionKindSchema, modelInfoSchema, modelRefSchema } from './models'
import type {
  ApprovalDecision,
  ApprovalSettings,
  CheckpointPreview,
  SnapshotChanges,
  SnapshotRestored,
} from './permissions'
import {
  PATTERN_MAX_CHARS,
  PATTERNS_MAX,
  permissionModeSchema,
  permissionNameSchema,
  TRIED_COMMAND_MAX_CHARS,
} from './permissions'
import { scheduleIdSchema } from './schedule'
import type { Settings, TerminalProfile } from './settings'
import { settingsPatchSchema, terminalProfileSchema } from './settings'
import type { SubagentCard } from './subagent'
import { callAnswerSchema, REJECTION_MAX_CHARS } from './tool-card'

/** Longest message a person may send, in UTF-16 units: a pasted log of a few MB belongs into a file. */
export const MESSAGE_MAX_CHARS = 1_000_000
/** Most lines one page of output may hold; the viewer keeps a few hundred rows. */
export const OUTPUT_PAGE_MAX_LINES = 500
/** Most bytes one page of output may hold, so that a page never stalls the window. */
export const OUTPUT_PAGE_MAX_BYTES = 256 * 1024
/** Most places one search answers with; past that a number says nothing. */
export const FIND_MAX_HITS = 1000
/** Most bytes *Copy output* puts on the clipboard; it takes the end. */
export const OUTPUT_COPY_MAX_BYTES = 4 * 1024 * 1024

const none = z.object({})
const inChat = z.object({ chatId: chatIdSchema })
const ofCommand = z.object({ commandId: commandIdSchema })
const byteOffset = z.number().int().nonnegative()
const pageLines = z.number().int().min(1).max(OUTPUT_PAGE_MAX_LINES)

const withTitle = z.object({ chatId: chatIdSchema, title: z.string().trim().min(1).max(200) })
const withModel = z.object({ chatId: chatIdSchema, model: modelRefSchema })
const withText = z
  .object({
    chatId: chatIdSchema,
    text: z.string().max(MESSAGE_MAX_CHARS),
    /** Images of this chat that go along, in this order. */
    images: z.array(imageRefSchema).max(IMAGES_PER_MESSAGE).optional(),
  })
  .refine(({ text, images = [] }) => text !== '' || images.length > 0, 'Nothing to send')
  .refine(
    ({ chatId, images = [] }) => images.every((image) => image.chatId === chatId),
    'An image of another chat',
  )
const withImage = z.object({
  chatId: chatIdSchema,
  name: z.string().max(1024),
  bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length <= IMAGE_MAX_BYTES, 'Too large'),
})
const ofImage = z.object({ chatId: chatIdSchema, imageId: imageIdSchema })
/** What became of a line; without a message, images that were sent with it were not taken. */
export type SentLine = { openChat: ChatId | null; isMessage: boolean }
/** The forms in which a conversation can be written to a file. */
const exportFormatSchema = z.enum(['markdown', 'json'])
export type ExportFormat = z.infer<typeof exportFormatSchema>
/** A message of the person that the agent has, or a call of a tool. */
const atEntry = z.object({ chatId: chatIdSchema, entryId: entryIdSchema })
const withRestore = atEntry.extend({
  what: z.enum(['files', 'conversation', 'both']),
  /** Files made since stay. */
  keepCreated: z.boolean().optional(),
})
const withEdit = atEntry.extend({
  text: z.string().min(1).max(MESSAGE_MAX_CHARS),
  /** The files go back as well. */
  withFiles: z.boolean(),
})
const withMode = z.object({
  chatId: chatIdSchema,
  mode: permissionModeSchema,
  /** The person has confirmed the warning of Bypass. */
  confirmed: z.boolean().optional(),
  /** The person has accepted that there will be no snapshot, after one failed. */
  withoutSnapshot: z.boolean().optional(),
})
const pattern = z.string().trim().min(1).max(PATTERN_MAX_CHARS)
const approval = z.object({
  commandId: commandIdSchema,
  /** Patterns to allow from now on, of the command’s chat, of its workspace, or everywhere. */
  remember: z
    .object({ patterns: z.array(pattern).min(1).max(20), scope: z.enum(['chat', 'workspace', 'everywhere']) })
    .optional(),
})
const triedCommand = z.object({
  command: z.string().max(TRIED_COMMAND_MAX_CHARS),
  workspaceId: workspaceIdSchema.nullable(),
  mode: permissionModeSchema,
})
/** Where a new rule holds; a folder is named by its workspace, never by its path. */
const newRuleScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chat'), chatId: chatIdSchema }),
  z.object({ kind: z.literal('workspace'), workspaceId: workspaceIdSchema }),
  z.object({ kind: z.literal('everywhere') }),
])
const ofRule = z.object({ id: z.string() })
const withReason = z.object({
  commandId: commandIdSchema,
  text: z.string().max(REJECTION_MAX_CHARS).nullable(),
})
const tailInput = z.object({ commandId: commandIdSchema, lines: pageLines })
const beforeInput = z.object({ commandId: commandIdSchema, before: byteOffset, lines: pageLines })
const afterInput = z.object({ commandId: commandIdSchema, from: byteOffset, lines: pageLines })
const aroundInput = z.object({ commandId: commandIdSchema, at: byteOffset, lines: pageLines })
const findInput = z.object({
  commandId: commandIdSchema,
  /** A new search ends the one before it in the same lane. */
  lane: z.enum(['count', 'marks', 'step']),
  query: findQuerySchema,
  /** Null is the start and the end of the output. */
  from: byteOffset.nullable(),
  to: byteOffset.nullable(),
  direction: z.enum(['forward', 'backward']),
  limit: z.number().int().min(1).max(FIND_MAX_HITS),
})
const lineInput = z.object({ commandId: commandIdSchema, line: z.number().int().min(1) })
const memoryNote = {
  scope: memoryScopeSchema,
  /** Of a note of a workspace. */
  workspaceId: workspaceIdSchema.nullable(),
  name: z.string().trim().min(1).max(MEMORY_NAME_MAX_CHARS),
}
const ofConnection = z.object({ connectionId: connectionIdSchema })
const apiKey = z.string().trim().min(1).max(1000)
const withKey = z.object({ connectionId: connectionIdSchema, key: apiKey })
const connectionFields = {
  kind: connectionKindSchema,
  label: z.string().trim().min(1).max(80),
  baseUrl: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()),
  keyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .nullable(),
}
const connectionInput = z.object(connectionFields)
const connectionTry = z.object({
  ...connectionFields,
  /** The one that is being changed, whose key is used where that is still its server; null for a new one. */
  connectionId: connectionIdSchema.nullable(),
  /** What was typed and not stored; null for none. */
  key: apiKey.nullable(),
})
const connectionUpdate = z.object({
  connectionId: connectionIdSchema,
  ...connectionFields,
  models: z.array(modelInfoSchema).optional(),
})

/** Everything a window needs to draw itself the first time and after a reload. */
export type AppSnapshot = {
  version: string
  platform: 'linux' | 'darwin' | 'win32'
  /** The language of the system as a BCP 47 tag. */
  systemLanguage: string
  homeDir: string
  settings: Settings
  chats: ChatSummary[]
  /** Cards for the jobs list, of all chats: commands that are alive or left processes behind, then recent jobs. */
  jobs: CommandCard[]
  /** Subagents at work, of all chats. */
  subagents: SubagentCard[]
  /** How much each running command printed in the last minute. */
  rates: OutputRate[]
  workspaces: Workspace[]
  connections: ConnectionStatus[]
  profiles: ProfileList
  banners: AppBanner[]
  secrets: KeyStorage
}
/** Something the app did at start that the person must know; shown until dismissed. */
export type AppBanner =
  | { id: string; type: 'database-moved'; file: string; movedTo: string; reason: string }
  | { id: string; type: 'settings-moved'; file: string; movedTo: string; reason: string }
export type ProfileList = {
  profiles: TerminalProfile[]
  defaultName: string | null
  /** The shell commands would use now, and why it is not the default profile, if so. */
  effective: { name: string; path: string; fallback: 'none' | 'profile-missing' | 'profile-unsupported' }
}
/** A chat opened in a window. Items are in order; cards are those the items name. */
export type OpenedChat = {
  chat: ChatSummary
  items: TranscriptItem[]
  cards: CommandCard[]
  subagents: SubagentCard[]
}

/** `complete` is false when there may be more; `searchedTo` is how long the log was. */
export type FoundInOutput = { hits: FindHit[]; complete: boolean; searchedTo: number }

// `output` exists for the types only.
const answers =
  <O>() =>
  <I extends z.ZodType>(input: I) => ({ input, output: undefined as O })
type RequestShape = { input: z.ZodType; output: unknown }

/**
 * Requests the engine answers; hosts without a window drive the same table. No request runs, opens or reads
 * something that a person did not name before: a message names a chat, a command or a connection, never a path.
 */
export const engineRequests = {
  'app.snapshot': answers<AppSnapshot>()(none),
  'app.dismissBanner': answers<void>()(z.object({ id: z.string() })),

  'chat.create': answers<ChatSummary>()(z.object({ workspaceId: workspaceIdSchema.nullable() })),
  'chat.open': answers<OpenedChat>()(inChat),
  'chat.rename': answers<void>()(withTitle),
  /** Takes a chat out of the list, or puts it back; one that works is refused (`turn-running`). */
  'chat.archive': answers<void>()(inChat.extend({ isArchived: z.boolean() })),
  'chat.delete': answers<void>()(inChat),
  'chat.setModel': answers<void>()(withModel),
  /**
   * Holds from the next call on, and for cards that wait. Bypass without `confirmed` is refused
   * (`not-confirmed`); it takes a snapshot first and is refused with `snapshot-failed` when that fails, unless
   * `withoutSnapshot`. Any other mode meanwhile cancels that.
   */
  'chat.setMode': answers<void>()(withMode),
  /** Sends now, or queues while a turn runs; a slash command is done instead, and may open a chat. */
  'chat.send': answers<SentLine>()(withText),
  /** Keeps an image for the next message. */
  'image.attach': answers<ImageRef>()(withImage),
  /** An image of a message, or its small copy. */
  'image.show': answers<ImageContent>()(ofImage.extend({ size: z.enum(['small', 'whole']) })),
  /** Forgets an image that was not sent; one that was is refused. */
  'image.remove': answers<void>()(ofImage),
  /** What was said in any chat, best first; a word may be given by its beginning. */
  'chat.search': answers<FoundText[]>()(z.object({ query: z.string().max(1024) })),
  /** Goes back to before a message, as `checkpoint.restore` does, and sends it anew, with the images it had. */
  'chat.editMessage': answers<SentLine>()(withEdit),
  /** The slash commands there are, the workspace's own last. */
  'chat.commands': answers<{ name: string; isCustom: boolean }[]>()(inChat),
  /** Paths of the workspace that fit what was typed behind an `@`; folders end in `/`. */
  'chat.findPaths': answers<string[]>()(z.object({ chatId: chatIdSchema, query: z.string().max(1024) })),
  /** Folds the history into a summary, as `/compact` does. */
  'chat.compact': answers<void>()(inChat),
  /** The Stop button (S-292, A-009). */
  'chat.stop': answers<void>()(inChat),
  /** The waiting line's own Stop: everything the line counts ends, and the chat is stopped (S-335…S-338). */
  'chat.stopWaiting': answers<void>()(inChat),
  /** Takes a planned wake-up off the list (P-038); one that is gone already is no error. */
  /** Ends the goal of a chat, as `/goal off` does (S-253). */
  'chat.endGoal': answers<void>()(z.object({ chatId: chatIdSchema })),
  'chat.cancelSchedule': answers<void>()(z.object({ chatId: chatIdSchema, scheduleId: scheduleIdSchema })),
  /** Starts a turn again after a failure, a stop at the step limit or an interrupted answer. */
  'chat.retry': answers<void>()(inChat),
  'chat.markRead': answers<void>()(inChat),
  /** Ends a subagent with what it runs; the agent is told. Resolves when that is confirmed. */
  'subagent.stop': answers<void>()(z.object({ subagentId: subagentIdSchema })),

  /** Approves once, or also remembers; what else is covered then runs as well. A blocked one is never remembered. */
  'command.approve': answers<void>()(approval),
  'command.reject': answers<void>()(withReason),
  /** Answers a call that waits for the person, other than a command; `not-pending` when it no longer waits. */
  'call.answer': answers<void>()(
    z.object({ chatId: chatIdSchema, callId: z.string().max(256), answer: callAnswerSchema }),
  ),
  /** Stops one command: TERM to the group, 2 s, KILL (S-289). Resolves when the end is confirmed or the limit passed. */
  'command.stop': answers<void>()(ofCommand),
  /** Takes a job off the list of recent ones; nothing of it is lost. */
  'command.dismiss': answers<void>()(ofCommand),
  /** S-188. */
  'command.moveToBackground': answers<void>()(ofCommand),

  /** The newest commands of all chats that had a process, newest first, for the list of all jobs. */
  'jobs.list': answers<CommandCard[]>()(none),

  'output.tail': answers<OutputPage>()(tailInput),
  'output.before': answers<OutputPage>()(beforeInput),
  'output.after': answers<OutputPage>()(afterInput),
  /** The page around a byte offset: where a search or a jump goes. */
  'output.around': answers<OutputPage>()(aroundInput),
  /** Searches the whole log, not only what a window holds; places are bytes of the log. */
  'output.find': answers<FoundInOutput>()(findInput),
  'output.findStop': answers<void>()(ofCommand),
  /** Where a line begins; the last one when there are not so many. */
  'output.line': answers<{ at: number; line: number }>()(lineInput),

  /** Looks again which folders are there and what is checked out in them; `workspaces.changed` brings the answer. */
  'workspaces.check': answers<void>()(none),

  'settings.update': answers<Settings>()(settingsPatchSchema),

  /** Everything of the page Auto-approve; `approvals.changed` brings each new state. */
  'approvals.settings': answers<ApprovalSettings>()(none),
  /** Switching a permission off switches off what needs it (S-397). */
  'approvals.setPermission': answers<ApprovalSettings>()(
    z.object({ name: permissionNameSchema, isOn: z.boolean() }),
  ),
  /** A pattern that fits every command is refused (`bad-input`). */
  'approvals.addRule': answers<ApprovalSettings>()(z.object({ pattern, scope: newRuleScope })),
  'approvals.editRule': answers<ApprovalSettings>()(z.object({ id: z.string(), pattern })),
  'approvals.removeRule': answers<ApprovalSettings>()(ofRule),
  /** Null brings the default list back (S-381). */
  'approvals.setBlocked': answers<ApprovalSettings>()(
    z.object({ patterns: z.array(pattern).max(PATTERNS_MAX).nullable() }),
  ),
  /** What would happen to a command; nothing runs. Without a workspace the home folder stands for one. */
  'approvals.tryCommand': answers<ApprovalDecision>()(triedCommand),

  /** What going back to the snapshot would change; changes nothing. */
  'snapshot.preview': answers<SnapshotChanges>()(inChat),
  /** Brings the workspace back; what was there before can be brought back with `snapshot.undoRestore`. */
  'snapshot.restore': answers<SnapshotRestored>()(
    z.object({ chatId: chatIdSchema, keepCreated: z.boolean().optional() }),
  ),
  /** Takes the last restore back. */
  'snapshot.undoRestore': answers<SnapshotRestored>()(inChat),

  /** Notes that are remembered between sessions, of everything and of a workspace (A-143…A-150). */
  'memory.list': answers<MemoryPage>()(z.object({ workspaceId: workspaceIdSchema.nullable() })),
  /** Creates or replaces a note; answers with the page of the workspace that it names. */
  'memory.save': answers<MemoryPage>()(
    z.object({ ...memoryNote, text: z.string().max(MEMORY_FILE_MAX_BYTES) }),
  ),
  'memory.remove': answers<MemoryPage>()(z.object(memoryNote)),
  /** What going back to before a message, or to after a call, would do; changes nothing. */
  'checkpoint.preview': answers<CheckpointPreview>()(atEntry),
  /**
   * Goes back; to a call only with its files. Refused while a turn runs (`turn-running`), and for files while a command of
   * the chat does (`commands-running`). Nothing is lost: `checkpoint.takeBack` undoes it until the next message.
   */
  'checkpoint.restore': answers<SnapshotRestored | null>()(withRestore),
  /** Undoes a restore, named by its line in the transcript, unless the chat has gone on since. */
  'checkpoint.takeBack': answers<SnapshotRestored | null>()(atEntry),

  'profiles.list': answers<ProfileList>()(none),
  'profiles.setDefault': answers<ProfileList>()(z.object({ name: z.string().nullable() })),
  'profiles.save': answers<ProfileList>()(terminalProfileSchema),
  'profiles.remove': answers<ProfileList>()(z.object({ name: z.string() })),

  'models.probe': answers<LocalServer[]>()(none),
  'connections.add': answers<ConnectionStatus>()(connectionInput),
  'connections.update': answers<ConnectionStatus>()(connectionUpdate),
  'connections.remove': answers<void>()(ofConnection),
  /** Asks a server for its models, and stores nothing; another try ends the one before it. */
  'connections.test': answers<ConnectionTest>()(connectionTry),
  /** Lists the server's models, stores them, and reports what is wrong if it cannot. */
  'connections.refresh': answers<ConnectionStatus>()(ofConnection),
  'connections.setKey': answers<ConnectionStatus>()(withKey),
  'connections.clearKey': answers<ConnectionStatus>()(ofConnection),

  /** MCP servers of the settings and of all workspaces; `mcp.changed` brings each new state. */
  'mcp.overview': answers<McpOverview>()(none),
  /** Adds a server to the settings, or replaces the one called `was`; `bad-input` says what is wrong with it. */
  'mcp.save': answers<void>()(z.object({ was: z.string().nullable(), server: mcpServerSchema })),
  'mcp.remove': answers<void>()(z.object({ name: z.string() })),
  'mcp.setOn': answers<void>()(z.object({ name: z.string(), isOn: z.boolean() })),
  'mcp.restart': answers<void>()(mcpServerIdSchema),
  /** Lets a workspace's server start, as exactly the definition that was shown (`bad-input` when it changed). */
  'mcp.trust': answers<void>()(z.object({ digest: z.string(), isTrusted: z.boolean() })),
  /** A tool that ran without a question asks again. */
  'mcp.forgetTool': answers<void>()(z.object({ digest: z.string(), tool: z.string() })),
  /** The end of what a server printed to stderr. */
  'mcp.log': answers<string>()(mcpServerIdSchema),
} satisfies Record<string, RequestShape>

/** Requests only a host with a screen can answer. */
export const hostRequests = {
  /** Opens the folder dialog; null when cancelled. */
  'workspace.choose': answers<Workspace | null>()(none),
  /** Opens a Markdown file dialog for Runbook and returns its text; null when cancelled. */
  'runbook.choose': answers<{ name: string; text: string } | null>()(none),
  /** `https:` anywhere, `http:` only on loopback. */
  /** Asks for a file and writes the conversation into it; false when cancelled. */
  'chat.export': answers<boolean>()(z.object({ chatId: chatIdSchema, format: exportFormatSchema })),
  'link.open': answers<void>()(z.object({ url: z.string().max(4096) })),
  'clipboard.write': answers<void>()(z.object({ text: z.string().max(OUTPUT_COPY_MAX_BYTES) })),
  /** Puts the end of an output on the clipboard without sending it through the window. */
  'output.copy': answers<{ bytes: number; whole: boolean }>()(ofCommand),
  /** Opens the stored output in the program that the system has for such files (S-135). */
  'output.openInEditor': answers<void>()(ofCommand),
  /** Shows the stored output in its folder. */
  'output.reveal': answers<void>()(ofCommand),

  'host.state': answers<HostState>()(none),
  /** Which chat the window shows; a notification about it is not needed while the window is in front. */
  'window.showing': answers<void>()(z.object({ chatId: chatIdSchema.nullable() })),
  /** Loads the page again; what belongs to the window ends with it (S-339). */
  'window.reload': answers<void>()(none),
  /** Takes away the line about a page that ended unexpectedly. */
  'window.dismissCrash': answers<void>()(none),
  'app.quit': answers<void>()(none),
  /** `keep` leaves everything running without the window; `anyway` quits although something may still run. */
  'quit.answer': answers<void>()(z.object({ answer: z.enum(['cancel', 'keep', 'stop', 'anyway']) })),
  'notifications.read': answers<void>()(none),
  'notifications.clear': answers<void>()(none),
  'notifications.mute': answers<void>()(z.object({ isMuted: z.boolean() })),
} satisfies Record<string, RequestShape>

export const requests = { ...engineRequests, ...hostRequests }
export type EngineRequest = keyof typeof engineRequests
export type HostRequest = keyof typeof hostRequests
export type RequestName = keyof typeof requests
export type RequestInput<K extends RequestName> = z.infer<(typeof requests)[K]['input']>
export type RequestOutput<K extends RequestName> = (typeof requests)[K]['output']

/** How an answer crosses: failures are data. */
export type Reply<T> = { ok: true; value: T } | { ok: false; error: ErrorData }

/** Something a person may be notified of, whatever they look at; several of a chat within 2 s are shown as one. */
export type AttentionNotification = { chatId: ChatId; chatTitle: string; at: Millis } & NotifiedOf
/**
 * `turn-finished`: nothing of the chat runs any more, or the turn needs the person (S-329…S-333). `job-finished`: a
 * background command ended by itself. `long-job`: in the background for 30 s, once per command (S-216).
 */
export type NotifiedOf =
  | { kind: 'turn-finished'; outcome: 'done' | 'failed' | 'paused' }
  | { kind: 'job-finished'; job: NotifiedJob; status: CommandStatus }
  | { kind: 'long-job'; job: NotifiedJob }
  | { kind: 'needs-approval'; job: NotifiedJob }
  /** A call that is no command waits for the person; `subject` is a path, an address, a tool, or the question itself. */
  | { kind: 'call-waits'; about: AskedAbout; subject: string }
/** What a call wants of the person: to approve something, or to answer. */
export type AskedAbout = 'edit' | 'mcp' | 'memory' | 'web' | 'question'
export type NotifiedJob = {
  commandId: CommandId
  terminalId: TerminalId
  command: string
  server: ServerFacts | null
}

/** Everything the engine tells a window; each event carries the whole new value of what it names, except `text`. */
export type EngineEvents = {
  'chat.changed': { chat: ChatSummary }
  'chat.removed': { chatId: ChatId }
  /** Insert or replace by id; `seq` gives the place. */
  'transcript.item': { chatId: ChatId; item: TranscriptItem }
  'transcript.removed': { chatId: ChatId; id: EntryId }
  /** More changed than items can tell: the chat must be opened again. */
  'transcript.reset': { chatId: ChatId }
  /** Text appended to a streaming assistant item; `at` is where it belongs, so a gap or repeat is noticed. */
  'transcript.text': { chatId: ChatId; id: EntryId; channel: 'text' | 'reasoning'; at: number; text: string }
  'command.changed': { card: CommandCard }
  /** At most one in {@link RATE_PERIOD_MS}, with the commands whose last minute looks different now. */
  'jobs.rates': { rates: OutputRate[] }
  'subagent.changed': { card: SubagentCard }
  'attention.notify': { notification: AttentionNotification }
  'settings.changed': { settings: Settings }
  'approvals.changed': { approvals: ApprovalSettings }
  'workspaces.changed': { workspaces: Workspace[] }
  /** The agent wrote or deleted a note; who shows them reads them again. */
  'memory.changed': Record<string, never>
  'connection.changed': { status: ConnectionStatus }
  'profiles.changed': { profiles: ProfileList }
  'mcp.changed': { mcp: McpOverview }
  'banners.changed': { banners: AppBanner[] }
}
export type EventName = keyof EngineEvents
/** One event with its name, as the engine emits it. */
export type EngineEvent = { [K in EventName]: { name: K; payload: EngineEvents[K] } }[EventName]

/** Names the preload lets through; the type keeps it complete. */
export const eventNames: { [K in EventName]: true } = {
  'chat.changed': true,
  'chat.removed': true,
  'transcript.item': true,
  'transcript.removed': true,
  'transcript.reset': true,
  'transcript.text': true,
  'command.changed': true,
  'jobs.rates': true,
  'subagent.changed': true,
  'attention.notify': true,
  'settings.changed': true,
  'approvals.changed': true,
  'workspaces.changed': true,
  'memory.changed': true,
  'connection.changed': true,
  'profiles.changed': true,
  'mcp.changed': true,
  'banners.changed': true,
}

/** What a host with a screen tells its window on top. */
export type HostEvents = {
  'host.changed': { host: HostState }
  /** A notification, the tray or its menu was clicked: this is what the person wants to see. */
  'host.show': { show: Shown }
}
export type Shown =
  | { kind: 'chat'; chatId: ChatId; commandId: CommandId | null }
  | { kind: 'new-chat' }
  | { kind: 'jobs' }
export type HostEventName = keyof HostEvents
export type HostEvent = { [K in HostEventName]: { name: K; payload: HostEvents[K] } }[HostEventName]
/** As {@link eventNames}. */
export const hostEventNames: { [K in HostEventName]: true } = { 'host.changed': true, 'host.show': true }

/** Every event that reaches a window. */
export type WindowEvents = EngineEvents & HostEvents

/** What the preload puts on `window.api`. */
export type WindowApi = {
  request<K extends RequestName>(name: K, input: RequestInput<K>): Promise<Reply<RequestOutput<K>>>
  /** Returns its own unsubscribe. */
  on<K extends keyof WindowEvents>(name: K, listener: (payload: WindowEvents[K]) => void): () => void
}

/** A failure of `connections.*` that carries the model failure, for the settings page. */
export type ConnectionFailure = { failure: ModelFailure }
