import { TODO_MAX_ITEMS } from '../../shared/todo'
import { QUESTION_OPTIONS_MAX } from '../../shared/tool-card'
import type { WaitingRules } from '../jobs/waiting-rules'

// What the model is told of the tools. Constant for one host, so that prompt caches hold. The shell in use is
// named by the instructions, since it can change (S-015).

const NO_POLLING =
  'Do not poll a command that is expected to finish: its result arrives by itself, and checking again does not speed it up. Do other work, or end your turn until the result wakes you.'

/** Rules of `shell` (S-084, S-109, S-110, S-166…S-175, S-407, S-408). */
export function shellDescription(waiting: WaitingRules): string {
  return [
    'Runs a command in a new non-interactive login shell and returns its exit code and output (stdout and stderr in the order they came).',
    'Each command is a fresh shell in the workspace root: `cd`, `export`, aliases and functions do not carry over. Use `workdir` for another folder; a relative one starts at the workspace root.',
    'There is no terminal and standard input is closed. What needs a terminal, a password, SSH or other authentication, an editor, a REPL or any prompt cannot run here: ask the user to run it in their own terminal, and do not retry it.',
    `The call waits ${seconds(waiting.defaultMs)} for the command. With \`timeout\` (milliseconds, ${seconds(waiting.minMs)} to ${seconds(waiting.maxMs)}) it waits longer, for a build or tests expected to finish in that time. A command that is still running then goes on in the background under a terminal_id; it is neither ended nor restarted.`,
    NO_POLLING,
    'Start servers and watchers in the foreground of a call, without `&` or `nohup`: they go to the background by themselves, and kill_terminal ends them.',
    'The answer starts with facts; everything after the line "Output:" was printed by the command. Long output is shortened in the middle, and a file with all of it is named; read it with read_file.',
  ].join('\n')
}

/** S-272, S-407. */
export function terminalOutputDescription(waiting: WaitingRules): string {
  return [
    'Returns the state of a background command and the output that is new since you last received some. Use it only to check current progress or new logs before the end.',
    NO_POLLING,
    `With \`wait_ms\` (at most ${seconds(waiting.maxMs)}) it returns as soon as there is new output, the command ends, or the user sends a message.`,
  ].join('\n')
}

/** One blocking call instead of a turn per check. */
export function waitForDescription(waiting: WaitingRules): string {
  return [
    'Waits for something a background command does, in one call: until it prints a `text` (any of several, whatever the case of letters) or a line that matches `pattern`, or has printed nothing for `quiet_ms`, or ends. Only output you have not received yet counts.',
    `It waits at most \`timeout_ms\` (${seconds(waiting.maxMs)} at most, also without it) and ends at once when the user sends a message. Then it returns what get_terminal_output returns.`,
    'Use it when the next step needs that moment, for example a server that must be up. Do not use it to wait for the result of a command: that arrives by itself.',
  ].join('\n')
}

/** S-286. */
export const KILL_DESCRIPTION =
  'Ends a background command with its whole process group, for example a server that is no longer needed or must be restarted after a change. Its terminal_id is not valid afterwards.'

export const READ_FILE_DESCRIPTION =
  'Reads a text file of the workspace, or a full output that a command answer named. Returns at most 16 KB: use `start_line` and `end_line` for a part of it. A negative `start_line` counts from the end (-100 reads the last 100 lines).'

/** S-355…S-358, A-038. */
export const SUBAGENT_DESCRIPTION = [
  'Gives a task to a subagent: an agent with an empty conversation of its own, the same tools and the same permissions. Only its report comes back, so use it for work whose steps you do not need to see, such as searching a large code base.',
  'It knows nothing of this conversation: write everything it needs into `task`, and what its report must contain.',
  'The call waits for the report. Calls with `read_only` next to each other run at the same time. With `background` it works on while you go on, and its report arrives by itself; do not wait for it in another way.',
].join('\n')

export const SUBAGENT_SCHEMA = schema(
  {
    name: { type: 'string', description: 'What it does, in a few words; the user sees them.' },
    task: { type: 'string', description: 'The whole task.' },
    background: { type: 'boolean', description: 'Do not wait for the report.' },
    read_only: { type: 'boolean', description: 'It may only read, and run only commands that read.' },
  },
  ['name', 'task'],
)
export const SEARCH_DESCRIPTION = [
  'Searches the text of files for a regular expression (Rust syntax), or with `literal` for a text as it is. Gives path, line number and line of each match, sorted by path, at most 200.',
  'Files that git ignores and binary files are left out; hidden files are searched. Use this instead of grep, rg or find in a shell command: it needs no confirmation.',
].join('\n')

export const LIST_FILES_DESCRIPTION =
  'Lists a folder, sorted, at most 1000 entries: what is in it, folders with a slash behind their name; or with `recursive` or `glob` all files below it that git does not ignore. Use this instead of ls, tree or find in a shell command.'

export const EDIT_FILE_DESCRIPTION = [
  'Changes a text file by exact replacement. Each old_text must be in the file exactly once, with all its blanks and line breaks; give as much text around a change as makes it unique, or set replace_all to change every place.',
  'Several edits of one file go into one call: they are made in order, each on the result of the one before, all of them or none. Line ends, encoding and rights of the file stay as they are.',
  'Read the file first. A file that changed since you read it is refused; read it again then. Use this instead of sed, patch or a here-document: the user sees the change before it is made.',
].join('\n')

export const WRITE_FILE_DESCRIPTION =
  'Writes a whole text file: a new one, with the folders it needs, or the new content of one that you have read. For a change to a part of a file use edit_file.'

/** */
export const SAVE_PLAN_DESCRIPTION =
  'Saves a plan of the work for the user: steps in order, risks, and questions that are open. Use it to finish when you were asked to plan, above all in Plan mode. It changes no file.'

export const SAVE_PLAN_SCHEMA = schema(
  {
    title: { type: 'string', description: 'What the plan is for, in a few words.' },
    steps: { type: 'array', items: { type: 'string' }, description: 'The steps, in order.' },
    risks: { type: 'array', items: { type: 'string' }, description: 'What may go wrong.' },
    questions: { type: 'array', items: { type: 'string' }, description: 'What only the user can answer.' },
  },
  ['title', 'steps'],
)

export const TODO_DESCRIPTION =
  'Shows the user the steps of your work and how far you are. Use it for work of three or more steps, not for a single one. Give the whole list each time: write it before you begin, mark a step in_progress when you start it and done as soon as it is, at most one in progress. Change the steps when the work turns out otherwise; an empty list removes it.'

export const TODO_SCHEMA = schema(
  {
    items: {
      type: 'array',
      maxItems: TODO_MAX_ITEMS,
      items: {
        type: 'object',
        properties: {
          text: { type: 'string', description: 'The step, in a few words.' },
          status: { type: 'string', enum: ['pending', 'in_progress', 'done'] },
        },
        required: ['text', 'status'],
      },
      description: 'All steps, in order.',
    },
  },
  ['items'],
)

/** S-179, A-094. */
export const ASK_USER_DESCRIPTION =
  'Asks the user one question and waits for the answer. Use it when only the user can decide: what they want, or which of several ways with different consequences. Do not ask what you can find out yourself, nor for permission: what needs a confirmation asks by itself. Give options where there are sensible ones; the user can always answer in their own words, or skip.'

export const ASK_USER_SCHEMA = schema(
  {
    question: { type: 'string', description: 'The question, complete in itself.' },
    options: {
      type: 'array',
      maxItems: QUESTION_OPTIONS_MAX,
      items: {
        type: 'object',
        properties: {
          label: { type: 'string', description: 'A few words.' },
          description: { type: 'string', description: 'What it means or costs, in one line.' },
        },
        required: ['label'],
      },
      description: 'Answers to pick from, the one you would choose first.',
    },
    multiple: { type: 'boolean', description: 'Several options may be picked.' },
  },
  ['question'],
)

/** */
export const MEMORY_DESCRIPTION =
  'Keeps a note for later sessions, as a Markdown file of at most 16 KB: what was decided and why, how this project is built and tested, what the user prefers. Writing replaces the whole file; all notes are in your instructions at the start of a task. Keep few, short files. Never write secrets.'

export const MEMORY_SCHEMA = schema(
  {
    scope: {
      type: 'string',
      enum: ['workspace', 'global'],
      description: 'workspace: of this project; global: of everything the user does.',
    },
    path: { type: 'string', description: 'A bare file name, for example testing.md; no folders.' },
    content: { type: 'string', description: 'The whole new text, Markdown.' },
    delete: { type: 'boolean', description: 'Deletes the file instead.' },
  },
  ['scope', 'path'],
)

/** P-036, P-038. */
export const SCHEDULE_DESCRIPTION =
  'Wakes this chat at a later time with a text of yours, once (`at`) or again and again (`cron`); lists and cancels such wake-ups. Use it for work in the future instead of sleeping or polling; the end of a command wakes you by itself. At the time you get a new turn, after the one that runs then. Wake-ups survive a restart of the app; what was missed meanwhile comes once at the next start. They wait while the user has stopped the chat.'

export const SCHEDULE_SCHEMA = schema(
  {
    action: { type: 'string', enum: ['create', 'list', 'cancel'] },
    text: { type: 'string', description: 'create: what you must do or look at then.' },
    at: {
      type: 'string',
      description:
        'create: date and time, 2026-03-09T17:30 by the clock of the time zone, or with its distance to UTC.',
    },
    cron: {
      type: 'string',
      description: 'create: minute, hour, day of month, month, day of week; at most every 5 minutes.',
    },
    time_zone: {
      type: 'string',
      description: 'create: for example Europe/Kyiv; without it that of the user.',
    },
    id: { type: 'string', description: 'cancel: for example S1.' },
  },
  ['action'],
)

/** S-253. */
export const GOAL_DESCRIPTION =
  'Sets a goal that this chat works towards turn after turn, or ends the open one. While a goal is open, the end of your turn starts another one that reminds you of it; with background commands running, it waits for one of them to end. Set one only when the user wants you to go on until something holds. Call done only after you have checked the condition, and give_up when it cannot be reached or only the user can help.'

export const GOAL_SCHEMA = schema(
  {
    action: { type: 'string', enum: ['set', 'done', 'give_up'] },
    condition: { type: 'string', description: 'set: what must hold in the end, so that it can be checked.' },
    reason: {
      type: 'string',
      description: 'done: what shows that it holds; give_up: why it cannot be reached.',
    },
  },
  ['action'],
)

/** S-396. */
export const WEB_FETCH_DESCRIPTION =
  'Fetches one page or text file of the web and returns it as text, with links behind their words, at most 16 KB at a time. Only http and https; no cookies, no keys; nothing on this machine or in a private network. The user may be asked first.'

export const WEB_FETCH_SCHEMA = schema(
  {
    url: { type: 'string', description: 'The address, for example https://example.org/docs.' },
    offset: { type: 'integer', description: 'The first character to return, to go on in a long page.' },
  },
  ['url'],
)

/** Parameters as the model sees them; the shell's aliases are accepted but not advertised (S-094, S-100). */
export const SHELL_SCHEMA = schema(
  {
    command: { type: 'string', description: 'The command, in the syntax of the shell in use.' },
    workdir: { type: 'string', description: 'Folder to run in; default is the workspace root.' },
    timeout: { type: 'number', description: 'How long to wait for the end, in milliseconds.' },
  },
  ['command'],
)

export const TERMINAL_OUTPUT_SCHEMA = schema(
  {
    terminal_id: { type: 'string', description: 'The terminal_id of a background command, for example T3.' },
    wait_ms: { type: 'number', description: 'How long to wait for something new, in milliseconds.' },
  },
  ['terminal_id'],
)

export const WAIT_FOR_SCHEMA = schema(
  {
    terminal_id: { type: 'string', description: 'The terminal_id of a background command, for example T3.' },
    text: {
      type: 'array',
      items: { type: 'string' },
      description: 'Texts to wait for; one of them is enough.',
    },
    pattern: {
      type: 'string',
      description: 'A JavaScript regular expression for one line, instead of text.',
    },
    quiet_ms: { type: 'number', description: 'Also ends when nothing was printed for this long.' },
    timeout_ms: { type: 'number', description: 'The limit, in milliseconds.' },
  },
  ['terminal_id'],
)

export const KILL_SCHEMA = schema(
  {
    terminal_id: { type: 'string', description: 'The terminal_id of a background command, for example T3.' },
  },
  ['terminal_id'],
)

const PATH_PROPERTY = {
  type: 'string',
  description: 'Path of the file; a relative one starts at the workspace root.',
}

export const READ_FILE_SCHEMA = schema(
  {
    path: PATH_PROPERTY,
    start_line: { type: 'integer', description: 'First line, from 1; negative counts from the end.' },
    end_line: { type: 'integer', description: 'Last line, included.' },
  },
  ['path'],
)

export const SEARCH_SCHEMA = schema(
  {
    pattern: { type: 'string', description: 'What to search for.' },
    path: { type: 'string', description: 'Folder or file to search in; default is the workspace root.' },
    glob: { type: 'string', description: 'Only files like this, for example *.ts or src/**/*.test.ts.' },
    ignore_case: { type: 'boolean', description: 'Capital and small letters are the same.' },
    literal: { type: 'boolean', description: 'The pattern is a text, not a regular expression.' },
  },
  ['pattern'],
)

export const LIST_FILES_SCHEMA = schema(
  {
    path: { type: 'string', description: 'The folder; default is the workspace root.' },
    recursive: { type: 'boolean', description: 'All files below it; the default with a glob.' },
    glob: { type: 'string', description: 'Only files like this, for example *.ts.' },
  },
  [],
)

export const EDIT_FILE_SCHEMA = schema(
  {
    path: PATH_PROPERTY,
    edits: {
      type: 'array',
      minItems: 1,
      items: schema(
        {
          old_text: { type: 'string', description: 'Text of the file, exactly as it is there.' },
          new_text: { type: 'string', description: 'What stands in its place; empty removes it.' },
          replace_all: { type: 'boolean', description: 'Change every place; default is false.' },
        },
        ['old_text', 'new_text'],
      ),
    },
  },
  ['path', 'edits'],
)

export const WRITE_FILE_SCHEMA = schema(
  { path: PATH_PROPERTY, content: { type: 'string', description: 'The whole content of the file.' } },
  ['path', 'content'],
)

function schema(properties: Record<string, unknown>, required: string[]): Record<string, unknown> {
  return { type: 'object', properties, required, additionalProperties: false }
}

function seconds(ms: number): string {
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`
}
