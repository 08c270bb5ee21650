import { type Code, codeIn } from '../reading/code-arguments'
import { programName } from '../reading/innards'
import { everySegment, type Segment } from '../reading/segment'
import { firmPart, placesOf } from './places'

/**
 * Files that a command runs directly: programs named by their path, and scripts given to an interpreter, of the kinds that
 * `takes` says; in order, a file that runs twice named twice. What a pattern may stand for is not among them.
 */
export function filesRun(segments: readonly Segment[], takes: (code: Code) => boolean): string[] {
  const paths: string[] = []
  for (const { kind, args, folders, input } of everySegment(segments)) {
    const [program] = args
    if (kind !== 'command' || program?.text == null) continue
    const files = codeIn(programName(program.text), args, input.kind !== 'none').flatMap((code) =>
      'file' in code && takes(code) ? [code.file] : [],
    )
    if (program.text.includes('/')) files.push(program)
    for (const file of files)
      for (const place of placesOf(file, folders) ?? []) if (!place.isPattern) paths.push(firmPart(place))
  }
  return paths
}
