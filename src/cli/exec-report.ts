import { durationText } from '../core/jobs/duration-text'
import type { CommandOutcome } from '../shared/command'
import type { Millis } from '../shared/ids'

/** One line of `--json`: the answer of the tool, or the end of a command that went to the background. */
export type ExecLine = CommandOutcome & {
  event: 'result' | 'completion'
  /** What the model receives. */
  text: string
  /** From the call to this line. */
  wallMs: Millis
  /** How long the command ran; only in a completion. */
  ranMs?: Millis
}

/** A line as it is printed. */
export function jsonLine({ event, text, wallMs, ranMs, ...outcome }: ExecLine): string {
  return `${JSON.stringify({
    event,
    status: outcome.status,
    exitCode: outcome.exitCode,
    signal: outcome.signal,
    terminalId: outcome.terminalId,
    text,
    output: outcome.output,
    truncated: outcome.truncated,
    omittedLines: outcome.omittedLines,
    fullOutputPath: outcome.fullOutputPath,
    fullOutputBytes: outcome.fullOutputBytes,
    ...(outcome.server ? { server: outcome.server } : {}),
    wallMs,
    ...(ranMs === undefined ? {} : { ranMs }),
  })}\n`
}

/** What a person reads: the output, and facts beside it. `shown` is what they have not seen yet. */
export function plainReport(line: ExecLine, shown: string): { out: string; err: string } {
  const facts = [
    factOf(line),
    ...(line.truncated && line.fullOutputPath !== null
      ? [`shortened; full output (${line.fullOutputBytes} bytes): ${line.fullOutputPath}`]
      : []),
    ...notesOf(line),
  ]
  return {
    out: shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`,
    err: facts.map((fact) => `vigil: ${fact}\n`).join(''),
  }
}

function factOf(line: ExecLine): string {
  const ran = durationText(line.ranMs ?? line.wallMs)
  switch (line.status) {
    case 'refused':
      return line.text
    case 'background':
      return `still running after ${ran}; waiting for its end (Ctrl+C stops it)`
    case 'stopped':
      return `stopped after ${ran}${line.exitCode === null ? '' : `, exit code ${line.exitCode}`}`
    case 'exited':
      return `exit code ${line.exitCode ?? 'unknown'}${line.signal === null ? '' : ` (${line.signal})`}, ${ran}`
  }
}

/** The notes of the answer, above its output. What is meant for an agent alone stays out. */
function notesOf({ text, output, status }: ExecLine): string[] {
  const above = output !== '' && text.endsWith(output) ? text.slice(0, -output.length) : text
  if (status === 'refused' || status === 'background') return []
  return above
    .split('\n')
    .filter((part) => part.startsWith('Note: '))
    .map((part) => part.slice('Note: '.length))
}

/** Exit code of the tool: the command's own, 128 + n after a signal, 126 when it could not be started. */
export function exitCodeFor({ status, exitCode }: CommandOutcome): number {
  if (status === 'refused') return 126
  // An end nobody knows anything about is no success.
  return exitCode ?? (status === 'stopped' ? 143 : 1)
}
