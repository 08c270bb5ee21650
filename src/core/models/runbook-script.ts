/** A message as Runbook understands it: commands in order, or words that are no command. */
export type RunbookScript =
  | { kind: 'commands'; commands: string[]; leftOut: number }
  | { kind: 'prose'; hasOtherBlocks: boolean }

/** Most commands one message may hold; a longer file is a mistake or needs a script. */
export const RUNBOOK_MAX_COMMANDS = 100

/**
 * Reads the commands of a message: its fenced `sh`, `bash`, `shell` and `console` blocks, one command each; without any,
 * the message itself when it is one command line. Text outside of blocks is never run.
 */
export function readScript(message: string): RunbookScript {
  const blocks = fencedBlocks(message)
  const all = blocks.flatMap(blockCommands)
  const commands = all.slice(0, RUNBOOK_MAX_COMMANDS)
  if (all.length > 0) return { kind: 'commands', commands, leftOut: all.length - commands.length }
  if (blocks.length > 0) return { kind: 'prose', hasOtherBlocks: true }
  const line = onlyLine(message)
  return line === null
    ? { kind: 'prose', hasOtherBlocks: false }
    : { kind: 'commands', commands: [line], leftOut: 0 }
}

// ── Blocks ──────────────────────────────────────────────────────────────────────────────────────────────────

type Block = { language: string; lines: string[] }

const SCRIPT_LANGUAGES = new Set(['sh', 'bash', 'shell'])
const CONSOLE_LANGUAGES = new Set(['console', 'shell-session', 'shellsession', 'sh-session', 'terminal'])

/** Fenced blocks of Markdown, also inside lists and quotes; a block that is never closed goes to the end. */
function fencedBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: { block: Block; fence: string; prefix: RegExp } | null = null
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    if (open) {
      const bare = line.replace(open.prefix, '')
      if (isClosing(bare, open.fence)) open = null
      else open.block.lines.push(bare)
      continue
    }
    const start = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}(?!.*`)|~{3,})(.*)$/.exec(line)
    if (!start) continue
    const [, before = '', fence = '', info = ''] = start
    const block = { language: languageOf(info), lines: [] }
    blocks.push(block)
    open = { block, fence, prefix: prefixOf(before) }
  }
  return blocks
}

/** What stands before the lines of a block because of its list or quote; never more than the fence itself has. */
function prefixOf(before: string): RegExp {
  const quotes = (before.match(/>/g) ?? []).length
  const quoted = quotes > 0 ? `(?:[ \\t]*>){0,${quotes}} ?` : ''
  return new RegExp(`^${quoted}[ \\t]{0,${quotes > 0 ? 0 : before.length}}`)
}

function isClosing(line: string, fence: string): boolean {
  const end = /^\s*(`{3,}|~{3,})\s*$/.exec(line)?.[1] ?? ''
  return end.length >= fence.length && end[0] === fence[0]
}

/** The first word of the info string, also in Pandoc's form `{.bash}`. */
function languageOf(info: string): string {
  return (/^\s*\{?\.?([^\s{},]*)/.exec(info)?.[1] ?? '').toLowerCase()
}

function blockCommands({ language, lines }: Block): string[] {
  if (CONSOLE_LANGUAGES.has(language)) return consoleCommands(lines)
  if (!SCRIPT_LANGUAGES.has(language)) return []
  // Manuals often write sessions with prompts into `sh` blocks.
  const written = lines.filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
  if (written.length > 0 && PROMPT.test(written[0] ?? '')) return consoleCommands(lines)
  const script = lines.join('\n').replace(/^\n+|\s+$/g, '')
  return written.length === 0 ? [] : [script]
}

const PROMPT = /^\s*\$\s+/
const CONTINUED = /(?:^|[^\\])(?:\\\\)*\\$/

/** The lines with a `$` prompt and what continues them; everything else of a session is output. */
function consoleCommands(lines: readonly string[]): string[] {
  const commands: string[] = []
  let goesOn = false
  /** The word that ends the here-document the last command began. */
  let until: string | null = null
  for (const line of lines) {
    if (until !== null || goesOn) {
      const bare = line.replace(/^\s*> ?/, '')
      commands.push(`${commands.pop()}\n${bare}`)
      if (bare.trim() === until) until = null
    } else if (PROMPT.test(line)) {
      const command = line.replace(PROMPT, '').trimEnd()
      if (command === '' || command.startsWith('#')) continue
      commands.push(command)
      until = /<<-?\s*(['"]?)(\w+)\1/.exec(command)?.[2] ?? null
    } else continue
    goesOn = until === null && CONTINUED.test(line)
  }
  return commands.length === 0 ? [] : [inOneShell(commands)]
}

/** One shell for the whole session, because `cd` and variables must last; it ends at the first line that fails. */
function inOneShell(commands: readonly string[]): string {
  const chainable = commands.every(
    (command) => !/#|<<|[&|;({]\s*$|^\s*(?:if|for|while|until|case|function)\b/.test(command),
  )
  return commands.join(chainable ? ' &&\n' : '\n')
}

// ── One line ────────────────────────────────────────────────────────────────────────────────────────────────

/** The message as one command line, or null when it reads like words for a person. */
function onlyLine(message: string): string | null {
  const line = message.trim()
  if (line === '' || /[\r\n]/.test(line)) return null
  if (PROMPT.test(line)) return line.replace(PROMPT, '')
  // `code` in backticks is how people name a command in a sentence.
  const quoted = /^`([^`]+)`$/.exec(line)?.[1]
  const command = quoted ?? line
  return looksLikeCommand(command) ? command : null
}

function looksLikeCommand(line: string): boolean {
  const first = line.split(/\s/)[0] ?? ''
  // Programs have lower-case ASCII names or are paths, variables, assignments, subshells or quoted paths.
  if (!/^(?:[a-z0-9_.~/$("'[{!:\\]|[A-Za-z_]\w*=|[A-Za-z]:\\)/.test(first)) return false
  if (/[^\x21-\x7e]/.test(first) || /^\w+[,?!]$/.test(first)) return false
  if (!/^[\w.+~/\\:@%-]+$/.test(first)) return true
  const rest = line.slice(first.length).trim()
  const isSentence = /[?!.]$/.test(rest) && /^[\w\s,'’-]+[?!.]$/.test(rest) && rest.includes(' ')
  return !isSentence && !SAID_BY_PEOPLE.has(first)
}

/** First words of requests and greetings that are no programs. */
const SAID_BY_PEOPLE = new Set(
  (
    'a an the i you we it this that these those my your our please hi hello hey thanks thank ok okay yes no ' +
    'what why how when where can could would should will does did is are was were has have fix explain ' +
    'describe write create add remove delete change update show list tell give build run stop check try use ' +
    'lets see close also and but or now'
  ).split(' '),
)
