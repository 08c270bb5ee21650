import { type BrowserWindow, Menu } from 'electron'
import type { Words } from './menu-words'

/** Cut, Copy, Paste and Select all where they make sense; Electron has no such menu of its own. */
export function addContextMenu(window: BrowserWindow, words: () => Words): void {
  window.webContents.on('context-menu', (_, { isEditable, selectionText, editFlags }) => {
    const { cut, copy, paste, selectAll } = words()
    const selected = selectionText.length > 0
    if (!isEditable && !selected) return
    Menu.buildFromTemplate([
      { role: 'cut', label: cut, visible: isEditable, enabled: editFlags.canCut },
      { role: 'copy', label: copy, enabled: editFlags.canCopy && selected },
      { role: 'paste', label: paste, visible: isEditable, enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', label: selectAll, enabled: editFlags.canSelectAll },
    ]).popup({ window })
  })
}
