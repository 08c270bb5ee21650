import { bounded, type Reason } from './decision'
import { commandsIn } from './follow-text'
import { reason, type Surroundings } from './judge'
import { sedReads } from './read-only/sed'
import { codeIn } from './reading/code-arguments'
import { programName } from './reading/innards'
import { everySegment, type Segment } from './reading/segment'
import { blockedPattern, mentionedPattern, onTheList } from './rules/blocked-list'
import { filesRun } from './rules/files-run'
import { networkCode } from './rules/network-code'
import { forkBomb, type Ruin, ruinInForeign, ruinOf } from './rules/ruin'
import type { CommandParser } from './syntax/parse-command'

/** Scripts of one command that are read; a build has one or two. */
const SCRIPTS_MAX = 4
const SYSTEM_FOLDER = /^\/(?:usr|bin|sbin|lib\w*|opt|dev|proc|sys)\//

/** What of a text is on the blocked list or ruin, also in the scripts that it runs (S-372…S-384). */
export function ruinReasons(
  segments: readonly Segment[],
  { question, facts, shell }: Surroundings,
  parse: CommandParser,
): Reason[] {
  const found: Reason[] = []
  const add = (segment: Segment, rule: Reason['rule'], text: string, subject?: string) => {
    found.push(reason(segment, bounded(segment.text), rule, text, subject))
  }
  const ignoresCase = shell === 'powershell' || shell === 'cmd'
  const places = {
    homeDir: question.homeDir,
    workspaceRoot: question.workspaceRoot,
    realPath: (path: string) => facts.path(path).real,
  }
  for (const segment of segments) {
    for (const each of everySegment([segment])) {
      const pattern = blockedPattern(each, question.blocked, ignoresCase)
      if (pattern !== null) add(segment, 'blocked-pattern', onTheList(pattern), pattern)
      const ruin = ruinOf(each, places)
      if (ruin) add(segment, ruin.rule, ruin.text)
      for (const text of foreignTexts(each)) {
        const mentioned = mentionedPattern(text, question.blocked)
        if (mentioned !== null)
          add(
            segment,
            'blocked-pattern',
            `it hands over a text with \`${mentioned}\`, which is on the blocked list`,
            mentioned,
          )
        const foreign = ruinInForeign(text)
        if (foreign) add(segment, foreign.rule, foreign.text)
      }
    }
  }
  const bomb = forkBomb(segments)
  if (bomb) add(bomb, 'fork-bomb', 'it starts itself again and again')
  for (const { segment, ruin } of networkCode(segments)) add(segment, ruin.rule, ruin.text)
  let scripts = 0
  for (const segment of segments) {
    for (const path of scriptsOf(segment)) {
      if (scripts++ >= SCRIPTS_MAX) return found
      const text = facts.script(path).text
      const ruin = text === null ? null : ruinInScript(text, segment)
      if (ruin) add(segment, ruin.rule, `the script ${path}: ${ruin.text}`, path)
    }
  }
  return found

  /** A script that nobody understands, or that deletes what only it knows, is for the person who allowed it. */
  function ruinInScript(text: string, segment: Segment): Ruin | null {
    const cwd = segment.folders?.[0] ?? question.cwd
    const inside = commandsIn(parse(text, 'bash'), { homeDir: question.homeDir, cwd }, facts, parse, segment)
    for (const each of everySegment(inside)) {
      const ruin = ruinOf(each, places)
      if (ruin && ruin.rule !== 'unknown-target') return ruin
    }
    if (forkBomb(inside)) return { rule: 'fork-bomb', text: 'it starts itself again and again' }
    return networkCode(inside)[0]?.ruin ?? null
  }
}

/** Files that a segment lets a shell run; those of the system are nobody's work of a moment ago. */
function scriptsOf(segment: Segment): string[] {
  return filesRun([segment], ({ kind }) => kind === 'shell-file').filter((path) => !SYSTEM_FOLDER.test(path))
}

/** Code of other languages in the words or the input of a command. */
function foreignTexts({ args, input, kind }: Segment): string[] {
  const name = args[0]?.text
  if (kind !== 'command' || name == null) return []
  // What sed runs stands in its script; a script that only replaces text is no code.
  if (/^g?sed$/.test(programName(name)) && sedReads(args.slice(1)) === null)
    return args.slice(1).flatMap(({ text }) => text ?? [])
  return codeIn(programName(name), args, input.kind !== 'none').flatMap((code) => {
    if (code.kind === 'foreign') return code.text === null ? [] : [code.text]
    return code.kind === 'foreign-input' && input.kind === 'text' ? [input.text] : []
  })
}
