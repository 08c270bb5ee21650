import type { Node } from '@vscode/tree-sitter-wasm'
import type { Command, Part, Script, Word } from './shell-syntax'

/**
 * Whether the bash grammar finds commands and conditions exactly where our own reader finds them, and nothing it does not
 * understand. Two readers that were made apart rarely make the same mistake: only what both see alike is understood. The
 * grammar alone would not do: it takes the second line of `ls | head -5`, `rm a < b` for arguments of the first.
 */
export function agrees(root: Node, script: Script): boolean {
  if (root.hasError) return false
  const theirs: number[] = []
  collect(root, theirs)
  const ours: number[] = []
  inScript(script, ours)
  const sorted = (all: number[]) => all.sort((a, b) => a - b).join()
  return sorted(ours) === sorted(theirs)
}

/** Nodes below are kept in an array instead of recursion: the grammar nests as deep as the text does. */
function collect(root: Node, into: number[]): void {
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    switch (node.type) {
      case 'command':
        into.push(node.childForFieldName('name')?.startIndex ?? node.startIndex)
        break
      case 'declaration_command':
      case 'unset_command':
      case 'test_command':
        into.push(node.startIndex)
        break
      default:
    }
    for (const child of node.children) if (child && child.childCount > 0) waiting.push(child)
  }
}

function inScript(script: Script, into: number[]): void {
  for (const { stages } of script.pipelines) for (const stage of stages) inCommand(stage, into)
}

function inCommand(command: Command, into: number[]): void {
  for (const word of command.words) inWord(word, into)
  for (const { target } of command.redirections) inWord(target, into)
  if (command.kind === 'simple') {
    for (const { values } of command.assignments) for (const value of values) inWord(value, into)
    const [program] = command.words
    if (program) into.push(program.start)
    return
  }
  if (command.form === 'test' || command.form === 'arithmetic') into.push(command.start)
  for (const body of command.bodies) inScript(body, into)
}

function inWord({ parts }: Word, into: number[]): void {
  for (const part of parts) inPart(part, into)
}

function inPart(part: Part, into: number[]): void {
  switch (part.kind) {
    case 'substitution':
    case 'process':
      inScript(part.body, into)
      return
    case 'quoted':
      for (const each of part.parts) inPart(each, into)
      return
    case 'arithmetic':
      inWord(part.operand, into)
      return
    case 'variable':
      if (part.operand) inWord(part.operand, into)
      return
    default:
  }
}
