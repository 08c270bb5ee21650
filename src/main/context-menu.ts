import { type BrowserWindow, Menu } from 'electron'
import { wordsFor } from './menu-words'

/** Cut, Copy, Paste and Select all where they make sense; Electron has no such menu of its own. */
export function addContextMenu(window: BrowserWindow, language: () => string): void {
  window.webContents.on('context-menu', (_, { isEditable, selectionText, editFlags }) => {
    const words = wordsFor(language())
    const selected = selectionText.length > 0
    if (!isEditable && !selected) return
    Menu.buildFromTemplate([
      { role: 'cut', label: words.cut, visible: isEditable, enabled: editFlags.canCut },
      { role: 'copy', label: words.copy, enabled: editFlags.canCopy && selected },
      { role: 'paste', label: words.paste, visible: isEditable, enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
    ]).popup({ window })
  })
}
