/** A Windows path as Git Bash (`/c/x`) or Cygwin (`/cygdrive/c/x`) writes it; folders inside their own tree are short. */
export function posixFromWindows(path: string, flavour: 'git-bash' | 'cygwin', shellPath: string): string {
  const plain = slashes(path)
  const root = slashes(shellPath).replace(/(\/usr)?\/bin\/[^/]*$/i, '')
  if (root !== '' && plain.toLowerCase().startsWith(`${root.toLowerCase()}/`)) return plain.slice(root.length)
  const drive = /^([A-Za-z]):(\/.*)?$/.exec(plain)
  if (!drive) return plain
  const prefix = flavour === 'cygwin' ? '/cygdrive' : ''
  return `${prefix}/${(drive[1] ?? '').toLowerCase()}${drive[2] ?? ''}`
}

/** A Windows PATH in the notation of such a shell, so that both sides of a comparison look alike (S-053). */
export function posixPathList(list: string, flavour: 'git-bash' | 'cygwin', shellPath: string): string {
  return list
    .split(';')
    .filter((entry) => entry !== '')
    .map((entry) => posixFromWindows(entry, flavour, shellPath))
    .join(':')
}

function slashes(path: string): string {
  const plain = path.replace(/\\/g, '/')
  return plain.length > 1 && !/^[A-Za-z]:\/$/.test(plain) ? plain.replace(/\/+$/, '') : plain
}
