import type { Millis } from '../../shared/ids'
import type { OutputLogs } from '../jobs/output-logs'
import type { FakeOutputLogs } from './fake-output-logs'

/** Where the logs of fake commands "lie": names only, on top of {@link FakeOutputLogs}. */
export type FakeLogFolder = OutputLogs & { lastWriteAt: Millis | null }

/** Creates a {@link FakeLogFolder}. */
export function createFakeLogFolder(logs: FakeOutputLogs): FakeLogFolder {
  const folderOf = (chatId: string) => `/outputs/${chatId}`
  const linesOf = (text: string) => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length)
  const folder: FakeLogFolder = {
    lastWriteAt: null,
    folderOf,
    async fileFor(chatId, commandId) {
      return `${folderOf(chatId)}/${commandId}.log`
    },
    lastWrite: () => folder.lastWriteAt,
    async measure(file) {
      try {
        const text = logs.text(file)
        return { bytes: Buffer.byteLength(text), lines: linesOf(text) }
      } catch {
        // A file that is gone has no size; that is the answer.
        return null
      }
    },
    async countLines(file, from, to) {
      return linesOf(Buffer.from(logs.text(file)).subarray(from, to).toString('utf8'))
    },
    async removeChat() {},
  }
  return folder
}
