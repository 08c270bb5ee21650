/** A folder with the home folder as ~. */
export function shortPath(path: string, homeDir: string): string {
  if (homeDir === '' || homeDir === '/') return path
  if (path === homeDir) return '~'
  const next = path[homeDir.length]
  return path.startsWith(homeDir) && (next === '/' || next === '\\') ? `~${path.slice(homeDir.length)}` : path
}
