import { spawnSync } from 'node:child_process'
import type { HostFacts } from '../ports'

/** How long Windows may take to name its code page, in milliseconds; it answers at once or not at all. */
const LIMIT_MS = 2000

/** Code pages whose encoding has another name here; those of DOS that no decoder here knows (437, 850, 852) are left out. */
const NAMES: Readonly<Record<string, string>> = {
  '866': 'ibm866',
  '874': 'windows-874',
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '20866': 'koi8-r',
  '21866': 'koi8-u',
  '54936': 'gb18030',
}

/**
 * The encoding that `chcp` names, in whatever language it speaks: `Active code page: 866`. Null for UTF-8 and for what
 * cannot be decoded here (S-068).
 */
export function charsetOfCodePage(printed: string): string | null {
  const page = /(\d{3,5})\D*$/.exec(printed.trim())?.[1]
  if (page === undefined || page === '65001') return null
  return NAMES[page] ?? (/^125\d$/.test(page) ? `windows-${page}` : null)
}

/** Asks Windows for the code page of its console once, when the first command starts; null elsewhere (S-068). */
export function createConsoleCharset(
  platform: HostFacts['platform'],
  ask: () => string = askWindows,
): () => string | null {
  if (platform !== 'win32') return () => null
  let known: string | null | undefined
  return () => {
    known ??= charsetOfCodePage(ask())
    return known
  }
}

/** In the runner nothing waits for this but the command itself. */
function askWindows(): string {
  const { stdout } = spawnSync('chcp.com', { encoding: 'latin1', timeout: LIMIT_MS, windowsHide: true })
  return stdout ?? ''
}
