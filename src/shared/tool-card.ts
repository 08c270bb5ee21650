import { z } from 'zod'
import type { Millis } from './ids'
import type { MemoryScope } from './memory'
import type { DecisionReason, PermissionName } from './permissions'
import type { TodoItem } from './todo'

/** What the card of a tool call shows besides its title; of calls without one, the title and the result are all there is. */
export type ToolCard = FileEditCard | McpCallCard | LookCard | ActionCard | QuestionCard | TodoCard

/** What a call that only looked has found; a window groups such calls. */
export type LookCard =
  /** Lines from 1, the last one included; null is the whole file. */
  | { kind: 'read'; lines: { from: number; to: number } | null }
  /** `isMore`: there were too many to go on. */
  | { kind: 'search'; matches: number; isMore: boolean }
  | { kind: 'list'; entries: number; isMore: boolean }

/** What the agent does without a command and without changing a file of the work, once it may (A-151, S-396). */
export type ActionCard = { kind: 'action'; action: Action; stage: ActionStage }
export type Action =
  /** A note as it would be kept; null deletes it. */
  { type: 'memory'; scope: MemoryScope; name: string; text: string | null } | { type: 'web'; url: string }
export type ActionStage =
  | { kind: 'asking'; question: EditQuestion }
  | { kind: 'rejected'; text: string | null }
  | { kind: 'done' }
  | { kind: 'not-done' }

/** The steps of the work as the agent sees them; the newest such card of a chat is the list that holds. */
export type TodoCard = { kind: 'todo'; items: TodoItem[] }

/** What the agent asks the person; an answer of one's own is always possible. */
export type QuestionCard = {
  kind: 'question'
  question: string
  options: QuestionOption[]
  /** Several options may be picked. */
  isMany: boolean
  stage: QuestionStage
}
export type QuestionOption = { label: string; description: string | null }
export type QuestionStage =
  | { kind: 'asking'; askedAt: Millis }
  /** `picked` are places in `options`. */
  | { kind: 'answered'; picked: number[]; text: string | null }
  | { kind: 'skipped' }
  /** Stopped, or nobody could answer. */
  | { kind: 'not-answered' }
/** Most options of a question: each has a digit key. */
export const QUESTION_OPTIONS_MAX = 9
/** Longest answer in words, in UTF-16 units. */
export const ANSWER_MAX_CHARS = 10_000

/** A file that the agent changes or makes: what becomes of it, shown before it is written and kept afterwards. */
export type FileEditCard = {
  kind: 'file-edit'
  /** Relative to the workspace where it is inside, else absolute. */
  path: string
  isNew: boolean
  /** Lines of the whole change, also of what `diff` leaves out. */
  added: number
  removed: number
  diff: FileDiff
  stage: EditStage
}
export type EditStage =
  | { kind: 'asking'; question: EditQuestion }
  | { kind: 'rejected'; text: string | null }
  | { kind: 'written' }
  /** Stopped, or the file was not what the person had been shown any more. */
  | { kind: 'not-written' }

/** Why a person is asked; no reasons where changing files always asks. */
export type EditQuestion = {
  askedAt: Millis
  reasons: DecisionReason[]
  /** The permission that alone would let it pass next time; null where none would. */
  permission: PermissionName | null
}

/** A call of a tool of an MCP server. */
export type McpCallCard = {
  kind: 'mcp-call'
  server: string
  tool: string
  /** As JSON; shortened where it is very long. */
  args: string
  /** What the server says of the tool; nobody relies on it. */
  readOnly: boolean
  stage: McpCallStage
}
export type McpCallStage =
  | { kind: 'asking'; question: { askedAt: Millis } }
  | { kind: 'rejected'; text: string | null }
  /** What the server told of its progress last; `total` where it knows. */
  | { kind: 'running'; progress: { done: number; total: number | null; message: string | null } | null }
  | { kind: 'done' }
  | { kind: 'not-run' }

/** The front of a difference; `omitted` lines behind it are not shown. */
export type FileDiff = { lines: DiffLine[]; omitted: number }
/** Line numbers count from 1; `gap` stands for unchanged lines that are left out before line `no` of the new text. */
export type DiffLine =
  | { kind: 'same' | 'added' | 'removed'; no: number; text: string }
  | { kind: 'gap'; no: number }
/** Most lines of a difference that a card holds: it is read by a person, and it is stored with the chat. */
export const DIFF_MAX_LINES = 500
/** Longest line of a difference, in UTF-16 units; minified files have lines nobody reads. */
export const DIFF_LINE_MAX_CHARS = 500

/** Longest message with a rejection, in UTF-16 units. */
export const REJECTION_MAX_CHARS = 2000

/** What a person answers to a call that waits for them. */
export const callAnswerSchema = z.discriminatedUnion('kind', [
  /** `remember` also switches the permission on that the question names. */
  z.object({ kind: z.literal('approve'), remember: z.boolean() }),
  z.object({ kind: z.literal('reject'), text: z.string().max(REJECTION_MAX_CHARS).nullable() }),
  z.object({
    kind: z.literal('answer'),
    picked: z.array(z.number().int().nonnegative()).max(QUESTION_OPTIONS_MAX),
    text: z.string().max(ANSWER_MAX_CHARS).nullable(),
  }),
  z.object({ kind: z.literal('skip') }),
])
export type CallAnswer = z.infer<typeof callAnswerSchema>
