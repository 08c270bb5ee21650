import type { Command, Script } from '../syntax/shell-syntax'
import type { Argument } from './argument'
import type { Segment } from './segment'
import type { ShellState } from './shell-state'

const MOVERS = new Set(['cd', 'chdir', 'pushd', 'popd'])
const DECLARES = new Set([
  'export',
  'declare',
  'typeset',
  'local',
  'readonly',
  'integer',
  'unset',
  'read',
  'mapfile',
  'readarray',
  'getopts',
  'printf',
  'wait',
])
const CHANGES_ANYTHING = new Set([
  'eval',
  'source',
  '.',
  'set',
  'shopt',
  'setopt',
  'unsetopt',
  'emulate',
  'let',
  'enable',
  'autoload',
  'nameref',
])
const THROUGH = new Set(['command', 'builtin', 'time'])

/** Lets a builtin change what is known about the shell: its folder, its variables. */
export function applyBuiltin(segment: Segment, state: ShellState): void {
  const args = dropWrappers(segment.args)
  const [program, ...rest] = args
  const name = program?.text ?? null
  if (name === null) {
    // A program whose name is not known may be any builtin.
    state.forgetAll()
    state.folders = null
  } else if (MOVERS.has(name)) state.enter(cdTargets(name, rest, state))
  else if (DECLARES.has(name)) {
    for (const { text, prefix } of rest) {
      const target = (text ?? prefix).split('=', 1)[0] ?? ''
      if (/^[A-Za-z_]\w*$/.test(target)) state.assign(target, null, false)
      else if (!target.startsWith('-')) state.forgetAll()
    }
    if (rest.length === 0 && name === 'read') state.assign('REPLY', null, false)
  } else if (CHANGES_ANYTHING.has(name) || state.functions.has(name)) {
    state.forgetAll()
    if (name === 'eval' || name === 'source' || name === '.') state.folders = null
  }
}

function cdTargets(
  name: string,
  args: readonly Argument[],
  state: ShellState,
): ReturnType<ShellState['lookup']> {
  const operands = args.filter(
    ({ text }, index) => text === null || !/^-[PLe@]+$|^--$/.test(text) || index > 1,
  )
  const [target, ...more] = operands
  if (!target) return name === 'cd' ? state.lookup('HOME') : null
  if (more.length > 0 || target.splits || target.text === '-' || /^[+-]\d/.test(target.text ?? ''))
    return null
  return name === 'popd' ? null : target.values
}

function dropWrappers(args: readonly Argument[]): readonly Argument[] {
  let rest = args
  while (rest.length > 1 && THROUGH.has(rest[0]?.text ?? '')) rest = rest.slice(1)
  return rest
}

/** Whether a body may change the folder of the shell it runs in. */
export function entersFolder(body: Script): boolean {
  return body.pipelines.some(({ stages }) => stages.some(moves))
}

function moves(command: Command): boolean {
  if (command.kind === 'compound') return command.form !== 'subshell' && command.bodies.some(entersFolder)
  return command.words.some(({ parts }, index) => {
    const [part] = parts
    if (index > 2 || part === undefined) return false
    // A computed program may be `cd` as well.
    if (part.kind !== 'text') return index === 0 && part.kind !== 'glob'
    return MOVERS.has(part.text) || part.text === 'eval' || part.text === 'source' || part.text === '.'
  })
}
