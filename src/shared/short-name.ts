// Words that only say how a program is run; what follows is the name a person uses for it (ui.md 4).
const RUNNERS: readonly (readonly string[])[] = [
  ['npm', 'run'],
  ['npm', 'exec'],
  ['pnpm', 'run'],
  ['pnpm', 'exec'],
  ['pnpm', 'dlx'],
  ['yarn', 'run'],
  ['yarn', 'dlx'],
  ['bun', 'run'],
  ['bunx'],
  ['npx'],
  ['uv', 'run'],
  ['poetry', 'run'],
  ['pipenv', 'run'],
  ['bundle', 'exec'],
  ['sudo'],
  ['time'],
  ['nohup'],
  ['exec'],
]
/** Longest short name, in characters; rows cut with an ellipsis anyway, names for screen readers should not be long. */
const MAX_CHARS = 60

/**
 * The name a command has in lists: without its runner, its flags and what follows them. `npm run test:e2e -- x` is
 * `test:e2e`, `npx vite dev --port 1` is `vite dev`.
 */
export function shortName(command: string): string {
  const line = command.trim().split('\n', 1)[0] ?? ''
  const words = line.split(/\s+/).filter((word) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word))
  const named = afterRunners(words)
  const end = named.findIndex((word, index) => index > 0 && isNoise(word))
  const name = (end === -1 ? named : named.slice(0, end)).join(' ')
  const text = name === '' ? line : name
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text
}

function afterRunners(words: readonly string[]): readonly string[] {
  for (const runner of RUNNERS) {
    if (runner.every((word, index) => words[index] === word)) {
      let rest = words.slice(runner.length)
      while (rest[0]?.startsWith('-')) rest = rest.slice(1)
      return rest.length === 0 ? words : afterRunners(rest)
    }
  }
  return words
}

function isNoise(word: string): boolean {
  return word.startsWith('-') || /^[|&;<>0-9]*[|&;<>]/.test(word)
}
