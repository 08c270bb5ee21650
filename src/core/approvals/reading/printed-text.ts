import type { Segment } from './segment'

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', '"': '"', "'": "'" }

/**
 * What a command prints, where its text tells that completely; null otherwise. Only for what is handed on to a shell, so
 * everything that shells print differently is null.
 */
export function printedText(segments: readonly Segment[]): string | null {
  const [only, ...more] = segments
  if (!only || more.length > 0 || only.kind !== 'command' || only.files.length > 0 || only.isNested)
    return null
  const texts = only.args.map(({ text }) => text)
  if (texts.includes(null)) return null
  const [program = '', ...args] = texts as string[]
  switch (program) {
    case 'echo':
      return echoed(args)
    case 'printf':
      return formatted(args)
    case 'cat':
      return args.length === 0 && only.input.kind === 'text' ? only.input.text : null
    default:
      return null
  }
}

function echoed(args: readonly string[]): string | null {
  const rest = args[0] === '-n' ? args.slice(1) : args
  const text = rest.join(' ')
  // Some shells read escapeds without being asked to.
  if (rest[0]?.startsWith('-') || text.includes('\\')) return null
  return args[0] === '-n' ? text : `${text}\n`
}

function formatted([format, ...values]: readonly string[]): string | null {
  if (format === undefined || format.startsWith('-') || values.some((value) => value.includes('\\')))
    return null
  const rest = [...values]
  let text = ''
  do {
    const before = rest.length
    let isKnown = true
    text += format.replace(
      /%([\s\S]?)|\\([\s\S]?)/g,
      (_, directive: string | undefined, escaped: string | undefined) => {
        if (directive === 's') return rest.shift() ?? ''
        if (directive === '%') return '%'
        const known = escaped === undefined ? undefined : ESCAPES[escaped]
        isKnown &&= known !== undefined
        return known ?? ''
      },
    )
    if (!isKnown) return null
    if (rest.length === before) break
  } while (rest.length > 0)
  return text
}
