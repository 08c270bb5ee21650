import { isSettled } from '../../shared/command'
import type { CommandId } from '../../shared/ids'
import type { CommandRecord, CommandStore } from './command-record'

/** A store that lasts as long as its process: for `vigil exec` and for tests. Copies in and out, as a disk would. */
export function createMemoryCommandStore(): CommandStore {
  const records = new Map<CommandId, CommandRecord>()
  const numbers = new Map<string, number>()
  const copy = (record: CommandRecord): CommandRecord => structuredClone(record)
  const all = () => [...records.values()]

  return {
    save(record) {
      records.set(record.id, copy(record))
    },
    get(id) {
      const record = records.get(id)
      return record ? copy(record) : null
    },
    ofChat(chatId) {
      return all()
        .filter((record) => record.chatId === chatId)
        .map(copy)
    },
    byTerminal(chatId, terminalId) {
      const record = all().find((each) => each.chatId === chatId && each.terminalId === terminalId)
      return record ? copy(record) : null
    },
    unsettled() {
      return all()
        .filter((record) => !isSettled(record.state))
        .map(copy)
    },
    newestSettled(count) {
      return all()
        .filter((record) => isSettled(record.state))
        .reverse()
        .slice(0, count)
        .map(copy)
    },
    nextTerminalNumber(chatId) {
      const number = (numbers.get(chatId) ?? 0) + 1
      numbers.set(chatId, number)
      return number
    },
  }
}
