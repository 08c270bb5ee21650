/** The names of a list that git ended with NUL each (`-z`). */
export function gitNames(output: Buffer): string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '')
}
