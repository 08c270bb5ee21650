import { type Code, codeIn, isInterpreter } from '../reading/code-arguments'
import { programName } from '../reading/innards'
import { everySegment, type Segment } from '../reading/segment'
import { effectsOf } from './effects'
import type { Ruin } from './ruin'

/** Programs that bring text from the network. */
const FETCHES =
  /^(?:curl|wget|wget2|aria2c|axel|http|https|httpie|xh|fetch|lynx|links|w3m|elinks|nc|ncat|netcat|socat|telnet|ftp|sftp|scp|tftp|rsync|iwr|irm|invoke-webrequest|invoke-restmethod|start-bitstransfer|bitsadmin|certutil|ssh|gh|aws|gsutil|gcloud|ipfs|dig|nslookup)$/
const RUIN: Ruin = { rule: 'network-code', text: 'it runs a text from the network that nobody has seen' }

/** Segments that run what the network sent: piped in, substituted, or saved a moment before. */
export function networkCode(segments: readonly Segment[]): { segment: Segment; ruin: Ruin }[] {
  const found: { segment: Segment; ruin: Ruin }[] = []
  const saved = new Set<string>()
  for (const segment of segments) {
    if ([...everySegment([segment])].some((each) => runsFetched(each, saved)))
      found.push({ segment, ruin: RUIN })
    for (const name of savedBy(segment)) saved.add(name)
  }
  return found
}

function runsFetched(segment: Segment, saved: ReadonlySet<string>): boolean {
  const [program, ...args] = segment.args
  if (segment.kind !== 'command' || program?.text == null) return false
  const name = programName(program.text)
    .replace(/\.exe$/i, '')
    .toLowerCase()
  if (saved.has(baseName(program.text))) return program.text.includes('/') || saved.has(program.text)
  const code = codeIn(name, segment.args, segment.input.kind !== 'none')
  const isRunner = isInterpreter(name) || /^(?:iex|invoke-expression)$/.test(name)
  if (!isRunner) return false
  if (args.some(({ text, prefix }) => saved.has(baseName(text ?? prefix)))) return true
  const readsInput =
    code.some(({ kind }) => kind === 'shell-input' || kind === 'foreign-input') ||
    name === 'iex' ||
    name === 'invoke-expression' ||
    readsDash(args, code)
  const { input, substitutions } = segment
  if (readsInput && input.kind === 'pipe' && fetches(input.from)) return true
  if (readsInput && input.kind === 'unknown' && fetches(substitutions)) return true
  // Only where the code stands: a program may well be given a fetched text as data.
  return code.some((each) => {
    const at = 'at' in each ? each.at : 'file' in each ? each.file : null
    return (
      at !== null && fetches(substitutions.filter(({ start, end }) => start >= at.start && end <= at.end))
    )
  })
}

/** `sh -`, `python3 -`, `bash /dev/stdin` and interpreters with options only. */
function readsDash(args: readonly { text: string | null }[], code: readonly Code[]): boolean {
  return code.length === 0 || args.some(({ text }) => text === '-' || text === '-s' || text === '/dev/stdin')
}

function fetches(segments: readonly Segment[]): boolean {
  for (const { args, substitutions } of everySegment(segments)) {
    const name = programName(args[0]?.text ?? '')
      .replace(/\.exe$/i, '')
      .toLowerCase()
    if (FETCHES.test(name) || fetches(substitutions)) return true
  }
  return false
}

/** Names of files that a command has brought from the network. */
function savedBy(segment: Segment): string[] {
  const names: string[] = []
  for (const each of everySegment([segment])) {
    const [program, ...args] = each.args
    const name = programName(program?.text ?? '')
    const isFetch = FETCHES.test(name)
    const isFed = each.input.kind === 'pipe' && fetches(each.input.from)
    if (!isFetch && !isFed && !fetches(each.substitutions)) continue
    for (const { argument } of effectsOf(each)) names.push(baseName(argument.text ?? argument.prefix))
    if (!isFetch) continue
    // `wget URL` and `curl -O URL` take the name from the address.
    for (const { text } of args)
      if (text && /^[\w+.-]+:\/\/|\.(?:sh|py|js|pl|rb|exe|ps1|bin|run)(?:\?|$)/.test(text))
        names.push(baseName(text.replace(/[?#].*$/, '')))
    if (name === 'scp' || name === 'rsync' || name === 'sftp')
      names.push(...args.map(({ text }) => baseName(text ?? '')))
  }
  return names.filter((each) => each !== '')
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
