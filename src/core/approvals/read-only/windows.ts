import type { Argument } from '../reading/argument'
import type { Segment } from '../reading/segment'
import { isSecretName } from '../rules/secret-names'
import { gitReads } from './git'
import type { Reading } from './read-only'

/** Commands that read whatever plain words they get, also where a Unix program has the same name. */
const POWERSHELL = new Set(
  'get-childitem gci dir ls get-content gc cat get-location gl pwd select-string sls test-path measure-object measure select-object select get-date get-process write-output write-host echo get-command gcm resolve-path get-filehash whoami hostname format-table format-list out-string'.split(
    ' ',
  ),
)
const CMD = new Set('dir type echo ver vol where findstr whoami hostname tasklist systeminfo'.split(' '))
/** A word that stays below the folder: no drive, no way up, no home, nothing computed. */
const PLAIN_WORD = /^(?![A-Za-z]:)(?![\\/~])(?!.*(?:^|[\\/])\.\.(?:[\\/]|$))[\w .*?\\/,=+@^()|#%-]*$/

/** What a command of PowerShell or cmd reads; a short list, since their words are not resolved to files here. */
export function windowsReading(segment: Segment, shell: 'powershell' | 'cmd'): Reading | null {
  if (segment.kind !== 'command' || segment.isNested || segment.problem !== null || segment.inner) return null
  const [program, ...args] = segment.args
  const name = program?.text?.toLowerCase().replace(/\.exe$/, '')
  if (name === undefined) return null
  if (name === 'git')
    return gitReads(args) && args.every(isPlain) ? { paths: [], programs: ['git'], git: [[]] } : null
  const isKnown = shell === 'cmd' ? CMD.has(name) : POWERSHELL.has(name)
  const isSecret = args.some(({ text }) => isSecretName((text ?? '').replaceAll('\\', '/')))
  return isKnown && !isSecret && args.every(isPlain) ? { paths: [], programs: [], git: [] } : null
}

function isPlain({ values, evaluates }: Argument): boolean {
  return !evaluates && (values?.every(({ text }) => PLAIN_WORD.test(text)) ?? false)
}
