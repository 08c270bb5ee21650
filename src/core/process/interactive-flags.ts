import type { ShellKind } from '../ports'
import { isPosixKind } from './shell-kind'

/**
 * A profile's own arguments without those that make a shell interactive or keep it open (S-027…S-031); everything
 * else is kept (S-034). The profile itself is not touched (S-035).
 */
export function removeInteractiveFlags(kind: ShellKind, args: readonly string[]): string[] {
  if (kind === 'powershell') return args.filter((arg) => !isNoExit(arg))
  if (kind === 'cmd') return args.filter((arg) => !/^\/k$/i.test(arg))
  return isPosixKind(kind) ? removeFromPosix(kind, args) : [...args]
}

// PowerShell accepts any unambiguous prefix of a parameter name, with one or two dashes or a slash.
function isNoExit(arg: string): boolean {
  return /^(-{1,2}|\/)noe(x(i(t)?)?)?$/i.test(arg)
}

function removeFromPosix(kind: ShellKind, args: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    // What follows `--` or the first operand is no option.
    if (arg === '--' || !/^[-+]./.test(arg)) return [...kept, ...args.slice(i)]
    if (arg.startsWith('--')) {
      if (isNamedInteractive(kind, arg.slice(2))) continue
      kept.push(arg)
      if (LONG_WITH_VALUE.has(arg)) kept.push(...args.slice(i + 1, ++i + 1))
      continue
    }
    // `-o name`, also as the end of a combined flag (`-lo name`) or in one word (`-ointeractive`).
    const option = /^([-+])([A-Za-z]*?)o(.*)$/.exec(arg)
    if (option) {
      const sign = option[1] ?? '-'
      const letters = (option[2] ?? '').replaceAll('i', '')
      const attached = option[3] ?? ''
      const name = attached || args[i + 1]
      const isInteractive = name !== undefined && isNamedInteractive(kind, name)
      if (!attached && name !== undefined) i++
      if (isInteractive) {
        if (letters) kept.push(sign + letters)
      } else {
        kept.push(`${sign}${sign === '-' ? letters : (option[2] ?? '')}o${attached}`)
        if (!attached && name !== undefined) kept.push(name)
      }
      continue
    }
    // `-O name` takes a value too, whose letters are no flags.
    if (/^[-+]O$/.test(arg) && kind === 'bash') {
      kept.push(arg, ...args.slice(i + 1, ++i + 1))
      continue
    }
    if (arg.startsWith('-') && /^-[A-Za-z]+$/.test(arg)) {
      const letters = arg.slice(1).replaceAll('i', '')
      if (letters) kept.push(`-${letters}`)
      continue
    }
    kept.push(arg)
  }
  return kept
}

const LONG_WITH_VALUE = new Set(['--rcfile', '--init-file', '--emulate'])

// zsh ignores case and underscores in option names; `interactivecomments` is another option (S-030).
function isNamedInteractive(kind: ShellKind, name: string): boolean {
  if (kind === 'zsh') {
    const plain = name.toLowerCase().replace(/[_-]/g, '')
    return plain === 'interactive' || plain === 'shinstdin' || plain === 'zle'
  }
  return name === 'interactive'
}
