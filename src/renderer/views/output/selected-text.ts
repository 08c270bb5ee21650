/** Selects all loaded lines and nothing else of the page. */
export function selectLines(box: HTMLElement): void {
  const lines = box.querySelectorAll('.ln')
  const [first, last] = [lines[0], lines[lines.length - 1]]
  if (!first || !last) return
  document.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length)
}

/**
 * The selected part of the lines as it was printed: a long line that is drawn in pieces is one line, and the buttons
 * between are left out. Null when nothing is selected, or also something outside.
 */
export function selectedText(box: HTMLElement, selection: Selection | null): string | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const selected = selection.getRangeAt(0)
  if (!box.contains(selected.commonAncestorContainer)) return null
  let text: string | null = null
  for (const line of box.querySelectorAll('.ln')) {
    if (!selected.intersectsNode(line)) continue
    const part = document.createRange()
    part.selectNodeContents(line)
    if (line.contains(selected.startContainer)) part.setStart(selected.startContainer, selected.startOffset)
    if (line.contains(selected.endContainer)) part.setEnd(selected.endContainer, selected.endOffset)
    const before: string = text === null ? '' : line.classList.contains('more') ? text : `${text}\n`
    text = before + part.toString()
  }
  return text
}
