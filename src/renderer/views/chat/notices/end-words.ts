import { assertNever } from '../../../../shared/assert-never'
import type { CommandEnd, CommandStatus } from '../../../../shared/command'

/** The sentence of a system line about a command's end, its values and its sign (S-080, S-081, S-158). */
export function endWords(end: CommandEnd) {
  const words = (
    key: `notice.ended.${'finished' | 'exited' | 'signal' | 'user' | 'agent' | 'quit' | 'unknown'}`,
    status: CommandStatus,
    code = 0,
    signal = '',
  ) => ({ key, status, code, signal })
  switch (end.by) {
    case 'exit':
      return end.code === 0
        ? words('notice.ended.finished', 'succeeded')
        : words('notice.ended.exited', 'failed', end.code)
    case 'signal':
      return words('notice.ended.signal', 'failed', end.code, end.signal)
    case 'stop':
      return words(`notice.ended.${end.who}`, end.who === 'quit' ? 'cancelled' : 'stopped')
    case 'unknown':
      return words('notice.ended.unknown', 'failed')
    default:
      return assertNever(end, 'command end')
  }
}
