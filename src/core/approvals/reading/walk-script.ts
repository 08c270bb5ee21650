import type {
  Command,
  Part,
  Pipeline,
  Redirection,
  Script,
  ShellDialect,
  SimpleCommand,
  Span,
  Word,
} from '../syntax/shell-syntax'
import { type Argument, exactly, type Value } from './argument'
import { expandSingle, expandWord } from './expand-word'
import { Innards } from './innards'
import type { FileUse, Input, Segment } from './segment'
import { applyBuiltin, entersFolder } from './shell-builtins'
import type { ShellState } from './shell-state'

/** How a nested text is read again; null with the reason when it is not understood. */
export type ReadNested = (
  text: string,
  language: 'posix' | 'cmd' | 'powershell',
) => { script: Script; dialect: ShellDialect } | { why: string }

export type WalkRules = {
  text: string
  dialect: ShellDialect
  readNested: ReadNested
  /** Where everything is said to stand; the words that hold it, for code inside words. */
  origin: Span | null
  /** Texts inside texts so far. */
  depth: number
  /** What may still be followed; shared by all texts inside one. */
  budget: Budget
}

/** Arguments, each in every folder its command may run in, and texts inside texts. */
export type Budget = { places: number; texts: number }

/** What people need, many times over; each place and each text costs some microseconds. */
export function freshBudget(): Budget {
  return { places: 3000, texts: 30 }
}

type Surroundings = { input: Input; certain: boolean }

/** Follows a text from front to back and tells every command that it may run. */
export class ScriptWalk {
  private readonly innards: Innards

  constructor(readonly rules: WalkRules) {
    this.innards = new Innards(this)
  }

  script(
    script: Script,
    state: ShellState,
    around: Surroundings = { input: { kind: 'none' }, certain: true },
  ): Segment[] {
    const all: Segment[] = []
    // Folders of this list so far: behind `cd x &&` only the new one counts, until the chain ends.
    let possible = state.folders
    for (const [index, pipeline] of script.pipelines.entries()) {
      possible = union(possible, state.folders)
      if (pipeline.after !== '&&') state.folders = possible
      const before = state.entered
      all.push(...this.pipeline(pipeline, state, around))
      const isMove = pipeline.stages.length === 1 && state.entered !== before
      possible = union(possible, state.folders)
      if (isMove && script.pipelines[index + 1]?.after === '&&') state.folders = state.entered
    }
    state.folders = union(possible, state.folders)
    return all
  }

  private pipeline(
    { stages, after, isBackground }: Pipeline,
    state: ShellState,
    around: Surroundings,
  ): Segment[] {
    const certain = around.certain && after === null
    const [only] = stages
    if (stages.length === 1 && only && !isBackground) return this.command(only, state, { ...around, certain })
    const all: Segment[] = []
    let input = around.input
    for (const stage of stages) {
      // Which stages run in the shell itself differs; what one did may have happened.
      const own = state.copy()
      const segments = this.command(stage, own, { input, certain })
      if (!isBackground) state.absorb(own)
      all.push(...segments)
      input = { kind: 'pipe', from: [...all] }
    }
    return all
  }

  private command(command: Command, state: ShellState, around: Surroundings): Segment[] {
    if (command.kind === 'simple') return this.simple(command, state, around)
    const substitutions: Segment[] = []
    const words = command.words.flatMap((word) => this.expand(word, state, substitutions))
    const { files, input, inputVariables } = this.redirections(
      command.redirections,
      state,
      around.input,
      substitutions,
    )
    const own: Segment = {
      ...this.blank(command, state),
      kind: KINDS[command.form],
      compound: command.form,
      args: words,
      files,
      input,
      inputVariables,
      substitutions,
    }
    const inside: Surroundings = { input, certain: false }
    switch (command.form) {
      case 'subshell':
        return [
          ...substitutions,
          own,
          ...this.bodies(command.bodies, state.copy(), { ...inside, certain: around.certain }),
        ]
      case 'group':
        return [
          ...substitutions,
          own,
          ...this.bodies(command.bodies, state, { ...inside, certain: around.certain }),
        ]
      case 'function': {
        if (command.name) state.functions.add(command.name)
        const unknown = state.copy()
        unknown.forgetAll()
        if (command.bodies.some(entersFolder)) {
          unknown.folders = null
          state.folders = null
        }
        own.args = command.name === null ? [] : [exactly(command.name, command)]
        return [...substitutions, own, ...this.bodies(command.bodies, unknown, inside)]
      }
      case 'loop': {
        if (command.bodies.some(entersFolder)) state.folders = null
        for (const name of assignedNames(command.bodies)) state.assign(name, null, false)
        if (command.name !== null) {
          const values = words.flatMap(({ values }) => values ?? [null])
          const known =
            values.includes(null) || words.some(({ splits }) => splits) ? null : (values as Value[])
          state.assign(command.name, known, true)
          const value = words[0] ?? exactly('', command)
          own.assignments = [{ name: command.name, isPlain: true, value }]
        }
        const segments = this.bodies(command.bodies, state, inside)
        return [...substitutions, own, ...segments]
      }
      default:
        return [...substitutions, own, ...this.bodies(command.bodies, state, inside)]
    }
  }

  private bodies(bodies: readonly Script[], state: ShellState, around: Surroundings): Segment[] {
    return bodies.flatMap((body) => this.script(body, state, around))
  }

  private simple(command: SimpleCommand, state: ShellState, around: Surroundings): Segment[] {
    const substitutions: Segment[] = []
    const args = command.words.flatMap((word) => this.expand(word, state, substitutions))
    const { files, input, inputVariables } = this.redirections(
      command.redirections,
      state,
      around.input,
      substitutions,
    )
    const assignments: Segment['assignments'] = command.assignments.map(({ name, isPlain, values }) => {
      // `name=` sets it to nothing.
      const all = values.map((word) =>
        word.parts.length === 0 ? exactly('', word) : this.expandOne(word, state, substitutions),
      )
      return { name, isPlain, value: all[0] ?? exactly('', command) }
    })
    const segment: Segment = {
      ...this.blank(command, state),
      kind: args.length > 0 ? 'command' : 'assignment',
      args,
      assignments,
      files,
      input,
      inputVariables,
      substitutions,
    }
    if (args.length === 0) {
      for (const { name, isPlain, value } of assignments)
        state.assign(name, isPlain && !value.splits ? value.values : null, around.certain)
    } else {
      for (const { name } of assignments) state.assign(name, null, false)
      if (this.rules.budget.places < 0) {
        segment.problem = 'more words than can be followed'
        return [...substitutions, segment]
      }
      this.innards.look(segment, state)
      applyBuiltin(segment, state)
    }
    return [...substitutions, segment]
  }

  /** A command that is written inside the words of another. */
  inside(outer: Segment, args: Argument[], state: ShellState, part: Partial<Segment> = {}): Segment {
    const first = args[0] ?? outer
    const last = args.at(-1) ?? outer
    const span = { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) }
    const segment: Segment = {
      ...this.blank(span, state),
      kind: 'command',
      args,
      input: outer.input,
      folders: outer.folders,
      substitutions: outer.substitutions,
      ...part,
    }
    this.innards.look(segment, state)
    return segment
  }

  /** Follows a text that stands in the words at `at`. */
  nested(text: string, dialect: ShellDialect, at: Span): ScriptWalk {
    const { readNested, depth, origin, budget } = this.rules
    const place = origin ?? { start: at.start, end: at.end }
    return new ScriptWalk({ text, dialect, readNested, origin: place, depth: depth + 1, budget })
  }

  private blank(span: Span, state: ShellState): Segment {
    const { origin, text, depth } = this.rules
    const { start, end } = origin ?? span
    return {
      start,
      end,
      kind: 'command',
      text: text.slice(span.start, span.end),
      args: [],
      assignments: [],
      files: [],
      input: { kind: 'none' },
      inputVariables: [],
      folders: state.folders && [...state.folders],
      substitutions: [],
      inner: null,
      problem: null,
      isNested: depth > 0,
      compound: null,
    }
  }

  private expand(word: Word, state: ShellState, substitutions: Segment[]): Argument[] {
    this.collect(word.parts, state, substitutions)
    const { budget, dialect } = this.rules
    const hasBraces = !/^(?:dash|sh)$/.test(dialect)
    const args = budget.places < 0 ? [expandSingle(word, state)] : expandWord(word, { state, hasBraces })
    budget.places -= args.length * (state.folders?.length ?? 1)
    return this.placed(args)
  }

  private expandOne(word: Word, state: ShellState, substitutions: Segment[]): Argument {
    this.collect(word.parts, state, substitutions)
    const [argument] = this.placed([expandSingle(word, state)])
    return argument ?? exactly('', word)
  }

  private placed(args: Argument[]): Argument[] {
    const { origin } = this.rules
    return origin ? args.map((arg) => ({ ...arg, start: origin.start, end: origin.end })) : args
  }

  private collect(parts: readonly Part[], state: ShellState, into: Segment[]): void {
    for (const part of parts) {
      if (part.kind === 'substitution' || part.kind === 'process')
        into.push(...this.script(part.body, state.copy()))
      else if (part.kind === 'quoted') this.collect(part.parts, state, into)
      else if (part.kind === 'arithmetic') this.collect(part.operand.parts, state, into)
      else if (part.kind === 'variable' && part.operand) this.collect(part.operand.parts, state, into)
    }
  }

  private redirections(
    all: readonly Redirection[],
    state: ShellState,
    outer: Input,
    substitutions: Segment[],
  ): Pick<Segment, 'files' | 'input' | 'inputVariables'> {
    const files: FileUse[] = []
    const inputVariables: string[] = []
    let input = outer
    for (const { operator, target, start, end } of all) {
      const argument = this.expandOne(target, state, substitutions)
      const span = this.rules.origin ?? { start, end }
      if (operator === '<<' || operator === '<<<') {
        input = argument.text === null ? { kind: 'unknown' } : { kind: 'text', text: argument.text }
        inputVariables.push(...argument.variables)
        continue
      }
      // Between descriptors; anything else behind `>&` is a file.
      if (operator === '<&' || (operator === '>&' && /^(?:\d+-?|-)$/.test(argument.text ?? ''))) continue
      const access = operator === '<' ? 'read' : 'write'
      if (access === 'read') {
        const from = processBody(target)
        input = from ? { kind: 'pipe', from: substitutions } : { kind: 'file' }
        if (from) continue
      }
      if (access === 'write' && processBody(target)) continue
      files.push({ ...span, access, operator, target: argument })
    }
    return { files, input, inputVariables }
  }
}

function processBody({ parts }: Word): boolean {
  return parts.length === 1 && parts[0]?.kind === 'process'
}

const KINDS: Record<Exclude<Segment['compound'], null>, Segment['kind']> = {
  subshell: 'block',
  group: 'block',
  if: 'block',
  case: 'block',
  loop: 'loop',
  function: 'function',
  test: 'test',
  arithmetic: 'arithmetic',
}

/** Variables that a body may set, as far as assignments and `read` tell. */
function assignedNames(bodies: readonly Script[]): string[] {
  const names: string[] = []
  const visit = (command: Command) => {
    if (command.kind === 'simple') {
      names.push(...command.assignments.map(({ name }) => name))
      return
    }
    if (command.name !== null) names.push(command.name)
    names.push(...assignedNames(command.bodies))
  }
  for (const body of bodies) for (const { stages } of body.pipelines) stages.forEach(visit)
  return names
}

function union(one: string[] | null, other: string[] | null): string[] | null {
  return one && other ? [...new Set([...one, ...other])] : null
}
