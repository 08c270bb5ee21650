import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, shell } from 'electron'
import { EngineError } from '../shared/errors'
import { MESSAGE_MAX_CHARS } from '../shared/ipc'
import type { Screen } from './handlers'
import type { Words } from './menu-words'
import { openLink } from './security'

/** Dialogs, links and the clipboard of this desktop. */
export function createScreen(words: () => Words): Screen<BrowserWindow> {
  return {
    async chooseFolder(window) {
      const { filePaths } = await dialog.showOpenDialog(window, {
        title: words().openFolder,
        properties: ['openDirectory', 'createDirectory'],
      })
      return filePaths[0] ?? null
    },
    async chooseRunbook(window) {
      const { filePaths } = await dialog.showOpenDialog(window, {
        title: words().runbook,
        filters: [{ name: 'Markdown', extensions: ['md', 'markdown', 'txt'] }],
        properties: ['openFile'],
      })
      const file = filePaths[0]
      return file === undefined ? null : { name: basename(file), text: await readRunbook(file) }
    },
    async chooseSaveFile(window, name) {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: words().exportChat,
        defaultPath: join(app.getPath('documents'), name),
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      })
      return canceled || !filePath ? null : filePath
    },
    openLink,
    copy: (text) => clipboard.writeText(text),
    async openFile(path) {
      const refusal = await shell.openPath(path)
      if (refusal !== '') throw new EngineError('forbidden', refusal)
    },
    showInFolder: (path) => shell.showItemInFolder(path),
  }
}

/** A runbook becomes a message, so it may not be longer than one. */
async function readRunbook(path: string): Promise<string> {
  const file = await open(path, 'r').catch((cause) => {
    throw new EngineError('bad-input', `${basename(path)} cannot be read.`, { cause })
  })
  try {
    const { size } = await file.stat()
    if (size > MESSAGE_MAX_CHARS) {
      throw new EngineError('bad-input', `${basename(path)} is too long for a message (${size} bytes).`)
    }
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
