import { createReadStream, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChatId, CommandId, Millis } from '../../shared/ids'

/** Where output logs lie: one folder per chat, one file per command (S-138…S-140). */
export type OutputLogs = {
  /** The file a command will write; its folder exists when this resolves. */
  fileFor(chatId: ChatId, commandId: CommandId): Promise<string>
  /** The folder of a chat's outputs. */
  folderOf(chatId: ChatId): string
  /** When something was last written; null when the file is gone. */
  lastWrite(file: string): Millis | null
  /** Size and lines of a log, read with bounded memory; null when it is gone. */
  measure(file: string): Promise<{ bytes: number; lines: number } | null>
  /** Lines of a range of a log: line ends, plus one for an unfinished last line. */
  countLines(file: string, from: number, to: number): Promise<number>
  /** Deletes the outputs of a chat (S-146). */
  removeChat(chatId: ChatId): Promise<void>
}

/** Output logs under one owner-only folder. Names are made of identifiers of ours, never of text from outside. */
export function createOutputLogs(root: string): OutputLogs {
  const folderOf = (chatId: ChatId) => join(root, chatId)
  return {
    folderOf,
    async fileFor(chatId, commandId) {
      await mkdir(folderOf(chatId), { recursive: true, mode: 0o700 })
      return join(folderOf(chatId), `${commandId}.log`)
    },
    lastWrite(file) {
      return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
    },
    async measure(file) {
      const bytes = statSync(file, { throwIfNoEntry: false })?.size
      if (bytes === undefined) return null
      return { bytes, lines: await countLines(file, 0, bytes) }
    },
    countLines,
    async removeChat(chatId) {
      await rm(folderOf(chatId), { recursive: true, force: true })
    },
  }
}

async function countLines(file: string, from: number, to: number): Promise<number> {
  if (to <= from) return 0
  let lines = 0
  let last = 0x0a
  for await (const chunk of createReadStream(file, { start: from, end: to - 1 }) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) lines += 1
    last = chunk.at(-1) ?? last
  }
  return last === 0x0a ? lines : lines + 1
}
