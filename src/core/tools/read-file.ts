import type { LookCard } from '../../shared/tool-card'
import type { ReadGuard } from '../approvals/read-guard'
import type { SeenFiles } from '../files/seen-files'
import type { OutputLogs } from '../jobs/output-logs'
import { MODEL_OUTPUT_MAX_BYTES } from '../output/excerpt'
import type { LogSlice, OutputReader } from '../ports'
import { looksBinary, offsetOfLine } from './file-lines'
import { readablePath, unreadable } from './readable-path'
import type { ParsedInput, Tool, ToolAnswer } from './tool'
import { firstGiven, inputObject } from './tool-input'
import { READ_FILE_DESCRIPTION, READ_FILE_SCHEMA } from './tool-texts'

export type ReadFileInput = { path: string; startLine: number; endLine: number | null }

export type ReadFileDeps = {
  reader: OutputReader
  logs: OutputLogs
  /** Keeps that the agent knows a file as it is now, so that it may change it. */
  seen?: SeenFiles
  /** What of the workspace may be read unasked; everything without it. */
  mayRead?: ReadGuard
}

/** Largest file whose lines are counted for the answer, in bytes; counting a bigger one takes noticeable time. */
const COUNT_MAX_BYTES = 4 * 1024 * 1024

/** The `read_file` tool: bounded, by line ranges, also for full outputs (S-114, S-120). */
export function createReadFileTool({ reader, logs, mayRead, seen }: ReadFileDeps): Tool<ReadFileInput> {
  return {
    spec: { name: 'read_file', description: READ_FILE_DESCRIPTION, inputSchema: READ_FILE_SCHEMA },
    parse: parseReadFileInput,
    isReadOnly: () => true,
    title: ({ path }) => path,
    async run(input, context): Promise<ToolAnswer> {
      const found = await readablePath(input.path, context.workspaceRoot, logs.folderOf(context.chatId))
      if (!found.ok) return refused(found.message)
      if (mayRead) {
        const { chatId, workspaceRoot } = context
        const why = await mayRead({ chatId, workspaceRoot, path: input.path, file: found.file })
        if (why !== null) return refused(why)
      }
      try {
        if (await looksBinary(found.file))
          return refused(`${input.path} is a binary file (${found.bytes} bytes).`)
        // Before its content is looked at: a change meanwhile makes it one that is not known.
        await seen?.note(context.chatId, found.file)
        if (found.bytes === 0)
          return { text: `File: ${input.path} (empty)`, isError: false, card: { kind: 'read', lines: null } }
        return await readRange(input, found.file, found.bytes, context.signal)
      } catch (error) {
        if (context.signal.aborted) return refused('Reading was stopped by the user.')
        return refused(unreadable(input.path, error))
      }
    },
  }

  async function readRange(
    { path, startLine, endLine }: ReadFileInput,
    file: string,
    bytes: number,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const total = bytes <= COUNT_MAX_BYTES ? await logs.countLines(file, 0, bytes) : null
    if (startLine < 0) {
      const slice = await reader.before(file, null, -startLine, MODEL_OUTPUT_MAX_BYTES)
      const shown = linesIn(slice.text)
      const place =
        total === null ? `last ${plural(shown)}` : `lines ${total - shown + 1}-${total} of ${total}`
      const isShort = slice.from > 0 && shown < -startLine
      const note = isShort
        ? 'Note: only this much of the end fits; ask for an earlier range with start_line.'
        : null
      const from = total === null ? null : total - shown + 1
      return content(path, bytes, place, note, slice, from === null ? null : readCard(from, shown, total))
    }
    const start = await offsetOfLine(file, startLine, signal)
    if ('lines' in start)
      return refused(`${path} has only ${plural(start.lines)}; start_line ${startLine} is past its end.`)
    const wanted = endLine === null ? Number.MAX_SAFE_INTEGER : endLine - startLine + 1
    const slice = await reader.after(file, start.offset, wanted, MODEL_OUTPUT_MAX_BYTES)
    const shown = linesIn(slice.text)
    const isCut = slice.to < bytes && !slice.text.endsWith('\n')
    const place = `lines ${startLine}-${startLine + shown - 1}${total === null ? '' : ` of ${total}`}`
    const note = isCut
      ? `Note: line ${startLine + shown - 1} is longer than 16 KB and is cut.`
      : slice.to < bytes && shown < wanted
        ? `Note: there is more; go on with start_line ${startLine + shown}.`
        : null
    return content(path, bytes, place, note, slice, readCard(startLine, shown, total))
  }
}

/** Accepts the names other tools use for the same thing. */
export function parseReadFileInput(raw: unknown): ParsedInput<ReadFileInput> {
  const input = inputObject(raw)
  const path = input && firstGiven(input, ['path', 'file_path', 'file'])
  if (!input || typeof path !== 'string' || path.trim() === '')
    return { ok: false, message: '"path" is required and must be text.' }
  if (path.includes('\0')) return { ok: false, message: '"path" contains a NUL character.' }
  const startLine = firstGiven(input, ['start_line', 'startLine']) ?? 1
  const endLine = firstGiven(input, ['end_line', 'endLine']) ?? null
  if (!isLine(startLine) || startLine === 0)
    return {
      ok: false,
      message: '"start_line" must be a whole number, from 1, or negative to count from the end.',
    }
  if (endLine !== null && (!isLine(endLine) || startLine < 0 || endLine < startLine))
    return {
      ok: false,
      message:
        '"end_line" must be a whole number, not before "start_line"; leave it out when counting from the end.',
    }
  return { ok: true, input: { path, startLine, endLine } }
}

function isLine(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function content(
  path: string,
  bytes: number,
  place: string,
  note: string | null,
  slice: LogSlice,
  card: LookCard | null,
): ToolAnswer {
  const facts = [`File: ${path} (${place}, ${bytes} bytes in all)`, ...(note === null ? [] : [note])]
  return { text: `${facts.join('\n')}\nContent:\n${slice.text}`, isError: false, ...(card ? { card } : {}) }
}

/** Which lines were read; all of them where the number of lines is known. */
function readCard(from: number, shown: number, total: number | null): LookCard {
  return { kind: 'read', lines: from === 1 && shown === total ? null : { from, to: from + shown - 1 } }
}

function refused(message: string): ToolAnswer {
  return { text: message, isError: true }
}

function linesIn(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

function plural(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`
}
