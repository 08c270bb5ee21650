const NAMES: Record<string, string> = { Darwin: 'macOS (Darwin)', Windows_NT: 'Windows' }

/** `Linux 6.1` from what `os.type()` and `os.release()` say: enough for an agent, without the build of the day. */
export function osLabel(type: string, release: string): string {
  return `${NAMES[type] ?? type} ${release.split('.').slice(0, 2).join('.')}`
}
