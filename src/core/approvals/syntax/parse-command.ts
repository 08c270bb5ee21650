import type { ShellKind } from '../../ports'
import { readCmd } from './cmd-reader'
import type { ParseTree } from './grammars'
import { hiddenCharacterAt } from './hidden-characters'
import { readPowerShell } from './powershell-reader'
import { agrees } from './second-opinion'
import { readShell } from './shell-reader'
import { NotUnderstood, type Script, type Span } from './shell-syntax'

/** A text that is understood completely, or why it is not. */
export type Parsed =
  | { kind: 'commands'; text: string; shell: ShellKind; script: Script }
  | { kind: 'opaque'; text: string; shell: ShellKind; why: string; at: Span }

/** Reads commands; the same text always gives the same answer, and none throws. */
export type CommandParser = (text: string, shell: ShellKind) => Parsed

/** Longest text that is read, in UTF-16 units; reading is linear and this is some milliseconds. */
export const TEXT_MAX = 131_072
/** Most words of a text; everything after reading grows with them. Here-documents and quoted strings are one word. */
const WORDS_MAX = 2000

/** Reads with our own readers, and asks the grammar for its opinion. Without grammars nothing is understood. */
export function createCommandParser(parseTree: ParseTree | null): CommandParser {
  return (text, shell) => {
    try {
      const script = read(text, shell, parseTree)
      return { kind: 'commands', text, shell, script }
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error
      return { kind: 'opaque', text, shell, why: error.why, at: error.at }
    }
  }
}

function read(text: string, shell: ShellKind, parseTree: ParseTree | null): Script {
  const whole: Span = { start: 0, end: text.length }
  if (text.length > TEXT_MAX) throw new NotUnderstood('a text longer than can be read', whole)
  if (text.trim() === '') throw new NotUnderstood('no command', whole)
  const hidden = hiddenCharacterAt(text)
  if (hidden !== null)
    throw new NotUnderstood('a character that cannot be seen', { start: hidden, end: hidden + 1 })
  if (parseTree === null) throw new NotUnderstood('the grammar of this shell is missing', whole)
  if (shell === 'cmd') return readCmd(text)
  if (shell === 'powershell') {
    const script = parseTree('powershell', text, (root) => readPowerShell(root, text))
    if (script === null) throw new NotUnderstood('more than can be read', whole)
    return script
  }
  const { script, words } = readShell(text, shell)
  if (words > WORDS_MAX) throw new NotUnderstood('more words than can be read', whole)
  if (!parseTree('bash', text, (root) => agrees(root, script)))
    throw new NotUnderstood('a text that can be read in two ways', whole)
  return script
}
