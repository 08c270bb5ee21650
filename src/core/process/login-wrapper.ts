import type { ShellKind } from '../ports'
import { PAGER_VARIABLES } from './environment'
import { type PathRepair, pathRepairScript } from './path-repair'
import { hasPipefail } from './pipefail'
import { quoteWord } from './shell-quote'

/** What happens between the login profile and the command. */
export type WrapperInput = {
  kind: ShellKind
  cwd: string
  path: PathRepair
  /** Variables the terminal profile decides about; the wrapper leaves them alone (S-049). */
  profileNames: ReadonlySet<string>
  /** Where the command's output goes; null keeps stdout and joins stderr to it (Windows, no FIFO). */
  outputPath: string | null
  /** Printed first of all, so that the reader knows that the profile is done. */
  token: string
  /** Printed instead when the folder has vanished. */
  lostToken: string
  command: { inline: string } | { scriptPath: string }
  /** A file for the evidence of {@link closedPipeProbe}; null without a pipe in the command. */
  probePath: string | null
}

/** Exit code of a wrapper that could not enter the folder; the reader goes by the token. */
const LOST_FOLDER = 126

/**
 * The text given to `-lc` (S-024): one line that undoes what a login profile may have left behind, and then the
 * command by `eval`, in this same shell.
 *
 * Why so: the login files may print, change folder and PATH, set options and aliases (B-040…B-043), and the command
 * must see none of it except what they export or define; functions they define (`nvm`) stay usable, which a saved
 * environment could not give. That is why the login environment is not captured once and reused. Output goes to the
 * null device until the profile is done, so that neither its noise nor a daemon it starts gets hold of the command's
 * pipe. `eval` keeps line numbers and, unlike a line in front of the command, also works in zsh, which parses the
 * whole text before the first word runs. The text is not an argument of the shell: `$#` stays 0.
 */
export function loginWrapper(input: WrapperInput): string {
  const { kind } = input
  const folder = quoteWord(input.cwd)
  const cd = `${builtin(kind)}cd ${kind === 'zsh' ? '-q ' : ''}-- ${folder}`
  const say = (token: string) => `${builtin(kind)}echo ${token}`
  const output = input.outputPath === null ? '2>&1' : `>|${quoteWord(input.outputPath)} 2>&1`
  const pagers = PAGER_VARIABLES.filter((name) => !input.profileNames.has(name)).map((name) => `${name}=cat`)
  return [
    resetOptions(kind),
    pathRepairScript(input.path),
    pagers.length > 0 ? `${own(kind)}export ${pagers.join(' ')}` : '',
    // bash undoes the redirections of `builtin exec` again; those of `command exec` stay.
    `${kind === 'zsh' ? '\\builtin' : '\\command'} exec ${output}`,
    `\\[ "$PWD" = ${folder} ] || ${cd} || { ${say(input.lostToken)}; exit ${LOST_FOLDER}; }`,
    say(input.token),
    hasPipefail(kind) ? `${builtin(kind)}set -o pipefail` : '',
    input.probePath === null ? '' : closedPipeProbe(kind, input.probePath),
    'inline' in input.command
      ? `${own(kind)}eval ${quoteWord(input.command.inline)}`
      : readScript(kind, quoteWord(input.command.scriptPath)),
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/**
 * Skips functions and, by the backslash, aliases of the profile: the whole line is parsed before any of it runs. zsh's
 * `command` would look for a program instead.
 */
function builtin(kind: ShellKind): string {
  return kind === 'bash' || kind === 'zsh' ? '\\builtin ' : '\\command '
}

/** For special built-in commands, which plain shells look up before functions; only the backslash is needed there. */
function own(kind: ShellKind): string {
  return kind === 'bash' || kind === 'zsh' ? '\\builtin ' : '\\'
}

/** Undoes options and aliases of the profile that change what a command does (B-042, B-043). */
function resetOptions(kind: ShellKind): string {
  switch (kind) {
    case 'bash':
      return (
        '\\builtin set +aefknuvxC; \\builtin shopt -u expand_aliases nullglob failglob dotglob nocaseglob ' +
        'nocasematch extdebug execfail; \\builtin unalias -a; \\builtin trap - DEBUG ERR; \\builtin unset BASH_EXECUTION_STRING'
      )
    case 'zsh':
      return (
        '\\builtin setopt clobber glob nomatch no_errexit no_errreturn unset no_xtrace no_verbose no_allexport ' +
        "no_nullglob no_cshnullglob no_globdots no_correct no_correctall; \\builtin unalias -m '*'; " +
        "\\builtin unalias -sm '*'; \\builtin trap - DEBUG ZERR"
      )
    case 'mksh':
      // These shells define some of their own words as aliases; only the user's must go.
      return `\\set +aefkuvxC; \\unalias -a; ${KSH_OWN_ALIASES}`
    default:
      return '\\set +aefuvxC; \\unalias -a'
  }
}

const KSH_OWN_ALIASES = [
  "autoload='\\\\builtin typeset -fu'",
  "functions='\\\\builtin typeset -f'",
  "hash='\\\\builtin alias -t'",
  "history='\\\\builtin fc -l'",
  "integer='\\\\builtin typeset -i'",
  "local='\\\\builtin typeset'",
  "login='\\\\builtin exec login'",
  "nameref='\\\\builtin typeset -n'",
  "nohup='nohup '",
  "type='\\\\builtin whence -v'",
]
  .map((definition) => `\\alias ${definition}`)
  .join('; ')

/**
 * Leaves evidence of how a pipeline came to 141: the states of its stages (S-076, S-078). A trap only where there is
 * a pipe, because a trap costs the shell's direct exec of its last command. In bash the failing `eval` that carries
 * the command fires the trap a second time, without the stages, and is skipped. ksh keeps no states of stages (and
 * connects them by socket pairs, so that its stages see an error instead of the signal): no evidence there.
 */
function closedPipeProbe(kind: ShellKind, path: string): string {
  switch (kind) {
    case 'bash':
      return probeTrap(
        kind,
        `case "$?:\${PIPESTATUS[*]}:$BASH_COMMAND" in 141:141:?builtin\\ eval*) ;; 141:*) \\builtin echo "$- \${PIPESTATUS[*]}" >|${quoteWord(path)} ;; esac`,
        'ERR',
      )
    case 'zsh':
      return probeTrap(
        kind,
        `case $? in 141) \\builtin echo "$- $pipestatus" >|${quoteWord(path)} ;; esac`,
        'ZERR',
      )
    case 'mksh':
      return probeTrap(
        kind,
        `case $? in 141) \\echo "$- \${PIPESTATUS[*]}" >|${quoteWord(path)} ;; esac`,
        'EXIT',
      )
    default:
      return ''
  }
}

function probeTrap(kind: ShellKind, body: string, condition: string): string {
  return `${own(kind)}trap ${quoteWord(body)} ${condition}`
}

function readScript(kind: ShellKind, path: string): string {
  // `$(<file)` is read by the shell itself; plain shells would need a program for it and source the file instead.
  return kind === 'dash' || kind === 'sh' ? `\\. ${path}` : `${own(kind)}eval "$(<${path})"`
}
