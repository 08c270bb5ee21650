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
  | { kind: 'commands'; text: string; shell: ShellKind; script: Script; doubt: Doubt | null }
  | { kind: 'opaque'; text: string; shell: ShellKind; why: string; at: Span }

/** The second reader sees something else. What the first saw still tells whether there is ruin in it. */
export type Doubt = { why: string; at: Span }

/** Reads commands; the same text always gives the same answer, and none throws. */
export type CommandParser = (text: string, shell: ShellKind) => Parsed

/** Longest text that is read, in UTF-16 units; reading is linear and this is some milliseconds. */
export const TEXT_MAX = 131_072
/** The same for PowerShell, whose grammar reads it alone, and for cmd. */
const OTHER_TEXT_MAX = 16_384

/** Reads with our own readers, and asks the grammar for its opinion. Without grammars nothing is understood. */
export function createCommandParser(parseTree: ParseTree | null): CommandParser {
  return (text, shell) => {
    try {
      return { kind: 'commands', text, shell, ...read(text, shell, parseTree) }
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error
      return { kind: 'opaque', text, shell, why: error.why, at: error.at }
    }
  }
}

type Reading = { script: Script; doubt: Doubt | null }

function read(text: string, shell: ShellKind, parseTree: ParseTree | null): Reading {
  const whole: Span = { start: 0, end: text.length }
  const isOther = shell === 'cmd' || shell === 'powershell'
  if (text.length > (isOther ? OTHER_TEXT_MAX : TEXT_MAX))
    throw new NotUnderstood('a text longer than can be read', whole)
  if (text.trim() === '') throw new NotUnderstood('no command', whole)
  const hidden = hiddenCharacterAt(text)
  if (hidden !== null)
    throw new NotUnderstood('a character that cannot be seen', { start: hidden, end: hidden + 1 })
  if (parseTree === null) throw new NotUnderstood('the grammar of this shell is missing', whole)
  if (shell === 'cmd') return { script: readCmd(text), doubt: null }
  if (shell === 'powershell') {
    const script = parseTree('powershell', text, (root) => readPowerShell(root, text))
    if (script === null) throw new NotUnderstood('more than can be read', whole)
    return { script, doubt: null }
  }
  const script = readShell(text, shell)
  const isAgreed = parseTree('bash', text, (root) => agrees(root, script)) ?? false
  return { script, doubt: isAgreed ? null : { why: 'a text that can be read in two ways', at: whole } }
}
