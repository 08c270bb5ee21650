/** Maps a variable name to the form in which names are compared. */
export type NameRule = (name: string) => string

/** Names as they stand. */
export const exactNames: NameRule = (name) => name

/** Windows compares names without regard to case (S-044). */
export function namesOf(platform: 'linux' | 'darwin' | 'win32'): NameRule {
  return platform === 'win32' ? (name) => name.toUpperCase() : exactNames
}

/** Drops later spellings of the same name, which Windows would otherwise hand over twice (S-044). */
export function foldNames(env: Record<string, string>, names: NameRule): Record<string, string> {
  if (names === exactNames) return env
  const seen = new Set<string>()
  const folded: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    const key = names(name)
    if (seen.has(key)) continue
    seen.add(key)
    folded[name] = value
  }
  return folded
}
