import { EXCERPT_END_BYTES, excerpt, MODEL_OUTPUT_MAX_BYTES } from '../output/excerpt'
import type { OutputReader } from '../ports'
import type { OutputLogs } from './output-logs'

/** Output as the agent receives it: at most 16 KB, cut once, at line boundaries (S-114…S-124). */
export type AgentOutput = {
  text: string
  truncated: boolean
  omittedLines: number
  /** Bytes before cutting. */
  bytes: number
  /** The file with everything; only set when something was left out (S-120). */
  fullOutputPath: string | null
  /** Why the output could not be read; null normally. */
  failure: string | null
}

/** Nothing printed, or nothing since the agent last looked. */
export const NO_AGENT_OUTPUT: AgentOutput = {
  text: '',
  truncated: false,
  omittedLines: 0,
  bytes: 0,
  fullOutputPath: null,
  failure: null,
}

/** A range of a log as it is read for the agent. */
export type AgentRange = {
  file: string
  /** Bytes the agent has seen. */
  from: number
  to: number
  /** Lines from the start of the log, the open one included. */
  totalLines: number
  /** The unfinished line as it stands; '' when there is none. */
  openLine: string
  /** The unfinished line the agent was shown last; told again only as far as it is new (S-227, S-282). */
  seenOpenLine: string
}

/** Reads only the two ends of the range, however long it is; a log that cannot be read is an answer, not an error. */
export async function readAgentOutput(
  reader: OutputReader,
  logs: OutputLogs,
  range: AgentRange,
): Promise<AgentOutput> {
  const { file, to, openLine } = range
  // A program may have moved up since, to redraw lines that the agent has seen.
  const from = Math.min(range.from, to)
  try {
    const size = to - from
    if (size + Buffer.byteLength(openLine) <= MODEL_OUTPUT_MAX_BYTES) {
      const log = size > 0 ? (await reader.after(file, from, Number.MAX_SAFE_INTEGER, size)).text : ''
      const text = unseenPart(log + openLine, range.seenOpenLine)
      return { ...NO_AGENT_OUTPUT, text, bytes: Buffer.byteLength(text) }
    }
    const first = await rawHead(reader, file, from, to)
    const last = await rawTail(reader, file, from, to)
    const head = unseenPart(first, range.seenOpenLine)
    const seen = first.length - head.length
    const bytes = size + Buffer.byteLength(openLine) - Buffer.byteLength(first.slice(0, seen))
    const lines =
      from === 0 ? range.totalLines : (await logs.countLines(file, from, to)) + (openLine === '' ? 0 : 1)
    const cut = excerpt({
      head: size > EXCERPT_END_BYTES ? head : head + openLine,
      tail: (size > EXCERPT_END_BYTES ? last : unseenPart(last, range.seenOpenLine)) + openLine,
      totalBytes: bytes,
      totalLines: lines,
    })
    return { ...cut, bytes, fullOutputPath: cut.truncated ? file : null, failure: null }
  } catch (error) {
    return { ...NO_AGENT_OUTPUT, failure: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * The first bytes of a range, also the part of a line that does not fit: a reader gives whole lines where it can, but a
 * cut needs to see where a long line begins (S-121).
 */
async function rawHead(reader: OutputReader, file: string, from: number, to: number): Promise<string> {
  const end = Math.min(to, from + EXCERPT_END_BYTES)
  const lines = await reader.after(file, from, Number.MAX_SAFE_INTEGER, end - from)
  if (lines.to >= end) return lines.text
  return lines.text + (await reader.after(file, lines.to, 1, end - lines.to)).text
}

/** The last bytes of a range, as {@link rawHead}. */
async function rawTail(reader: OutputReader, file: string, from: number, to: number): Promise<string> {
  const start = Math.max(from, to - EXCERPT_END_BYTES)
  const lines = await reader.before(file, to, Number.MAX_SAFE_INTEGER, to - start)
  if (lines.from <= start) return lines.text
  return (await reader.before(file, lines.from, 1, lines.from - start)).text + lines.text
}

/** A line that was shown unfinished comes back finished; a redrawn one comes back whole. */
function unseenPart(text: string, seenOpenLine: string): string {
  return seenOpenLine !== '' && text.startsWith(seenOpenLine) ? text.slice(seenOpenLine.length) : text
}
