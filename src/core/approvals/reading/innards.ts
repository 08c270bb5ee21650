import type { Span } from '../syntax/shell-syntax'
import { type Argument, beginningWith, exactly } from './argument'
import { type Code, codeIn } from './code-arguments'
import { printedText } from './printed-text'
import { everySegment, type Segment } from './segment'
import type { ShellState } from './shell-state'
import type { ScriptWalk } from './walk-script'
import { type Unwrapped, unwrap } from './wrappers'

/** Texts inside texts (`sh -c "sh -c …"`); people stop at two. */
const CODE_DEPTH_MAX = 6
/** Wrappers around wrappers (`sudo env nice …`); people stop at three. */
const WRAPPERS_MAX = 12

/** Finds what a command runs that is written in its words. */
export class Innards {
  private level = 0
  private isGuessing = false

  constructor(private readonly walk: ScriptWalk) {}

  /** Fills in `inner` and `problem`. */
  look(segment: Segment, state: ShellState): void {
    const { args } = segment
    const [program] = args
    if (!program) return
    if (program.text === null || /\s/.test(program.text.trim())) {
      segment.problem ??= 'the program is not named in the text'
      return
    }
    if (state.functions.has(program.text)) {
      segment.inner = { via: 'wrapper', segments: [], isTransparent: true, own: [] }
      return
    }
    const name = programName(program.text)
    const segments: Segment[] = []
    let via: NonNullable<Segment['inner']>['via'] | null = null
    let isTransparent = false
    const found = searches(name) ? this.forEach(name, args) : unwrap(name, args)
    if (found && this.level >= WRAPPERS_MAX) segment.problem ??= 'commands are nested too deeply'
    else if (found && !(found.via === 'guess' && this.isGuessing)) {
      via = found.via
      isTransparent = found.isTransparent
      const { isGuessing } = this
      this.level += 1
      this.isGuessing ||= via === 'guess'
      segments.push(...this.unwrapped(segment, found, state))
      this.level -= 1
      this.isGuessing = isGuessing
    }
    const hasInput = segment.input.kind !== 'none'
    for (const code of codeIn(name, args, hasInput)) {
      const inside = this.code(segment, code, state)
      if (inside === null) continue
      via ??= 'code'
      segments.push(...inside)
      // The words of a shell say everything when all it runs is one text.
      isTransparent ||= code.kind === 'shell' && found === null && isPlainShell(name)
    }
    if (via) segment.inner = { via, segments, isTransparent, own: found?.own ?? [] }
    if (!segment.problem && via !== 'guess')
      segment.problem = [...everySegment(segments)].find(({ problem }) => problem !== null)?.problem ?? null
  }

  private unwrapped(outer: Segment, found: Unwrapped, state: ShellState): Segment[] {
    const placeholder = replacement(found)
    const assignments = found.assignments.map(({ name, argument }) => ({
      name,
      isPlain: true,
      value: argument,
    }))
    const own = state.copy()
    const folder = found.own.findIndex(({ text }) => /^(?:-C|-D|--chdir)$/.test(text ?? ''))
    const glued = found.own.find(({ text }) => text?.startsWith('--chdir='))
    let { folders } = outer
    if (folder >= 0 || glued) {
      const target = glued
        ? exactly(glued.text?.slice('--chdir='.length) ?? '', glued)
        : found.own[folder + 1]
      own.enter(target?.values ?? null)
      folders = own.folders
    }
    return found.commands.map((words) => {
      const args =
        found.via === 'each' && placeholder === null
          ? [...words, { ...beginningWith('', outer), variables: ['{}'] }]
          : words
      const hidden = placeholder === null ? args : args.map((arg) => replaced(arg, placeholder))
      const isGuess = found.via === 'guess'
      return this.walk.inside(outer, hidden, own, {
        folders,
        assignments,
        // What `xargs` reads are arguments; its commands get nothing.
        input: found.via === 'each' ? { kind: 'none' } : outer.input,
        ...(isGuess ? { problem: null } : {}),
      })
    })
  }

  /** `find -exec` and `fd -x`. */
  private forEach(name: string, args: readonly Argument[]): Unwrapped | null {
    const commands: Argument[][] = []
    const starts = name === 'find' ? /^-(?:exec|execdir|ok|okdir)$/ : /^(?:-x|-X|--exec|--exec-batch)$/
    for (let at = 1; at < args.length; at++) {
      if (!starts.test(args[at]?.text ?? '')) continue
      const rest = args.slice(at + 1)
      const end = rest.findIndex(
        ({ text }, index) => text === ';' || (text === '+' && rest[index - 1]?.text === '{}'),
      )
      const words = end < 0 ? rest : rest.slice(0, end)
      if (words.length > 0) commands.push(words)
      at += words.length
    }
    return commands.length > 0
      ? { via: 'each', isTransparent: false, commands, assignments: [], own: [] }
      : null
  }

  /** The segments of a piece of code; null where there is nothing to follow. */
  private code(outer: Segment, code: Code, state: ShellState): Segment[] | null {
    switch (code.kind) {
      case 'shell':
        return this.shellText(outer, code.text, code.language, code.at, state)
      case 'shell-input':
        return this.shellInput(outer, state)
      case 'shell-file': {
        const { file } = code
        if (file.text === '/dev/stdin') return this.shellInput(outer, state)
        if (file.text === null && file.values === null)
          outer.problem ??= 'it runs a file that is not named in the text'
        else if (file.values?.some(({ text }) => /^\/(?:dev|proc)\//.test(text)))
          outer.problem ??= 'it runs what another command prints'
        return null
      }
      default:
        return null
    }
  }

  private shellInput(outer: Segment, state: ShellState): Segment[] | null {
    const { input } = outer
    if (input.kind === 'none') return null
    const text = input.kind === 'text' ? input.text : input.kind === 'pipe' ? printedText(input.from) : null
    if (text === null && input.kind === 'file') return null
    return this.shellText(outer, text, 'posix', outer, state, 'it runs what another command prints')
  }

  private shellText(
    outer: Segment,
    text: string | null,
    language: 'posix' | 'cmd' | 'powershell',
    at: Span,
    state: ShellState,
    why = 'it runs a text that is computed',
  ): Segment[] {
    const { rules } = this.walk
    rules.budget.texts -= 1
    if (text === null || rules.depth >= CODE_DEPTH_MAX || rules.budget.texts < 0) {
      outer.problem ??= text === null ? why : 'texts are nested too deeply'
      return []
    }
    const read = rules.readNested(text, language)
    if ('why' in read) {
      outer.problem ??= read.why
      return []
    }
    return this.walk.nested(text, read.dialect, at).script(read.script, state.copy())
  }
}

/** The program without its folder: what tables and patterns know it by. */
export function programName(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1)
}

function searches(name: string): boolean {
  return name === 'find' || name === 'gfind' || name === 'bfs' || name === 'fd' || name === 'fdfind'
}

function isPlainShell(name: string): boolean {
  return /^(?:ba|z|da|k|mk)?sh$/.test(name)
}

/** The text that stands for an argument that is not written here; null where they are appended. */
function replacement({ via, own, commands }: Unwrapped): string | null {
  if (via !== 'each') return null
  if (own.length === 0)
    return commands.some((words) => words.some(({ text }) => text?.includes('{}'))) ? '{}' : null
  for (const [index, { text }] of own.entries()) {
    if (text === null) continue
    if (text === '-I' || text === '-J') return own[index + 1]?.text ?? '{}'
    const glued = /^(?:-I|-i|--replace=)(.+)$/.exec(text)
    if (glued) return glued[1] ?? '{}'
    if (text === '-i' || text === '--replace') return '{}'
  }
  return null
}

function replaced(arg: Argument, placeholder: string): Argument {
  if (placeholder === '' || arg.text === null || !arg.text.includes(placeholder)) return arg
  const prefix = arg.text.slice(0, arg.text.indexOf(placeholder))
  return { ...beginningWith(prefix, arg), variables: ['{}'] }
}
