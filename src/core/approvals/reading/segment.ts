import type { CompoundCommand, Redirection, Span } from '../syntax/shell-syntax'
import type { Argument } from './argument'

/** A file behind a redirection. Descriptors, here-documents and `/dev/null` are none. */
export type FileUse = Span & { access: 'read' | 'write'; operator: Redirection['operator']; target: Argument }

/** Where a command's standard input comes from. */
export type Input =
  | { kind: 'none' }
  | { kind: 'text'; text: string }
  | { kind: 'file' }
  /** Written by other commands, the ones before it in its pipeline. */
  | { kind: 'pipe'; from: Segment[] }
  | { kind: 'unknown' }

/** How a segment came to be inside another. */
export type Via =
  /** `sudo X`, `env X`: the same words without the wrapper. */
  | 'wrapper'
  /** `sh -c '…'`, `eval …`: text that a shell reads again. */
  | 'code'
  /** `xargs X`, `find -exec X`: with arguments that are not written here. */
  | 'each'
  /** One of several readings of a wrapper whose options are not known. */
  | 'guess'

/** One command of a text with everything that is known about it. */
export type Segment = Span & {
  kind: 'command' | 'assignment' | 'function' | 'test' | 'arithmetic' | 'loop' | 'block'
  /** As it is written. */
  text: string
  /** The program and its arguments; empty where there is none. */
  args: Argument[]
  /** Assignments in front of the program, or alone, or of a loop's variable. */
  assignments: { name: string; isPlain: boolean; value: Argument }[]
  files: FileUse[]
  input: Input
  /** Variables that its here-document or here-string shows. */
  inputVariables: string[]
  /** The folders it may run in; null when that may be anywhere. */
  folders: string[] | null
  /** Commands in its substitutions; they are segments of the text too. */
  substitutions: Segment[]
  /** What it runs, where that is written in its words. */
  inner: {
    via: Via
    segments: Segment[]
    isTransparent: boolean
    /** Words of a wrapper before what it runs. */
    own: Argument[]
  } | null
  /** Why it cannot be judged: a program or code that is computed. */
  problem: string | null
  /** Inside `sh -c` and the like. */
  isNested: boolean
  compound: CompoundCommand['form'] | null
}

/** A segment, what it runs and what its substitutions run, all the way down. */
export function* everySegment(segments: readonly Segment[]): Generator<Segment> {
  for (const segment of segments) {
    yield segment
    if (segment.inner) yield* everySegment(segment.inner.segments)
  }
}
