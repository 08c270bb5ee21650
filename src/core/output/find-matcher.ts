import { isAscii } from 'node:buffer'
import { createContext, Script } from 'node:vm'
import { EngineError } from '../../shared/errors'
import { type FindQuery, findPattern } from '../../shared/find-query'

/** Longest one block may keep an expression busy, in milliseconds: it runs on the thread that serves the windows. */
export const EXPRESSION_LIMIT_MS = 100

/** The next hit in a block at or after byte `from`, in bytes of the block; null when there is none. */
export type BlockFinder = (from: number) => { at: number; bytes: number } | null

/** Looks through one block of whole characters after another. */
export type Matcher = (block: Buffer) => BlockFinder

/** The fastest way to find a query. Refuses an expression that is not valid as `bad-input`. */
export function createMatcher(query: FindQuery): Matcher {
  const pattern = findPattern(query)
  if (!pattern) throw new EngineError('bad-input', 'This is not a valid regular expression.')
  if (query.regex) return characters(limited(pattern))
  const needle = Buffer.from(query.text)
  if (query.matchCase) return plain(needle)
  // Upper and lower case of ASCII letters are ASCII, and no byte of another character is: bytes can be compared.
  if (isAscii(needle)) return bytes(new RegExp(pattern.source, 'gi'))
  return characters(direct(pattern))
}

/** Runs an expression on a text from `lastIndex` on. */
type Run = (text: string, from: number) => { index: number; length: number } | null

function direct(pattern: RegExp): Run {
  return (text, from) => {
    pattern.lastIndex = from
    const found = pattern.exec(text)
    return found ? { index: found.index, length: found[0].length } : null
  }
}

/** An expression of a person, stopped when it takes too long. */
function limited(pattern: RegExp): Run {
  const scope = createContext({ pattern, text: '' })
  const script = new Script('pattern.exec(text)')
  return (text, from) => {
    scope.text = text
    pattern.lastIndex = from
    try {
      const found = script.runInContext(scope, { timeout: EXPRESSION_LIMIT_MS }) as RegExpExecArray | null
      return found ? { index: found.index, length: found[0].length } : null
    } catch (cause) {
      throw new EngineError('bad-input', 'This regular expression takes too long on this output.', { cause })
    }
  }
}

function plain(needle: Buffer): Matcher {
  return (block) => (from) => {
    const at = block.indexOf(needle, from)
    return at < 0 ? null : { at, bytes: needle.length }
  }
}

/** One byte is one unit of the text. */
function bytes(pattern: RegExp): Matcher {
  const run = direct(pattern)
  return (block) => {
    const text = block.toString('latin1')
    return (from) => {
      const found = run(text, from)
      return found ? { at: found.index, bytes: found.length } : null
    }
  }
}

function characters(run: Run): Matcher {
  return (block) => {
    const simple = isAscii(block)
    const text = block.toString(simple ? 'latin1' : 'utf8')
    // Where the text index `known` stands in bytes; places only go forward within a block.
    let known = 0
    let knownBytes = 0
    const bytesAt = (index: number): number => {
      if (simple) return index
      knownBytes += Buffer.byteLength(text.slice(known, index))
      known = index
      return knownBytes
    }
    const indexAt = (byte: number): number => {
      if (simple) return byte
      return block.toString('utf8', 0, byte).length
    }
    let next: { byte: number; index: number } = { byte: -1, index: 0 }
    return (from) => {
      let index = next.byte === from ? next.index : indexAt(from)
      for (;;) {
        const found = run(text, index)
        if (!found) return null
        const line = text.slice(found.index, found.index + found.length).split('\n', 1)[0] ?? ''
        if (line === '') {
          // Nothing, or only a line end: no place a person could be shown.
          index = found.index + 1
          // Inside a pair the expression would find the same place again.
          if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) index++
          if (index >= text.length) return null
          continue
        }
        const at = bytesAt(found.index)
        const size = simple ? line.length : Buffer.byteLength(line)
        next = { byte: at + size, index: found.index + line.length }
        return { at, bytes: size }
      }
    }
  }
}
