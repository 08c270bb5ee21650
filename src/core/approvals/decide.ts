import { posix } from 'node:path'
import type { ApprovalReason } from '../../shared/command'
import type { ShellKind, ShellResolver } from '../ports'
import { bounded, parseWords, type Segment, type Word } from './parse-words'
import { readsOnly } from './safe-commands'
import { namesSecret } from './secret-paths'

/** What may happen to a command: it runs, or a person is asked, with the parts that caused it. */
export type Decision = { kind: 'run' } | { kind: 'ask'; reasons: ApprovalReason[] }

/** A command before it may run. Folders are real paths, links followed (S-091). */
export type Question = { command: string; cwd: string; workspaceRoot: string }

/** Decides for a command; asks whenever the shell in use is not known. */
export type Approve = (question: Question, signal: AbortSignal) => Promise<Decision>

/** Most reasons a card shows; a long chain repeats itself. */
const REASONS_MAX = 8

/** Shells whose words {@link parseWords} reads as they do. */
const POSIX_SHELLS: ReadonlySet<ShellKind> = new Set(['bash', 'zsh', 'ksh', 'mksh', 'dash', 'sh'])

/**
 * Runs what is proved to only read files of the workspace, and asks about everything else (S-004, S-386, S-387, S-392,
 * S-393). Pure: it looks at nothing but its arguments.
 */
export function decide({ command, cwd, workspaceRoot }: Question, shell: ShellKind): Decision {
  if (!POSIX_SHELLS.has(shell)) return ask([{ code: 'opaque', segment: bounded(command.trim()) }])
  const parsed = parseWords(command)
  if (parsed.kind === 'opaque') return ask([{ code: parsed.code, segment: parsed.segment }])
  const reasons: ApprovalReason[] = []
  if (!isOpenFolder(workspaceRoot, cwd)) reasons.push({ code: 'workdir-outside', segment: bounded(cwd) })

  // A `cd` may fail or run in a part of the line that is skipped: what follows must be right in every folder.
  let folders = [cwd]
  for (const segment of parsed.segments) {
    const reason = reasonFor(segment, folders, workspaceRoot)
    if (reason) reasons.push(reason)
    const target = cdTarget(segment.words)
    if (target !== null) folders = [...folders, ...folders.map((folder) => posix.resolve(folder, target))]
    if (folders.length > FOLDERS_MAX) return ask([{ code: 'opaque', segment: bounded(command.trim()) }])
  }
  return reasons.length === 0 ? { kind: 'run' } : ask(reasons)
}

/** Folders a line may be in at most; each `cd` doubles them. */
const FOLDERS_MAX = 16

/** {@link decide} for the shell commands will really run in (S-015). */
export function approveFor(shells: ShellResolver): Approve {
  return async (question, signal) => {
    try {
      return decide(question, (await shells.resolve(signal)).kind)
    } catch {
      // No shell, or stopped meanwhile: the start itself will say so; nothing is proved, so it asks.
      return ask([{ code: 'opaque', segment: bounded(question.command.trim()) }])
    }
  }
}

function reasonFor(
  { words, text }: Segment,
  folders: readonly string[],
  root: string,
): ApprovalReason | null {
  const isKnown = cdTarget(words) !== null || readsOnly(words)
  const [, ...args] = words
  if (!isKnown || args.some(({ text: word }) => namesSecret(word)))
    return { code: 'not-read-only', segment: bounded(text) }
  if (args.some((word) => leavesWorkspace(word, folders, root)))
    return { code: 'workdir-outside', segment: bounded(text) }
  return null
}

/** The folder a plain `cd` goes to. */
function cdTarget([program, target, ...more]: readonly Word[]): string | null {
  if (program?.text !== 'cd' || !target || target.isGlob || more.length > 0) return null
  // Not `-`, which is the last folder, nor `~` and `/`, which are outside.
  return /^[\w.][\w./ +@-]*$/.test(target.text) ? target.text : null
}

/** Whether a word may name something outside; a value behind `=` counts too. */
function leavesWorkspace({ text }: Word, folders: readonly string[], root: string): boolean {
  const path = text.startsWith('-') ? text.slice(text.indexOf('=') + 1) : text
  if (path.startsWith('/')) return path !== '/dev/null' && !isOpenFolder(root, path)
  if (!/(?:^|\/)\.\.(?:\/|$)/.test(path)) return false
  return folders.some((folder) => !isOpenFolder(root, posix.resolve(folder, path)))
}

/** True inside the workspace, but not inside the repository's own data (S-090). */
function isOpenFolder(root: string, path: string): boolean {
  const inside = posix.relative(root, posix.normalize(path))
  if (inside === '..' || inside.startsWith('../') || posix.isAbsolute(inside)) return false
  return !inside.split('/').includes('.git')
}

function ask(reasons: ApprovalReason[]): Decision {
  return { kind: 'ask', reasons: reasons.slice(0, REASONS_MAX) }
}
