import type { ShellKind } from '../../ports'
import type { Argument } from '../reading/argument'
import { programName } from '../reading/innards'
import type { Segment } from '../reading/segment'
import { isHarmlessTarget } from './places'
import { fitsPattern } from './text-pattern'

/** What always asks unless the person edits the list (S-374, S-376…S-381). */
export const BLOCKED_BY_DEFAULT: readonly string[] = [
  'rm *',
  'sudo rm *',
  'git clean*',
  'find * -delete*',
  'find * -exec rm*',
  'mkfs*',
  'dd if=*',
  'format *',
  'shutdown*',
  'reboot*',
  '> /dev/*',
  ':(){:|:&};:',
  'chmod -R 777 /',
  'chown -R *:* /',
]
/** The same for shells of Windows (S-375). */
export const BLOCKED_ON_WINDOWS: readonly string[] = ['del *', 'rd *', 'rmdir *', 'Remove-Item *', 'ri *']

/** The default list of a shell. */
export function blockedByDefault(shell: ShellKind): string[] {
  return shell === 'cmd' || shell === 'powershell'
    ? [...BLOCKED_BY_DEFAULT, ...BLOCKED_ON_WINDOWS]
    : [...BLOCKED_BY_DEFAULT]
}

/** The pattern of the list that a segment fits, or null (S-382…S-385). What it runs is a segment of its own. */
export function blockedPattern(
  segment: Segment,
  patterns: readonly string[],
  ignoresCase: boolean,
): string | null {
  const texts = segment.kind === 'command' ? textsOf(segment.args, ignoresCase) : []
  for (const pattern of patterns) {
    const known = ignoresCase ? pattern.toLowerCase() : pattern
    if (known.trimStart().startsWith('>')) {
      if (segment.files.some((file) => file.access === 'write' && fitsTarget(known, file.target)))
        return pattern
    } else if (texts.some((text) => fitsPattern(known, text))) return pattern
  }
  return null
}

/** A pattern without words, as the fork bomb, is looked for in the whole text without its blanks (S-384). */
export function blockedText(text: string, patterns: readonly string[]): string | null {
  const dense = text.replace(/\s+/g, '')
  return (
    patterns.find((pattern) => /[(){}]/.test(pattern) && dense.includes(pattern.replace(/\s+/g, ''))) ?? null
  )
}

/** The pattern whose words stand anywhere in a text of another language; that language may run them. */
export function mentionedPattern(text: string, patterns: readonly string[]): string | null {
  return patterns.find((pattern) => mention(pattern)?.test(text)) ?? null
}

function mention(pattern: string): RegExp | null {
  const chunks = pattern.split('*').map((chunk) => chunk.trim())
  if (!/^[A-Za-z]/.test(pattern)) return null
  const sources = chunks
    .filter((chunk) => chunk !== '')
    // Words may be texts of their own there, as in a list of arguments.
    .map((chunk) => chunk.split(/\s+/).map(literally).join('[\\s"\',\\[\\]]+'))
  const isWord = /^\S+ /.test(pattern)
  return new RegExp(
    `(?:^|[^\\w.-])${sources.join('[^\\n]*?')}${isWord && sources.length === 1 ? '(?:$|[\\s"\',\\]])' : ''}`,
  )
}

function literally(text: string): string {
  return text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')
}

/** How a reason names the pattern. */
export function onTheList(pattern: string): string {
  return `on the blocked list: \`${pattern}\``
}

function fitsTarget(pattern: string, target: Argument): boolean {
  const texts = target.values?.map(({ text }) => text) ?? [target.prefix]
  return texts.some((text) => !isHarmlessTarget(text) && fitsPattern(pattern, `> ${text}`))
}

/** The words of a command as patterns see them: without a folder before the program, and git without its own options. */
function textsOf(args: readonly Argument[], ignoresCase: boolean): string[] {
  const words = args.map(wordOf)
  const [program = '', ...rest] = words
  const name = programName(program.replaceAll('\\', '/')).replace(
    ignoresCase ? /\.(?:exe|cmd|bat|com)$/i : /\.exe$/i,
    '',
  )
  const plain = [name, ...rest]
  const all = [plain.join(' ')]
  if (name === 'git') all.push(['git', ...withoutGlobalOptions(rest)].join(' '))
  // `dd bs=1M if=…` is the same as `dd if=… bs=1M`.
  if (name === 'dd')
    all.push(
      ['dd', ...[...rest].sort((a, b) => Number(b.startsWith('if=')) - Number(a.startsWith('if=')))].join(
        ' ',
      ),
    )
  if (name === 'chmod' || name === 'chown')
    all.push(
      [name, ...[...rest].sort((a, b) => Number(b.startsWith('-')) - Number(a.startsWith('-')))].join(' '),
    )
  return ignoresCase ? all.map((text) => text.toLowerCase()) : all
}

function wordOf({ text, values, prefix }: Argument): string {
  // Of several values the first stands for all: what it is about is the program and its options.
  return (text ?? values?.[0]?.text ?? `${prefix}…`).replace(/\s+/g, ' ')
}

function withoutGlobalOptions(words: readonly string[]): string[] {
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] ?? ''
    if (/^(?:-[Cc]|--(?:git-dir|work-tree|namespace|exec-path|config-env))$/.test(word)) at += 1
    else if (!word.startsWith('-')) break
  }
  return words.slice(at)
}
