import { homedir, release, type } from 'node:os'
import { app } from 'electron'
import type { HostFacts } from '../core/ports'

/** `Linux 6.1`: enough for an agent to know what it is on, without the build number of the day. */
export function osLabel(name: string, version: string): string {
  const words: Record<string, string> = { Darwin: 'macOS (Darwin)', Windows_NT: 'Windows' }
  return `${words[name] ?? name} ${version.split('.').slice(0, 2).join('.')}`
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
    ripgrepDir: null,
  }
}
