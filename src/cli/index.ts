import { constants, tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { version } from '../../package.json'
import { systemClock } from '../core/clock'
import { systemIds } from '../core/system-ids'
import { runCheck } from './check'
import { type RawCheckOptions, readCheckOptions } from './check-options'
import { readCliFacts } from './cli-facts'
import { runExec } from './exec'
import { type RawExecOptions, readExecOptions } from './exec-options'
import { runPrompt } from './run'
import { askAtTerminal, machineParts } from './run-machine'
import { type RawRunOptions, readRunOptions } from './run-options'
import { UsageError } from './usage-error'

/** Exit codes of the tool itself, apart from the command's. */
const USAGE = 2
const BUG = 70
/** The machine refused something, for example because its disk is full. */
const MACHINE = 74

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const program = new Command('vigil')
  .description('Runs shell commands the way Vigil’s agents do.')
  .version(version)
  .showHelpAfterError('(vigil --help explains the commands)')
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? 0 : USAGE)
  })

program
  .command('exec')
  .description('run one command through the shell tool, without a model')
  .argument('[command...]', 'the command as one argument, after --')
  .option('--json', 'print one JSON object per line instead of plain output')
  .option('--workdir <dir>', 'folder to run in (default: the current one)')
  .option(
    '--timeout <ms>',
    'how long to wait before the command counts as a background command, 5000 to 60000',
  )
  .option('--profile <name>', 'terminal profile whose shell runs the command')
  .option('--stop-after <ms>', 'stop the command after this time, as the Stop button would')
  .option('--command-file <file>', 'read the command from a file, or from standard input with -')
  .addHelpText('after', execHelp())
  .action(async (words: string[], raw: RawExecOptions) => {
    const options = await readExecOptions(words, raw, process.stdin)
    const interrupted = interruption()
    const code = await runExec(options, {
      facts: readCliFacts(version),
      cwd: currentFolder(),
      tempRoot: tmpdir(),
      runner: fileURLToPath(new URL('runner.js', import.meta.url)),
      clock: systemClock,
      ids: systemIds,
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      interrupted,
    })
    process.exitCode = interrupted.aborted ? codeOf(interrupted.reason) : code
  })

program
  .command('run')
  .description('run a chat without a window: the agent works until it has answered and nothing runs any more')
  .argument('[prompt...]', 'what the agent is asked to do')
  .option('--unattended', 'nobody can answer: commands that need a confirmation are rejected at once')
  .option('--json', 'print one JSON object per line for everything that happens')
  .option('--model <name>', 'runbook, a model of the settings (connection/model), or one of --base-url')
  .option('--base-url <url>', 'an OpenAI-compatible server to use instead of the connections of the app')
  .option('--key-env <name>', 'environment variable that holds the key of --base-url')
  .option('--mode <mode>', 'standard, auto, plan or bypass (default: standard)')
  .option('--allow <pattern>', 'a pattern that may run, for example "npm run *"; may be given again', collect)
  .option('--image <file>', 'an image that goes along with the prompt; may be given again', collect)
  .option('--workdir <dir>', 'folder the agent works in (default: the current one)')
  .option('--profile <name>', 'terminal profile whose shell runs the commands')
  .option('--data-dir <dir>', 'data folder of the app, for its settings')
  .option('--prompt-file <file>', 'read the prompt from a file, or from standard input with -')
  .addOption(new Option('--kodik-unattended').hideHelp())
  .addHelpText('after', runHelp())
  .action(async (words: string[], raw: RawRunOptions) => {
    const options = await readRunOptions(words, raw, process.stdin)
    const interrupted = interruption()
    const facts = readCliFacts(version)
    const runner = fileURLToPath(new URL('runner.js', import.meta.url))
    const code = await runPrompt(options, {
      facts,
      cwd: currentFolder(),
      tempRoot: tmpdir(),
      clock: systemClock,
      ids: systemIds,
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      interrupted,
      ask: process.stdin.isTTY && raw.promptFile !== '-' ? askAtTerminal : null,
      parts: (paths, settings) => machineParts({ paths, settings, facts, runner }),
    })
    process.exitCode = interrupted.aborted ? codeOf(interrupted.reason) : code
  })

program
  .command('check')
  .description('tell whether a command would run, ask or be refused, and why; run nothing')
  .argument('[command...]', 'the command as one argument, after --')
  .option('--json', 'print the decision as one JSON object')
  .option('--workdir <dir>', 'folder it would run in, and the workspace (default: the current one)')
  .option('--mode <mode>', 'standard, auto, plan or bypass (default: standard)')
  .option('--allow <pattern>', 'a pattern that may run, for example "npm run *"; may be given again', collect)
  .option('--stdin', 'read one JSON object per line and answer each with one line')
  .action(async (words: string[], raw: RawCheckOptions) => {
    const options = readCheckOptions(words, raw)
    // A reader that went away wants no more answers.
    process.stdout.on('error', () => process.exit(128 + signalOf('SIGPIPE')))
    process.exitCode = await runCheck(options, {
      facts: readCliFacts(version),
      cwd: currentFolder(),
      stdin: process.stdin,
      out: (text) => process.stdout.write(text),
    })
  })

/** Aborted by a signal that ends the tool, with the signal's name as the reason, or by an output that takes no more. */
function interruption(): AbortSignal {
  const interrupted = new AbortController()
  for (const signal of STOP_SIGNALS) process.on(signal, () => interrupted.abort(signal))
  // A reader that went away, as in `vigil exec … | head`, wants no more output: that ends the work too.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return interrupted.abort('SIGPIPE')
    process.stderr.write(`vigil: standard output cannot be written: ${error.message}\n`)
    interrupted.abort(error)
  })
  return interrupted.signal
}

function currentFolder(): string {
  try {
    return process.cwd()
  } catch (error) {
    throw new UsageError('The current folder does not exist any more.', { cause: error })
  }
}

function collect(pattern: string, all: string[] = []): string[] {
  return [...all, pattern]
}

function runHelp(): string {
  return [
    '',
    'Example: vigil run --unattended --model runbook "npm test"',
    '',
    'The exit code is 0 when the agent has answered, 1 when its turn failed or reached the limit of steps, 2 for wrong',
    'usage. A command in the background keeps the run open until its result has reached the agent; a server does not.',
    'SIGINT and SIGTERM stop the turn and everything it runs.',
  ].join('\n')
}

function execHelp(): string {
  return [
    '',
    "Example: vigil exec --json --timeout 20000 -- 'npm test | tail -n 20'",
    '',
    'The exit code is the command’s, or 128 + n when a signal ended it; 126 when it was not started, 2 for wrong usage.',
    'SIGINT and SIGTERM stop the command with everything it started.',
  ].join('\n')
}

function signalOf(signal: NodeJS.Signals): number {
  return constants.signals[signal]
}

/** What the tool exits with after an {@link interruption}. */
function codeOf(reason: unknown): number {
  return typeof reason === 'string' ? 128 + signalOf(reason as NodeJS.Signals) : MACHINE
}

// Facts that nobody can read any more are no reason to end the work.
process.stderr.on('error', () => {})

try {
  await program.parseAsync()
} catch (error) {
  const isUsage = error instanceof UsageError
  const isMachine = !isUsage && error instanceof Error && 'code' in error
  process.stderr.write(`vigil: ${isUsage || isMachine ? error.message : textOf(error)}\n`)
  process.exitCode = isUsage ? USAGE : isMachine ? MACHINE : BUG
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
