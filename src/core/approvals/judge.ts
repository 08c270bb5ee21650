import { posix } from 'node:path'
import { PATTERN_MAX_CHARS, type RuleName } from '../../shared/permissions'
import type { ShellKind } from '../ports'
import { bounded, type Reason } from './decision'
import type { FactBook } from './facts'
import type { Question } from './question'
import { isNeverAFile } from './read-only/builtin-names'
import type { Access } from './read-only/program-rules'
import { type Reading, readingOf } from './read-only/read-only'
import { windowsReading } from './read-only/windows'
import { type Argument, beginningWith, exactly } from './reading/argument'
import type { Segment } from './reading/segment'
import { firmPart, isHarmlessTarget, isInside, isNowhere, type Place, placesOf } from './rules/places'
import { aimsAtSecrets, isSecretName, isSecretVariable } from './rules/secret-names'
import type { Span } from './syntax/shell-syntax'

/** Whether a segment only reads, and what stands against running it all the same. */
export type ReadVerdict = { onlyReads: boolean; objections: Reason[] }

export type Surroundings = { question: Question; facts: FactBook; shell: ShellKind }

/** Looks at what a segment reads: is it reading at all, are its programs who they seem, may these paths be read? */
export function judgeReading(segment: Segment, around: Surroundings): ReadVerdict {
  const { shell } = around
  const reading =
    shell === 'powershell' || shell === 'cmd' ? windowsReading(segment, shell) : readingOf(segment, shell)
  const writes = segment.files.filter(
    ({ access, target }) => access === 'write' && !isHarmlessTarget(target.text ?? ''),
  )
  const objections: Reason[] = []
  for (const file of writes)
    objections.push(
      reason(
        file,
        bounded(segmentText(segment, file)),
        'writes-file',
        writesText(file.target),
        file.target.text ?? undefined,
      ),
    )
  if (!reading) {
    if (segment.kind !== 'block')
      objections.unshift(
        reason(
          segment,
          bounded(segment.text),
          'not-read-only',
          notReadingText(segment),
          segment.args[0]?.text ?? undefined,
        ),
      )
    return { onlyReads: false, objections }
  }
  objections.push(...readObjections(segment, reading, around))
  return { onlyReads: writes.length === 0, objections }
}

function readObjections(segment: Segment, reading: Reading, around: Surroundings): Reason[] {
  const { facts, question } = around
  const all: Reason[] = []
  const add = (rule: RuleName, text: string, subject?: string) =>
    all.push(reason(segment, bounded(segment.text), rule, text, subject))
  for (const program of reading.programs) {
    if (program.includes('/') || isNeverAFile(program)) continue
    const { path, isRelative } = facts.program(program)
    if (path !== null && (isRelative || isInside(question.workspaceRoot, path)))
      add('shadowed-program', `\`${program}\` is here ${path}, a file that is not the system’s`, path)
  }
  for (const folders of reading.git) {
    for (const folder of gitFolders(segment, folders)) {
      const [setting] = facts.git(folder).settings
      if (setting !== undefined)
        add('git-settings', `the repository’s settings name a program for git: ${setting}`, setting)
    }
  }
  const uses = [...reading.paths]
  for (const { access, target } of segment.files)
    if (access === 'read') uses.push({ argument: target, access: 'readFiles' })
  const [program] = segment.args
  if (program?.text === 'cd') uses.push(...cdTarget(segment, question))
  else if (segment.kind === 'command' && outsideFolder(segment, around))
    add('outside-folder', 'it may run outside the workspace')
  for (const { argument, access } of uses) {
    const found = pathObjection(argument, access, segment, around)
    if (found) add(found.rule, found.text, found.subject)
  }
  if (segment.kind === 'command' && !/^(?:test|\[)$/.test(program?.text ?? '')) {
    const shown = [...segment.args.flatMap(({ variables }) => variables), ...segment.inputVariables]
    const secret = shown.find(isSecretVariable)
    if (secret !== undefined) add('secret', `$${secret} looks like a secret`, `$${secret}`)
  }
  const off = uses.find(({ access }) => !question.permissions[access])
  if (off) add('permission-off', 'reading without a question is switched off', off.access)
  return all
}

/** Where `cd` goes: without a word home, and with `-` nobody knows. */
function cdTarget({ args }: Segment, { homeDir }: Question): Reading['paths'] {
  const target = args.slice(1).find(({ text }) => !/^-[PLe@]+$|^--$/.test(text ?? ''))
  const program = args[0] ?? { start: 0, end: 0 }
  const argument =
    target === undefined
      ? exactly(homeDir, program)
      : target.text === '-'
        ? beginningWith('', target)
        : target
  return [{ argument, access: 'listFiles' }]
}

/** A folder other than the one it was started in, about which is asked anyway. */
function outsideFolder({ folders }: Segment, { question, facts }: Surroundings): boolean {
  const { cwd, workspaceRoot, permissions } = question
  if (permissions.readFilesExternally && permissions.listFilesExternally) return false
  if (folders === null) return true
  const start = facts.path(cwd).real
  return folders.some((folder) => folder !== start && !isInside(workspaceRoot, facts.path(folder).real))
}

function pathObjection(
  argument: Argument,
  access: Access,
  { folders }: Segment,
  { facts, question }: Surroundings,
): { rule: RuleName; text: string; subject?: string } | null {
  const places = placesOf(argument, folders)
  if (places === null) return { rule: 'unknown-path', text: 'which file it reads is not named in the text' }
  const { workspaceRoot, permissions } = question
  for (const place of places) {
    if (isNowhere(place.path)) continue
    const path = realPlace(place, facts)
    if (!isInside(workspaceRoot, path) && !permissions[`${access}Externally`])
      return { rule: 'outside-path', text: `${place.path} is outside the workspace`, subject: place.path }
    if (access !== 'listFiles' && isSecretPlace(place, path, workspaceRoot))
      return {
        rule: 'secret',
        text: `${posix.basename(place.path)} usually holds keys or passwords`,
        subject: posix.basename(place.path),
      }
  }
  return null
}

function isSecretPlace(place: Place, real: string, root: string): boolean {
  const inside = (path: string) => (isInside(root, path) ? posix.relative(root, path) : path)
  if (place.isPattern && aimsAtSecrets(inside(place.path))) return true
  return isSecretName(inside(place.path)) || isSecretName(inside(real))
}

/** A place with the links before it followed; what a pattern finds there is not looked at. */
export function realPlace(place: Place, facts: FactBook): string {
  const firm = firmPart(place)
  const { real } = facts.path(firm)
  return firm === place.path ? real : posix.join(real, posix.relative(firm, place.path))
}

/** The folders a call of git may work in, its own `-C` included. */
function gitFolders({ folders }: Segment, moves: readonly Argument[]): string[] {
  let all = folders ?? ['/']
  for (const { text } of moves) if (text !== null) all = all.map((folder) => posix.resolve(folder, text))
  return all
}

function notReadingText({ args, kind, files }: Segment): string {
  const program = args[0]?.text
  if (kind === 'function') return 'defines a function'
  if (kind === 'test' || kind === 'arithmetic') return 'a condition that may evaluate more than it shows'
  if (program == null) return files.length > 0 ? 'redirects without a command' : 'sets variables'
  return `\`${bounded(program)}\` with these words may do more than read`
}

function writesText({ text }: Argument): string {
  return text === null ? 'it writes a file that is not named in the text' : `it writes ${bounded(text)}`
}

/** The words of a redirection: a segment has the whole text only of itself. */
function segmentText(segment: Segment, { start, end }: Span): string {
  const from = start - segment.start
  return from >= 0 && end <= segment.end ? segment.text.slice(from, end - segment.start) : segment.text
}

export function reason(
  { start, end }: Span,
  segment: string,
  rule: RuleName,
  text: string,
  subject?: string,
): Reason {
  return {
    segment,
    start,
    end,
    rule,
    text,
    ...(subject === undefined ? {} : { subject: subject.slice(0, PATTERN_MAX_CHARS) }),
  }
}
