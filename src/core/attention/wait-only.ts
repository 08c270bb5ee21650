/** Longest a command that only waits may run (S-201). */
export const WAIT_ONLY_LIMIT_MS = 60_000

/** Longest text that is looked at, in UTF-16 units: nobody waits with more. */
const MAX_CHARS = 1000

/**
 * True for a command that does nothing but wait: `sleep` (also `Start-Sleep` and `timeout /t`) joined with `echo`, `true`
 * and `:` by `;`, `&&`, `||` or line ends (S-200, S-207). The text is read word by word; whatever it may mean besides (a
 * pipe, a redirection, a substitution, a group, a background job) makes it an ordinary command.
 */
export function onlyWaits(command: string): boolean {
  if (command.length > MAX_CHARS) return false
  const steps = readSteps(command)
  if (!steps?.some(isSleep)) return false
  return steps.every((words) => isSleep(words) || isIdle(words))
}

function isSleep([name = '', ...args]: readonly string[]): boolean {
  switch (name.toLowerCase()) {
    case 'sleep':
      return args.length > 0 && args.every((arg) => /^(?:\d+(?:\.\d*)?|\.\d+)[smhd]?$|^infinity$/.test(arg))
    case 'start-sleep':
      return /^(?:-(?:s|seconds|m|ms|milliseconds) )?\d+(?:\.\d+)?$/i.test(args.join(' '))
    case 'timeout':
      return /^\/t \d+(?: \/nobreak)?$/i.test(args.join(' '))
    default:
      return false
  }
}

function isIdle([name = '', ...args]: readonly string[]): boolean {
  if (name === 'true' || name === ':') return args.length === 0
  return name === 'echo'
}

/** The words of each simple command; null when something else than words and separators stands there. */
function readSteps(command: string): string[][] | null {
  const steps: string[][] = []
  let words: string[] = []
  let at = 0
  while (at < command.length) {
    const rest = command.slice(at)
    const separator = /^(?:&&|\|\||;(?!;)|\r?\n)/.exec(rest)?.[0]
    if (separator !== undefined) {
      if (words.length > 0) steps.push(words)
      words = []
      at += separator.length
    } else if (/^[ \t]/.test(rest)) at += 1
    else if (rest.startsWith('#')) at += /^[^\n]*/.exec(rest)?.[0].length ?? 0
    else {
      const word = readWord(rest)
      if (!word) return null
      words.push(word.text)
      at += word.length
    }
  }
  if (words.length > 0) steps.push(words)
  return steps
}

/** One word: plain characters, and quotes without anything that runs or expands. */
function readWord(text: string): { text: string; length: number } | null {
  let word = ''
  let at = 0
  while (at < text.length && !/^[ \t\r\n;&|]/.test(text.charAt(at))) {
    const rest = text.slice(at)
    const part =
      /^'([^']*)'/.exec(rest) ?? /^"([^"$`\\!]*)"/.exec(rest) ?? /^([\p{L}\p{N}_./:,@%+=^…?!-]+)/u.exec(rest)
    if (!part) return null
    word += part[1] ?? ''
    at += part[0].length
  }
  return at === 0 ? null : { text: word, length: at }
}
