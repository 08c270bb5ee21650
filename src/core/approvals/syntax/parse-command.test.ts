import { describe, expect, it } from 'vitest'
import { parsed } from '../../testing/approval-kit'
import { loadGrammars } from './grammars'
import { createCommandParser } from './parse-command'
import type { Command, Script } from './shell-syntax'

/** The words of every command as they are written, nested ones in order. */
function commandsIn(text: string): string[] | null {
  const read = parsed(text)
  if (read.kind === 'opaque' || read.doubt !== null) return null
  const found: string[] = []
  const visit = (command: Command) => {
    if (command.kind === 'simple' && command.words.length > 0)
      found.push(text.slice(command.words[0]?.start, command.words.at(-1)?.end))
    if (command.kind === 'compound') for (const body of command.bodies) inside(body)
  }
  const inside = (script: Script) => {
    for (const { stages } of script.pipelines) for (const stage of stages) visit(stage)
  }
  inside(read.script)
  return found
}

describe('createCommandParser', () => {
  it.each([
    ['ls', ['ls']],
    ['ls -la;pwd', ['ls -la', 'pwd']],
    ['a|b&&c||d&e', ['a', 'b', 'c', 'd', 'e']],
    ['a\\;b c', ['a\\;b c']],
    ['a \'b;c\' "d&e"', ['a \'b;c\' "d&e"']],
    ['a #b;c\nd', ['a', 'd']],
    ['a b#c', ['a b#c']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['while a; do b; done < c', ['a', 'b']],
    ['for i in a b; do c; done', ['c']],
    ['for ((i=0; i<3; i++)); do c; done', ['c']],
    ['case a in b|c) d;; (e) f;; esac', ['d', 'f']],
    ['f() { a; }; f', ['a', 'f']],
    ['function f { a; }', ['a']],
    ['{ a; } > b; (c)', ['a', 'c']],
    ['[[ a && ( b || c ) ]] && d', ['d']],
    ['[[ $a =~ ^(b|c)$ ]] || d', ['d']],
    ['((a++)); b', ['b']],
    ['! a', ['a']],
    ['a \\\n b', ['a \\\n b']],
    ['cat <<E\n$(x) E\nE\nb', ['cat', 'b']],
    ["cat <<-'E'\n\ta\n\tE\nb", ['cat', 'b']],
    ['a <<E | b\nx\nE\nc', ['a', 'b', 'c']],
    ['A=1 B="$x" a', ['a']],
    ['a=(b c); d', ['d']],
    ['a ${b:-c} ${#d} ${e%%.*} $((1+2))', ['a ${b:-c} ${#d} ${e%%.*} $((1+2))']],
  ])('reads %j', (text, commands) => expect(commandsIn(text)).toEqual(commands))

  it.each([
    ['', 'no command'],
    ['a &&', 'a command is missing'],
    ['; a', 'a command is missing'],
    ['a ;; b', 'the end of a command'],
    ['(a', 'the end of a command'],
    ['a)', 'the end of a command'],
    ["a 'b", 'a quote that is not closed'],
    ['a "b', 'a quote that is not closed'],
    ['a `b', 'a backtick that is not closed'],
    ['a $(b', 'the end of a command'],
    ['if a; then b', 'the end of a command'],
    ['then', 'without its beginning'],
    ['for i in a; b; done', 'the body of a loop'],
    ['a <<E\nb', 'a here-document that does not end'],
    ['a <<E', 'a here-document without its text'],
    ['cat <<E\na\\\nE\nE', 'an end word on a continued line'],
    ['a <<E $(b\nc)\nx\nE', 'a here-document inside another line'],
    ['r\\\nm x', 'continued inside a word'],
    ['a\r', 'a character that cannot be seen'],
    ['a \u202eb', 'a character that cannot be seen'],
    ['a\u00a0b', 'the end of a command'],
    ['coproc a', 'beside the others'],
    ['a $"b"', 'shells read differently'],
    ['a $[1]', 'shells read differently'],
    ["a $'\\xff'", 'escapes that shells read differently'],
    ['`a \\` b`', 'backslash inside backticks'],
    ['a "${b:-\'c\'}"', 'shells read differently'],
    ['${ a; }', 'a substitution in braces'],
    ['time { a; }', '“time” before a block'],
  ])('does not understand %j', (text, why) => {
    expect(parsed(text)).toMatchObject({ kind: 'opaque', why: expect.stringContaining(why) })
  })

  it.each([
    ['dash', 'a <<< b'],
    ['dash', 'a &> b'],
    ['dash', '[[ a ]]'],
    ['dash', 'a <(b)'],
    ['dash', "a $'b'"],
    ['sh', 'function f { a; }'],
    ['ksh', 'a |& b'],
    ['zsh', '=rm a'],
    ['zsh', '{=rm,a}'],
    ['zsh', 'a >! b'],
    ['zsh', 'a $~b'],
  ] as const)('does not guess what %s makes of %j', (shell, text) => {
    expect(parsed(text, shell).kind).toBe('opaque')
  })

  it('doubts what the grammar reads in another way', () => {
    expect(parsed('ls | head -n 5\nrm a < b')).toMatchObject({ doubt: null })
    expect(parsed('ls -1 | sort | head -5\nrm a < b')).toMatchObject({
      kind: 'commands',
      doubt: { why: 'a text that can be read in two ways' },
    })
  })

  it('understands nothing without its grammars', () => {
    const parse = createCommandParser(null)
    for (const shell of ['bash', 'cmd', 'powershell'] as const) expect(parse('ls', shell).kind).toBe('opaque')
  })

  it('reads PowerShell and cmd', () => {
    const programs = (text: string, shell: 'powershell' | 'cmd') => {
      const read = parsed(text, shell)
      if (read.kind === 'opaque') return null
      return read.script.pipelines.flatMap(({ stages }) =>
        stages.map((stage) => text.slice(stage.words[0]?.start, stage.words[0]?.end)),
      )
    }
    expect(programs('Get-ChildItem src | Select-String foo; pwd', 'powershell')).toEqual([
      'Get-ChildItem',
      'Select-String',
      'pwd',
    ])
    expect(programs('dir /b & del x && echo y | more', 'cmd')).toEqual(['dir', 'del', 'echo', 'more'])
    for (const text of ['echo %x%', 'a ^& b', '(a)', 'for %i in (a) do b', 'if a==b c', 'a "b', 'del/q x'])
      expect(programs(text, 'cmd')).toBeNull()
    expect(programs('Get-ChildItem |', 'powershell')).toBeNull()
  })

  it('loads its grammars from the package of the program', async () => {
    const parse = createCommandParser(await loadGrammars(import.meta.url))
    expect(parse('ls', 'bash').kind).toBe('commands')
  })
})
