import type { Part, Word } from '../syntax/shell-syntax'
import type { Argument, Value } from './argument'
import { expandBraces, type Piece } from './brace-expansion'
import type { ShellState } from './shell-state'

/** Values one word may have before it counts as unknown. */
const VALUES_MAX = 64
/** Braces in one word before it counts as unknown; each may double the words. */
const BRACES_MAX = 8
/** What the shell splits at or matches file names with. */
const SPLITS = /[\s*?[]/
/** Variables whose value is a number. */
const NUMERIC = new Set(['?', '#', '$', '!'])

/** What the expansion of words depends on. */
export type ExpansionRules = { state: ShellState; hasBraces: boolean }

/** The arguments a word becomes. Braces make several; an unknown part makes one whose text is not known. */
export function expandWord(word: Word, { state, hasBraces }: ExpansionRules): Argument[] {
  const parts = flatten(word.parts)
  const braces = hasBraces ? bracesIn(parts) : 0
  const isList = braces > 0 && braces <= BRACES_MAX
  const pieces = piecesOf(parts, isList)
  const words = isList ? expandBraces(pieces) : braces === 0 ? [pieces] : null
  if (words === null)
    return [{ ...combine(word, parts, pieces, state), text: null, values: null, prefix: '', splits: true }]
  return words.map((each) => combine(word, parts, each, state))
}

/** One word where the shell expands no braces: the target of a redirection, the value of a variable. */
export function expandSingle(word: Word, state: ShellState): Argument {
  const parts = flatten(word.parts)
  return combine(word, parts, piecesOf(parts, false), state)
}

function flatten(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => (part.kind === 'quoted' ? flatten(part.parts) : [part]))
}

function bracesIn(parts: readonly Part[]): number {
  let braces = 0
  for (const part of parts)
    if (part.kind === 'text' && !part.isQuoted) braces += part.text.split('{', BRACES_MAX + 2).length - 1
  return braces
}

/** Only words with lists in braces need single characters. */
function piecesOf(parts: readonly Part[], isList: boolean): Piece[] {
  return parts.flatMap((part, index): Piece[] => {
    if (part.kind !== 'text') return [{ kind: 'other', index }]
    if (!isList || part.isQuoted || !/[{},]/.test(part.text))
      return [{ kind: 'text', text: part.text, isQuoted: part.isQuoted }]
    return [...part.text].map((text) => ({ kind: 'text', text, isQuoted: false }))
  })
}

function combine(
  { start, end, parts: written }: Word,
  parts: readonly Part[],
  pieces: readonly Piece[],
  state: ShellState,
): Argument {
  const argument: Argument = {
    start,
    end,
    text: null,
    values: [{ text: '', isPattern: false }],
    prefix: '',
    splits: false,
    evaluates: false,
    variables: [],
  }
  let isOpen = true
  let lastBracket = -1
  for (const [index, piece] of pieces.entries())
    if (piece.kind === 'text' && !piece.isQuoted && piece.text.includes(']')) lastBracket = index
  const add = (values: Value[] | null) => {
    const { values: heads } = argument
    argument.values =
      heads && values && heads.length * values.length <= VALUES_MAX
        ? heads.flatMap((head) =>
            values.map((value) => ({
              text: head.text + value.text,
              isPattern: head.isPattern || value.isPattern,
            })),
          )
        : null
    const [only] = values ?? []
    if (isOpen && values?.length === 1 && only && !only.isPattern) argument.prefix += only.text
    else isOpen = false
  }
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'text') {
      add([{ text: piece.text, isPattern: false }])
      continue
    }
    const part = parts[piece.index]
    // `[` begins a pattern only where a `]` follows in the same word.
    if (part?.kind === 'glob') add([{ text: part.text, isPattern: part.text !== '[' || index < lastBracket }])
    else if (part) addExpansion(part, argument, state, add)
  }
  const [only] = argument.values ?? []
  if (argument.values?.length === 1 && only && !only.isPattern && !argument.splits) argument.text = only.text
  // An empty word that was not quoted is no word at all.
  if (
    argument.text === '' &&
    !written.some((part) => part.kind === 'quoted' || ('isQuoted' in part && part.isQuoted))
  )
    return { ...argument, text: null, splits: true }
  return argument
}

function addExpansion(
  part: Part,
  argument: Argument,
  state: ShellState,
  add: (values: Value[] | null) => void,
): void {
  switch (part.kind) {
    case 'tilde':
      if (part.user === '') add(state.lookup('HOME'))
      else add(/^[+-]/.test(part.user) ? null : homesOf(part.user))
      return
    case 'variable': {
      argument.variables.push(part.name)
      if (part.use === 'other') argument.evaluates = true
      if (part.operand) {
        const operand = expandSingle(part.operand, state)
        argument.evaluates ||= operand.evaluates
        argument.variables.push(...operand.variables)
      }
      const isList = part.name === '@' || part.name === '*'
      const values = part.use === 'value' && !isList ? state.lookup(part.name) : null
      const isWhole =
        part.isQuoted ||
        (!state.splitsOddly &&
          values?.every(({ text, isPattern }) => !isPattern && text !== '' && !SPLITS.test(text)))
      if (NUMERIC.has(part.name) || part.use === 'length') add(null)
      else if (isWhole) {
        add(values)
        if (part.name === '@') argument.splits = true
      } else if (
        values &&
        !state.splitsOddly &&
        values.every(({ text }) => text !== '' && !/\s/.test(text))
      ) {
        // A pattern in a variable that is not quoted is one where it is used.
        add(values.map(({ text, isPattern }) => ({ text, isPattern: isPattern || SPLITS.test(text) })))
      } else {
        add(null)
        argument.splits = true
      }
      return
    }
    case 'arithmetic':
      // Names are looked up and what they hold is evaluated again.
      argument.evaluates ||= !/^[\d\s+*/%()<>=!&|^~?:,-]*$/.test(part.text)
      add(null)
      return
    case 'process':
      add([{ text: '/dev/fd/63', isPattern: false }])
      return
    case 'substitution':
      add(null)
      if (!part.isQuoted) argument.splits = true
      return
    default:
      add(null)
  }
}

/** Without such an account the word stays as it is written. */
function homesOf(user: string): Value[] {
  const home = user === 'root' ? '/root' : `/home/${user}`
  return [home, `~${user}`].map((text) => ({ text, isPattern: false }))
}
