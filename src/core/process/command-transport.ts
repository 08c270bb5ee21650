import type { CommandSpec } from '../ports'
import { loginWrapper } from './login-wrapper'
import { mentionsPipe } from './pipefail'
import { powerShellFromFile, powerShellPrelude, powerShellScript } from './powershell-script'
import { isPosixKind } from './shell-kind'
import { posixFromWindows, posixPathList } from './windows-path'

/**
 * Longest text handed over as an argument, in bytes. Linux takes 128 KiB for one argument, of which quoting and the
 * wrapper need their part; a longer command goes through an owner-only file (B-196).
 */
const POSIX_INLINE_BYTES = 96 * 1024
/** Windows takes 32,767 characters for a whole command line, cmd 8,191. */
const WINDOWS_INLINE_CHARS = { powershell: 24_000, cmd: 7_000, posix: 24_000 } as const

export type TransportInput = {
  spec: CommandSpec
  platform: 'linux' | 'darwin' | 'win32'
  /** PATH the shell is started with. */
  startPath: string
  ripgrepDir: string | null
  /** The FIFO the shell opens when its profile is done; null where there is none (Windows). */
  outputPath: string | null
  token: string
  lostToken: string
  /** Where a script file and the evidence of a closed pipe may be put. */
  scriptPath: string
  probePath: string
}

/** How the command's text reaches the shell, byte for byte. */
export type Transport = {
  /** The text behind `-lc`, `-Command` or `/c`. */
  text: string
  /** A file to write before, owner-only, and to delete afterwards. */
  script: { path: string; content: string } | null
  /** The shell switches to the FIFO itself; otherwise it must be started with its output there. */
  opensOutput: boolean
  /** The token is printed when the profile is done; otherwise the command begins at once. */
  announces: boolean
  /** Set when the shell may leave evidence of a closed pipe (S-076). */
  probePath: string | null
}

/** Chooses text and files for one command (S-024…S-026, S-036). */
export function commandTransport(input: TransportInput): Transport {
  const { kind } = input.spec.shell
  if (kind === 'cmd') return cmdTransport(input)
  return isPosixKind(kind) ? posixTransport(input) : powerShellTransport(input)
}

function posixTransport(input: TransportInput): Transport {
  const { spec } = input
  const { kind, flavour, path } = spec.shell
  const quotedSize = Buffer.byteLength(spec.command) + 3 * (spec.command.split("'").length - 1)
  const limit = input.platform === 'win32' ? WINDOWS_INLINE_CHARS.posix : POSIX_INLINE_BYTES
  const script = quotedSize > limit ? { path: input.scriptPath, content: spec.command } : null
  const notation =
    flavour === 'git-bash' || flavour === 'cygwin'
      ? {
          list: (list: string) => posixPathList(list, flavour, path),
          one: (one: string) => posixFromWindows(one, flavour, path),
        }
      : { list: (list: string) => list, one: (one: string) => one }
  const probePath = mentionsPipe(spec.command) ? input.probePath : null
  const text = loginWrapper({
    kind,
    cwd: notation.one(spec.cwd),
    path: {
      before: notation.list(input.startPath),
      append: input.ripgrepDir === null ? null : notation.one(input.ripgrepDir),
    },
    profileNames: new Set(Object.keys(spec.shell.env)),
    outputPath: input.outputPath,
    token: input.token,
    lostToken: input.lostToken,
    command: script ? { scriptPath: notation.one(script.path) } : { inline: spec.command },
    probePath: probePath === null ? null : notation.one(probePath),
  })
  return { text, script, opensOutput: input.outputPath !== null, announces: true, probePath }
}

function powerShellTransport(input: TransportInput): Transport {
  const body = powerShellScript(input.spec.command)
  const prelude = powerShellPrelude({ cwd: input.spec.cwd, appendPath: input.ripgrepDir, token: input.token })
  const isLong =
    input.platform === 'win32'
      ? body.length > WINDOWS_INLINE_CHARS.powershell
      : Buffer.byteLength(body) > POSIX_INLINE_BYTES
  const path = `${input.scriptPath}.ps1`
  return {
    text: prelude + (isLong ? powerShellFromFile(path) : body),
    // The mark makes Windows PowerShell read the file as UTF-8.
    script: isLong ? { path, content: `\ufeff${body}` } : null,
    opensOutput: false,
    announces: true,
    probePath: null,
  }
}

/** `/c` takes one line only; several lines, or a long one, go through a batch file. */
function cmdTransport(input: TransportInput): Transport {
  const { command } = input.spec
  const needsFile = /[\r\n]/.test(command) || command.length > WINDOWS_INLINE_CHARS.cmd
  const path = `${input.scriptPath}.cmd`
  return {
    text: needsFile ? `"${path}"` : command,
    script: needsFile ? { path, content: `@echo off\r\n${command.replace(/\r?\n/g, '\r\n')}\r\n` } : null,
    opensOutput: false,
    announces: false,
    probePath: null,
  }
}
