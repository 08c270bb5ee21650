import type { OutputPage } from '../shared/command'
import { EngineError } from '../shared/errors'
import type { CommandId } from '../shared/ids'
import { OUTPUT_PAGE_MAX_BYTES } from '../shared/ipc'
import type { CommandRecord } from './jobs/command-record'
import type { LogSlice, OutputReader } from './ports'

/** Pages of a command's output for a window (S-151…S-155). */
export type OutputPages = {
  tail(id: CommandId, lines: number): Promise<OutputPage>
  before(id: CommandId, before: number, lines: number): Promise<OutputPage>
  after(id: CommandId, from: number, lines: number): Promise<OutputPage>
}

/** @param lookUp the record of a command and its unfinished last line as it stands now */
export function createOutputPages(
  reader: OutputReader,
  lookUp: (id: CommandId) => { record: CommandRecord; openLine: string },
): OutputPages {
  const read = async (id: CommandId, slice: (file: string) => Promise<LogSlice>): Promise<OutputPage> => {
    const { record, openLine } = lookUp(id)
    if (!record.logFile) return emptyPage(openLine)
    if (record.output.full.kind === 'unavailable')
      throw new EngineError('output-unavailable', 'The full output is no longer available.')
    const { from, to, text, size } = await slice(record.logFile)
    return {
      from,
      to,
      text,
      firstLine: from === 0 ? 1 : null,
      atStart: from === 0,
      atEnd: to >= size,
      totalBytes: size,
      totalLines: record.output.lines,
      openLine: to >= size ? openLine : '',
    }
  }
  return {
    tail: (id, lines) => read(id, (file) => reader.before(file, null, lines, OUTPUT_PAGE_MAX_BYTES)),
    before: (id, before, lines) =>
      read(id, (file) => reader.before(file, before, lines, OUTPUT_PAGE_MAX_BYTES)),
    after: (id, from, lines) => read(id, (file) => reader.after(file, from, lines, OUTPUT_PAGE_MAX_BYTES)),
  }
}

function emptyPage(openLine: string): OutputPage {
  return {
    from: 0,
    to: 0,
    text: '',
    firstLine: 1,
    atStart: true,
    atEnd: true,
    totalBytes: 0,
    totalLines: openLine === '' ? 0 : 1,
    openLine,
  }
}
