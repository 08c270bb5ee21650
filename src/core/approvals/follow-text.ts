import type { FactBook } from './facts'
import type { Question } from './question'
import type { Segment } from './reading/segment'
import { ShellState } from './reading/shell-state'
import { freshBudget, ScriptWalk } from './reading/walk-script'
import type { CommandParser, Parsed } from './syntax/parse-command'
import type { Span } from './syntax/shell-syntax'

/** Every command that a text may run, followed from front to back; none where it is not understood. */
export function commandsIn(
  parsed: Parsed,
  { homeDir, cwd }: Pick<Question, 'homeDir' | 'cwd'>,
  facts: FactBook,
  parse: CommandParser,
  /** Where everything is said to stand; for a text that a command runs from a file. */
  origin: Span | null = null,
): Segment[] {
  if (parsed.kind !== 'commands') return []
  const { text, shell, script } = parsed
  const isPosix = shell !== 'powershell' && shell !== 'cmd'
  const walk = new ScriptWalk({
    text,
    // Shells of Windows have no braces to expand.
    dialect: isPosix ? shell : 'sh',
    readNested(inner, language) {
      const kind = language === 'posix' ? 'bash' : language
      const read = parse(inner, kind)
      if (read.kind === 'commands' && read.doubt !== null) return { why: read.doubt.why }
      return read.kind === 'opaque'
        ? { why: read.why }
        : { script: read.script, dialect: kind === 'bash' ? 'bash' : 'sh' }
    },
    origin,
    depth: 0,
    budget: freshBudget(),
  })
  return walk.script(script, new ShellState(homeDir, [facts.path(cwd).real]))
}
