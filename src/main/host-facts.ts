import { homedir, release, type } from 'node:os'
import { app } from 'electron'
import { osLabel } from '../core/os-label'
import type { HostFacts } from '../core/ports'
import { bundledRipgrepDir } from '../core/process/bundled-ripgrep'

/** Where the person keeps documents. */
export function documentsDir(): string {
  return app.getPath('documents')
}

/** Facts of this machine and this app, read once. */
export function readHostFacts(): HostFacts {
  const { platform } = process
  return {
    version: app.getVersion(),
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    osLabel: osLabel(type(), release()),
    homeDir: homedir(),
    systemLanguage: app.getPreferredSystemLanguages()[0] ?? app.getLocale(),
    env: process.env,
    ripgrepDir: bundledRipgrepDir(__filename, process),
  }
}
