import { join } from 'node:path'
import { app, dialog } from 'electron'
import type { DataPaths } from '../core/ports'
import { registerAppScheme } from './app-protocol'
import { chooseDataFolder, makeDataFolder } from './data-folder'
import { runHost } from './host'
import { reportBug } from './report-bug'
import { forbidNavigation } from './security'

process.on('uncaughtException', reportBug)
process.on('unhandledRejection', reportBug)
registerAppScheme()
forbidNavigation()

const paths = openDataFolder()
// Chromium's own files live there too, and with them the lock: one instance per data folder.
app.setPath('userData', join(paths.root, 'browser'))
if (app.requestSingleInstanceLock()) runHost(paths)
else app.quit()

function openDataFolder(): DataPaths {
  const root = chooseDataFolder(process.argv, process.env, app.getPath('appData'), process.cwd())
  try {
    return makeDataFolder(root)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    dialog.showErrorBox('Vigil cannot start', `Its data folder cannot be used.\n${root}\n${reason}`)
    process.exit(1)
  }
}
