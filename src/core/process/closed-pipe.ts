/**
 * Whether a shell's 141 came from a pipeline whose later stage only closed the pipe (S-076, S-078). `evidence` is what
 * the probe in the shell left: its option letters and the states of the last failed pipeline's stages, the last one
 * last; null when it left nothing. A last stage that failed itself closed no pipe.
 *
 * Under `set -e` the shell gave up at that pipeline: what stood behind it never ran, so it is a success only where
 * nothing stood behind it.
 */
export function isClosedPipe(code: number | null, command: string, evidence: string | null): boolean {
  if (code !== 141 || evidence === null) return false
  const [options = '', ...stages] = evidence.trim().split(' ')
  if (stages.length < 2 || stages.at(-1) !== '0' || !stages.includes('141')) return false
  return !options.includes('e') || isLastPipeline(command)
}

// Everything behind the last pipe is one simple command.
function isLastPipeline(command: string): boolean {
  const lastStage = command.trimEnd().slice(command.lastIndexOf('|') + 1)
  return !/[;&\n]/.test(lastStage)
}
