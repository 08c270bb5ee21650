import { posix } from 'node:path'
import type { Surroundings } from './judge'
import { realPlace } from './judge'
import { readingOf } from './read-only/read-only'
import { exactly } from './reading/argument'
import { everySegment, type Segment } from './reading/segment'
import { effectsOf } from './rules/effects'
import { type IgnoreRules, readIgnoreFile } from './rules/ignore-file'
import { isInside, type Place, placesOf } from './rules/places'

/** Programs that go through everything below a folder, and when they do. */
const GOES_DEEP: Readonly<Record<string, RegExp | null>> = {
  rg: null,
  ag: null,
  fd: null,
  find: null,
  tree: null,
  du: null,
  grep: /^-[a-zA-Z]*[rR]|^--(?:dereference-)?recursive/,
  egrep: /^-[a-zA-Z]*[rR]/,
  fgrep: /^-[a-zA-Z]*[rR]/,
  ls: /^-[a-zA-Z]*R|^--recursive/,
  cp: /^-[a-zA-Z]*[rRa]|^--(?:recursive|archive)/,
  tar: /^-?[a-zA-Z]*c/,
  zip: /^-[a-zA-Z]*r/,
  rsync: null,
}

/** The path that a segment would touch although the ignore file hides it, or null (S-399). */
export function readsHidden(segment: Segment, around: Surroundings): string | null {
  const { question, facts } = around
  const { text, hidden } = facts.ignore(question.workspaceRoot)
  if (text === null) return null
  const rules = readIgnoreFile(text)
  for (const each of everySegment([segment])) {
    const found = touched(each, rules, hidden, around)
    if (found !== null) return found
  }
  return null
}

function touched(
  segment: Segment,
  rules: IgnoreRules,
  hidden: readonly string[],
  around: Surroundings,
): string | null {
  const { question, facts, shell } = around
  const root = question.workspaceRoot
  const reading = readingOf({ ...segment, isNested: false }, shell)
  const named = reading ? reading.paths.map(({ argument }) => argument) : segment.args.slice(1)
  // A path may stand behind `=`, `@` or `:` of a word whose program is not known.
  const parts = reading
    ? named
    : named.flatMap((arg) => [
        arg,
        ...(arg.text
          ?.split(/[=@:]/)
          .slice(1)
          .map((part) => exactly(part, arg)) ?? []),
      ])
  const written = [
    ...effectsOf(segment).map(({ argument }) => argument),
    ...segment.files.map(({ target }) => target),
  ]
  const check = (place: Place, mustExist: boolean): string | null => {
    const path = realPlace(place, facts)
    if (!isInside(root, path)) return null
    const inside = posix.relative(root, path)
    if (place.isPattern) return hidden.find((each) => fitsGlob(inside, each)) ?? null
    const isKnown = !mustExist || facts.path(path).exists
    return isKnown && (rules.hides(inside, false) || rules.hides(inside, true)) ? inside : null
  }
  for (const [args, mustExist] of [
    [written, false],
    [parts, reading === null],
  ] as const) {
    for (const argument of args) {
      for (const place of placesOf(argument, segment.folders) ?? []) {
        const found = check(place, mustExist)
        if (found !== null) return found
      }
    }
  }
  for (const folder of segment.folders ?? []) {
    const found = check({ path: folder, isPattern: false }, false)
    if (found !== null) return found
  }
  return below(
    segment,
    parts.length > 0 ? parts.flatMap((arg) => placesOf(arg, segment.folders) ?? []) : null,
    hidden,
    around,
  )
}

/** What a program that goes through everything would find. */
function below(
  segment: Segment,
  places: Place[] | null,
  hidden: readonly string[],
  { question, facts }: Surroundings,
): string | null {
  const name = segment.args[0]?.text ?? ''
  const option = Object.hasOwn(GOES_DEEP, name) ? GOES_DEEP[name] : undefined
  const goesDeep =
    option === null || (option !== undefined && segment.args.some(({ text }) => option.test(text ?? '')))
  const deletes = effectsOf(segment).some(({ isRecursive }) => isRecursive)
  if (hidden.length === 0 || (!goesDeep && !deletes)) return null
  const from = places ?? (segment.folders ?? []).map((path) => ({ path, isPattern: false }))
  const roots = from.map((place) => realPlace(place, facts))
  return (
    hidden.find((each) => roots.some((root) => isInside(root, posix.join(question.workspaceRoot, each)))) ??
    null
  )
}

/** Whether a pattern may lead to a hidden path or into a hidden folder; part by part, since `*` stops at a slash. */
function fitsGlob(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (given.length > wanted.length) return false
  return given.every((part, index) => {
    const source = (wanted[index] ?? '')
      .replace(/[\\^$.|+(){}]/g, '\\$&')
      .replace(/\[[^\]]*\]/g, '.')
      .replaceAll('[', '\\[')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')
    return new RegExp(`^${source}$`).test(part)
  })
}
