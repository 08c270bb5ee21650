import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Language, Node, Parser, Tree } from '@vscode/tree-sitter-wasm'

/** The grammars that come with Vigil. */
export type GrammarName = 'bash' | 'powershell'

/** A syntax tree, valid while `use` runs. Null when the text is too much work. */
export type ParseTree = <T>(name: GrammarName, text: string, use: (root: Node) => T) => T | null

type Runtime = {
  Parser: typeof Parser & { init(options: { locateFile(file: string): string }): Promise<void> }
  Language: { load(bytes: Uint8Array): Promise<Language> }
}

const PACKAGE = '@vscode/tree-sitter-wasm'

/**
 * Work one text may cost, counted by the parser itself (about 100 steps each, some 30 ms in all). Counting instead of
 * measuring makes the answer the same on every machine.
 */
const WORK_MAX = 150

/**
 * Loads the parser and its grammars; they are looked up from `from`, a file of the program. Loading costs some 30 ms and
 * 10 MB once; callers do it before the first command needs it.
 */
export async function loadGrammars(from: string | URL = import.meta.url): Promise<ParseTree> {
  const require = createRequire(from)
  // Emscripten's loader finds its files by its own name, so it stays a file of its own in every build.
  const runtime = require(PACKAGE) as Runtime
  await runtime.Parser.init({ locateFile: (file) => require.resolve(`${PACKAGE}/wasm/${file}`) })
  const load = async (name: GrammarName): Promise<Parser> => {
    const bytes = await readFile(require.resolve(`${PACKAGE}/wasm/tree-sitter-${name}.wasm`))
    const parser = new runtime.Parser()
    parser.setLanguage(await runtime.Language.load(bytes))
    return parser
  }
  const parsers = { bash: await load('bash'), powershell: await load('powershell') }
  return (name, text, use) => {
    const parser = parsers[name]
    let work = 0
    const tree: Tree | null = parser.parse(text, null, { progressCallback: () => ++work > WORK_MAX })
    if (tree === null) {
      parser.reset()
      return null
    }
    try {
      return use(tree.rootNode)
    } finally {
      tree.delete()
    }
  }
}
