import type { Node } from '@vscode/tree-sitter-wasm'
import {
  type Command,
  type CompoundCommand,
  NotUnderstood,
  type Part,
  type Pipeline,
  type Redirection,
  type Script,
  type SimpleCommand,
  type Span,
  type Word,
} from './shell-syntax'

/** Nodes inside nodes; people stop far earlier, and a stack has an end. */
const DEPTH_MAX = 200
/** One escaped character, and what only some versions know. */
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '',
  a: '',
  b: '',
  f: '',
  v: '',
}

/**
 * Turns the tree of a PowerShell text into commands. What is no command (expressions, assignments, types) becomes a
 * condition that reads nothing and is never called reading; commands inside it are found all the same.
 *
 * @throws NotUnderstood where the grammar did not understand the text
 */
export function readPowerShell(root: Node, text: string): Script {
  if (root.hasError || root.isError)
    throw new NotUnderstood('a text that is no PowerShell', { start: 0, end: text.length })
  const script = new PowerShellReader(text).script(root)
  if (script.pipelines.length === 0) throw new NotUnderstood('no command', { start: 0, end: text.length })
  return script
}

class PowerShellReader {
  private depth = 0

  constructor(private readonly text: string) {}

  /** Everything below a node that runs one after the other. */
  script(node: Node): Script {
    this.depth += 1
    if (this.depth > DEPTH_MAX) throw new NotUnderstood('commands are nested too deeply', spanOf(node))
    const pipelines = this.statements(node)
    this.depth -= 1
    return { ...spanOf(node), pipelines }
  }

  private statements(node: Node): Pipeline[] {
    return childrenOf(node).flatMap((child): Pipeline[] => {
      switch (child.type) {
        case 'statement_list':
        case 'script_block':
        case 'script_block_body':
        case 'statement_block':
        case 'program':
          return this.statements(child)
        case 'empty_statement':
        case 'comment':
          return []
        case 'pipeline':
          return this.pipeline(child)
        default:
          return [alone(this.block(child, child.type === 'function_statement' ? 'function' : 'if'))]
      }
    })
  }

  private pipeline(node: Node): Pipeline[] {
    const all: Pipeline[] = []
    let after: Pipeline['after'] = null
    let isBackground = false
    for (const child of childrenOf(node)) {
      if (child.type === 'pipeline_chain_tail') {
        after = this.slice(child) === '||' ? '||' : '&&'
        continue
      }
      if (child.type !== 'pipeline_chain') {
        all.push({ ...alone(this.block(child, 'arithmetic')), after })
        continue
      }
      const stages = childrenOf(child).map((stage) => this.stage(stage))
      if (stages.length > 0) all.push({ ...spanOf(child), stages, after, isBackground })
      after = null
      isBackground = false
    }
    return all
  }

  private stage(node: Node): Command {
    if (node.type !== 'command') return this.block(node, 'arithmetic')
    const words: Word[] = []
    const redirections: Redirection[] = []
    for (const child of childrenOf(node)) {
      if (child.type === 'command_name' || child.type === 'command_name_expr') words.push(this.word(child))
      else if (child.type === 'foreach_command') {
        words.push(fixed('ForEach-Object', child))
        this.elements(child, words, redirections)
      } else if (child.type === 'command_elements') this.elements(child, words, redirections)
      else if (child.type !== 'command_invokation_operator') words.push(this.word(child))
    }
    const simple: SimpleCommand = { ...spanOf(node), kind: 'simple', assignments: [], words, redirections }
    return simple
  }

  private elements(node: Node, words: Word[], redirections: Redirection[]): void {
    for (const child of childrenOf(node)) {
      if (child.type === 'command_argument_sep') continue
      if (child.type === 'redirection') redirections.push(...this.redirection(child))
      else words.push(this.word(child))
    }
  }

  private redirection(node: Node): Redirection[] {
    const target = childrenOf(node).find(({ type }) => type === 'redirected_file_name')
    // Only between streams.
    if (!target) return []
    const name = childrenOf(target).find(({ type }) => type !== 'command_argument_sep')
    return name
      ? [{ ...spanOf(node), operator: this.slice(node).includes('>>') ? '>>' : '>', target: this.word(name) }]
      : []
  }

  private word(node: Node): Word {
    return { ...spanOf(node), parts: this.parts(node) }
  }

  private parts(node: Node): Part[] {
    switch (node.type) {
      case 'generic_token':
      case 'command_name':
      case 'command_parameter':
        return tokenParts(this.slice(node))
      case 'verbatim_string_characters':
        return [literal(this.slice(node).slice(1, -1).replaceAll("''", "'"))]
      case 'verbatim_here_string_characters':
        return [literal(this.slice(node).slice(2, -2))]
      case 'expandable_string_literal':
        return this.expandable(node)
      case 'integer_literal':
      case 'decimal_integer_literal':
      case 'real_literal':
        return [literal(this.slice(node))]
      case 'script_block_expression':
      case 'script_block':
      case 'sub_expression':
      case 'parenthesized_expression':
        return [{ kind: 'substitution', body: this.script(node), isQuoted: true }]
      default: {
        const children = childrenOf(node)
        const [only] = children
        if (
          children.length === 1 &&
          only &&
          only.startIndex === node.startIndex &&
          only.endIndex === node.endIndex
        )
          return this.parts(only)
        // An expression: unknown, but the commands in it are found.
        return [unknown(), ...children.flatMap((child) => this.parts(child).filter(isSubstitution))]
      }
    }
  }

  private expandable(node: Node): Part[] {
    const raw = this.slice(node)
    const children = childrenOf(node)
    if (children.length === 0 && !/[$]/.test(raw)) {
      const text = raw.slice(1, -1).replaceAll('""', '"')
      return [literal(text.replace(/`([\s\S])/g, (_, char: string) => ESCAPES[char] ?? char))]
    }
    return [unknown(), ...children.flatMap((child) => this.parts(child).filter(isSubstitution))]
  }

  private block(node: Node, form: CompoundCommand['form']): CompoundCommand {
    const name = form === 'function' ? this.slice(childrenOf(node)[0] ?? node) : null
    const member = this.slice(node).match(/\]::\w+/)?.[0]
    const words: Word[] = member ? [{ ...spanOf(node), parts: [literal(member)] }] : []
    return {
      ...spanOf(node),
      kind: 'compound',
      form,
      name,
      words,
      bodies: this.innerScripts(node),
      redirections: [],
    }
  }

  /** The commands anywhere inside an expression or a statement. */
  private innerScripts(node: Node): Script[] {
    return childrenOf(node).flatMap((child): Script[] => {
      if (
        /^(?:statement_list|statement_block|script_block|script_block_expression|sub_expression)$/.test(
          child.type,
        )
      )
        return [this.script(child)]
      if (child.type === 'pipeline') return [{ ...spanOf(child), pipelines: this.pipeline(child) }]
      if (child.type === 'command') return [{ ...spanOf(child), pipelines: [alone(this.stage(child))] }]
      this.depth += 1
      if (this.depth > DEPTH_MAX) throw new NotUnderstood('commands are nested too deeply', spanOf(child))
      const inside = this.innerScripts(child)
      this.depth -= 1
      return inside
    })
  }

  private slice(node: Node): string {
    return this.text.slice(node.startIndex, node.endIndex)
  }
}

/** A word without quotes: backticks escape, `*?[` match, `$` and `@` begin what is not followed. */
function tokenParts(raw: string): Part[] {
  const parts: Part[] = []
  for (const [piece] of raw.matchAll(/`[\s\S]?|[*?[]|["'][^"']*["']?|[$@(){}]|[^`*?["'$@(){}]+/g)) {
    if (piece.startsWith('`')) parts.push(literal(ESCAPES[piece.slice(1)] ?? piece.slice(1)))
    else if (/^[*?[]$/.test(piece)) parts.push({ kind: 'glob', text: piece })
    else if (/^["'$@(){}]/.test(piece)) parts.push(unknown())
    else parts.push({ kind: 'text', text: piece, isQuoted: false })
  }
  return parts
}

function childrenOf(node: Node): Node[] {
  return node.namedChildren.filter((child) => child !== null)
}

function spanOf({ startIndex: start, endIndex: end }: Node): Span {
  return { start, end }
}

function alone(command: Command): Pipeline {
  const { start, end } = command
  return { start, end, stages: [command], after: null, isBackground: false }
}

function literal(text: string): Part {
  return { kind: 'text', text, isQuoted: true }
}

function fixed(text: string, node: Node): Word {
  return { ...spanOf(node), parts: [literal(text)] }
}

function unknown(): Part {
  return { kind: 'variable', name: '@', isQuoted: true, use: 'other', operand: null }
}

function isSubstitution({ kind }: Part): boolean {
  return kind === 'substitution'
}
