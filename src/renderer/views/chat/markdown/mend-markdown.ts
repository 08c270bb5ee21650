/**
 * Makes the end of a text that is still streaming presentable: markers that are open are closed, and those
 * that say nothing yet are held back until more has come. Only ever used for display while streaming.
 */
export function mendMarkdown(text: string): string {
  const held = holdBack(text)
  const start = lastParagraph(held)
  return held.slice(0, start) + closeInline(held.slice(start))
}

/** Leaves out a last line that would be shown as something else than it will be. */
function holdBack(text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1
  const line = text.slice(lineStart)
  // `-` or `=` under a paragraph would turn it into a heading; a lone `#`, `>`, `1.` or fence has no content yet.
  if (/^\s*(?:[-=*_+]{1,3}|#{1,6}|>+|\d{1,9}[.)]?|`{1,2}|~{1,2})\s*$/.test(line))
    return text.slice(0, lineStart)
  const paragraph = text.slice(lastParagraph(text))
  const rows = paragraph.split('\n')
  // The head of a table is a paragraph full of bars until its second row is whole.
  if (/^\s*\|/.test(rows[0] ?? '')) {
    const rule = rows[1] ?? ''
    const whole = rows.length > 2 || /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(rule)
    if (!whole && /^[\s|:-]*$/.test(rule)) return text.slice(0, text.length - paragraph.length)
  }
  return text
}

const lastParagraph = (text: string): number => (text.includes('\n\n') ? text.lastIndexOf('\n\n') + 2 : 0)

/** Closes code spans and emphasis, and shows only the words of a link whose address is not whole. */
function closeInline(paragraph: string): string {
  const open = /(`+)/.exec(lastOpenCode(paragraph))
  if (open) return paragraph + (open[1] ?? '')
  const linked = paragraph.replace(/!?\[([^[\]\n]*)\]\([^()\s]*$/, '$1').replace(/!?\[([^[\]\n]*)$/, '$1')
  const plain = linked.replace(/`+[^`]*`+/g, (code) => ' '.repeat(code.length))
  const trailing = /(?:\*{1,3}|_{1,3}|~{1,2})$/.exec(plain)
  const kept =
    trailing && !/\S$/.test(plain.slice(0, trailing.index)) ? linked.slice(0, trailing.index) : linked
  return kept + closers(plain.slice(0, kept.length))
}

/** The text from a code span's opening ticks on when it is not closed, else nothing. */
function lastOpenCode(paragraph: string): string {
  let rest = paragraph
  for (;;) {
    const ticks = /`+/.exec(rest)
    if (!ticks) return ''
    const after = rest.slice(ticks.index + ticks[0].length)
    const close = new RegExp(`(?<!\`)\`{${ticks[0].length}}(?!\`)`).exec(after)
    if (!close) return after === '' ? '' : rest.slice(ticks.index)
    rest = after.slice(close.index + close[0].length)
  }
}

/** What closes the emphasis that is open at the end, innermost first. */
function closers(plain: string): string {
  const open: string[] = []
  for (const [index, marker] of markers(plain)) {
    const before = plain[index - 1] ?? ' '
    const after = plain[index + marker.length] ?? ' '
    const known = open.lastIndexOf(marker)
    if (known >= 0 && !/\s/.test(before)) open.splice(known)
    else if (!/\s/.test(after) && !(marker.startsWith('_') && /\w/.test(before))) open.push(marker)
  }
  return open.reverse().join('')
}

function* markers(plain: string): Generator<[number, string]> {
  for (const match of plain.matchAll(/\\.|\*\*|__|~~|\*|_/gs)) {
    if (!match[0].startsWith('\\')) yield [match.index, match[0]]
  }
}
