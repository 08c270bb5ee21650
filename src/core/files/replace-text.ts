import { type TextForm, withEol } from './file-text'

/** One replacement; without `all` its text must be found exactly once. */
export type TextEdit = { oldText: string; newText: string; all: boolean }

/** The text after all edits, or why none was made, in words for the agent. */
export type Replaced = { ok: true; text: string } | { ok: false; message: string }

/** Most places that a message about a text found several times names. */
const PLACES_NAMED = 5

/**
 * Makes edits one after the other, each on what the one before left; all of them or none. Line ends of the edits follow
 * those of the file.
 */
export function replaceTexts(text: string, edits: readonly TextEdit[], eol: TextForm['eol']): Replaced {
  let now = text
  for (const [index, edit] of edits.entries()) {
    const named = edits.length === 1 ? '' : `Edit ${index + 1} of ${edits.length}: `
    const done = replaceOne(now, edit, eol)
    if (!done.ok) {
      const rest = edits.length === 1 ? '' : ' None of the edits was made.'
      return { ok: false, message: `${named}${done.message}${rest}` }
    }
    now = done.text
  }
  return now === text
    ? { ok: false, message: 'Nothing would change: the new text is the same as the old one.' }
    : { ok: true, text: now }
}

function replaceOne(text: string, { oldText, newText, all }: TextEdit, eol: TextForm['eol']): Replaced {
  // As it was given, then with either kind of line ends: a model rarely sends the ones that a file has.
  const forms = [...new Set([oldText, withEol(oldText, '\n'), withEol(oldText, '\r\n')])]
  const found = forms.find((form) => text.includes(form))
  if (found === undefined)
    return {
      ok: false,
      message:
        'old_text was not found. It must be exactly what the file has, with all blanks and line breaks; read that part of the file again.',
    }
  const lines = linesOf(text, found)
  if (lines.length > 1 && !all)
    return {
      ok: false,
      message: `old_text was found ${lines.length} times (lines ${namedLines(lines)}). Give more of the text around it so that it is found once, or set replace_all.`,
    }
  const ownEol = found.includes('\r\n') ? '\r\n' : found.includes('\n') ? '\n' : eol
  return { ok: true, text: text.split(found).join(withEol(newText, ownEol)) }
}

/** The lines in which a text begins, from 1. */
function linesOf(text: string, wanted: string): number[] {
  const lines: number[] = []
  let line = 1
  let counted = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    line += text.slice(counted, at).split('\n').length - 1
    counted = at
    lines.push(line)
  }
  return lines
}

function namedLines(lines: readonly number[]): string {
  const named = lines.slice(0, PLACES_NAMED).join(', ')
  return lines.length > PLACES_NAMED ? `${named}, …` : named
}
