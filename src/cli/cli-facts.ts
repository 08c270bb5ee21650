import { homedir, release, type } from 'node:os'
import { osLabel } from '../core/os-label'
import type { HostFacts } from '../core/ports'
import { bundledRipgrepDir } from '../core/process/bundled-ripgrep'

/** Facts of this machine, read once. */
export function readCliFacts(version: string): HostFacts {
  const { platform, env } = process
  return {
    version,
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    osLabel: osLabel(type(), release()),
    homeDir: homedir(),
    systemLanguage: Intl.DateTimeFormat().resolvedOptions().locale,
    env,
    ripgrepDir: bundledRipgrepDir(import.meta.url, process),
  }
}
