import type { HighlighterCore, LanguageInput } from 'shiki/core'

/** Longest code that is coloured, in UTF-16 units: past that the work would be felt, and nobody reads it for colour. */
export const HIGHLIGHT_MAX_CHARS = 20_000
/** Code blocks whose colours are kept, so that scrolling back does not colour them again. */
const KEPT_BLOCKS = 80

/** A run of characters of one kind; the kinds are the syntax colours of the reference. */
export type CodeToken = { text: string; kind: 'k' | 's' | 'f' | 'n' | 'm' | '' }
export type CodeLines = readonly (readonly CodeToken[])[]

type Load = () => Promise<{ default: LanguageInput }>

const LANGUAGES: Record<string, Load> = {
  bash: () => import('shiki/dist/langs/bash.mjs'),
  c: () => import('shiki/dist/langs/c.mjs'),
  cpp: () => import('shiki/dist/langs/cpp.mjs'),
  csharp: () => import('shiki/dist/langs/csharp.mjs'),
  css: () => import('shiki/dist/langs/css.mjs'),
  diff: () => import('shiki/dist/langs/diff.mjs'),
  dockerfile: () => import('shiki/dist/langs/dockerfile.mjs'),
  go: () => import('shiki/dist/langs/go.mjs'),
  html: () => import('shiki/dist/langs/html.mjs'),
  ini: () => import('shiki/dist/langs/ini.mjs'),
  java: () => import('shiki/dist/langs/java.mjs'),
  javascript: () => import('shiki/dist/langs/javascript.mjs'),
  json: () => import('shiki/dist/langs/json.mjs'),
  jsx: () => import('shiki/dist/langs/jsx.mjs'),
  kotlin: () => import('shiki/dist/langs/kotlin.mjs'),
  lua: () => import('shiki/dist/langs/lua.mjs'),
  make: () => import('shiki/dist/langs/make.mjs'),
  markdown: () => import('shiki/dist/langs/markdown.mjs'),
  php: () => import('shiki/dist/langs/php.mjs'),
  powershell: () => import('shiki/dist/langs/powershell.mjs'),
  python: () => import('shiki/dist/langs/python.mjs'),
  ruby: () => import('shiki/dist/langs/ruby.mjs'),
  rust: () => import('shiki/dist/langs/rust.mjs'),
  sql: () => import('shiki/dist/langs/sql.mjs'),
  swift: () => import('shiki/dist/langs/swift.mjs'),
  toml: () => import('shiki/dist/langs/toml.mjs'),
  tsx: () => import('shiki/dist/langs/tsx.mjs'),
  typescript: () => import('shiki/dist/langs/typescript.mjs'),
  vue: () => import('shiki/dist/langs/vue.mjs'),
  xml: () => import('shiki/dist/langs/xml.mjs'),
  yaml: () => import('shiki/dist/langs/yaml.mjs'),
}

const ALIASES: Record<string, string> = {
  'c++': 'cpp',
  cc: 'cpp',
  cjs: 'javascript',
  console: 'bash',
  cs: 'csharp',
  docker: 'dockerfile',
  h: 'c',
  js: 'javascript',
  kt: 'kotlin',
  makefile: 'make',
  md: 'markdown',
  mjs: 'javascript',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

/** The grammar for the word after a fence, or null when there is none for it. */
export function languageOf(info: string): string | null {
  const word =
    info
      .trim()
      .toLowerCase()
      .split(/[\s{:,]/)[0] ?? ''
  const name = ALIASES[word] ?? word
  return Object.hasOwn(LANGUAGES, name) ? name : null
}

const done = new Map<string, CodeLines>()

/** Colours that were worked out before, at once. */
export function knownTokens(code: string, language: string): CodeLines | undefined {
  return done.get(`${language}\n${code}`)
}

/** Colours a whole code block; null when it is too long. Grammar and engine are loaded the first time. */
export async function tokensOf(code: string, language: string): Promise<CodeLines | null> {
  const load = LANGUAGES[language]
  if (!load || code.length > HIGHLIGHT_MAX_CHARS) return null
  const highlighter = await engine()
  if (!highlighter.getLoadedLanguages().includes(language))
    await highlighter.loadLanguage((await load()).default)
  const { tokens } = highlighter.codeToTokens(code, {
    lang: language,
    theme: KINDS.name,
    tokenizeMaxLineLength: 1000,
    // Its default gives up on a line after half a second, on a busy machine in the middle of a word.
    tokenizeTimeLimit: 0,
  })
  const lines = tokens.map((line) =>
    line.map(({ content, color }) => ({ text: content, kind: kindOf(color) })),
  )
  done.set(`${language}\n${code}`, lines)
  const oldest = done.keys().next().value
  if (done.size > KEPT_BLOCKS && oldest !== undefined) done.delete(oldest)
  return lines
}

let starting: Promise<HighlighterCore> | undefined
function engine(): Promise<HighlighterCore> {
  starting ??= start()
  return starting
}

async function start(): Promise<HighlighterCore> {
  const [core, regex] = await Promise.all([import('shiki/core'), import('shiki/engine/javascript')])
  return core.createHighlighterCore({
    themes: [KINDS],
    langs: [],
    // The window forbids WebAssembly.
    engine: regex.createJavaScriptRegexEngine({ forgiving: true }),
  })
}

// A theme whose colours stand for kinds: the style sheet paints them, so a change of theme needs no work here.
const COLOR_OF: Record<Exclude<CodeToken['kind'], ''>, string> = {
  k: '#00000a',
  s: '#00000b',
  f: '#00000c',
  n: '#00000d',
  m: '#00000e',
}
const PLAIN = '#000000'
const KIND_OF = new Map(Object.entries(COLOR_OF).map(([kind, color]) => [color, kind as CodeToken['kind']]))

const paint = (foreground: string, ...scope: string[]) => ({ scope, settings: { foreground } })
const KINDS = {
  name: 'kinds',
  type: 'light' as const,
  fg: PLAIN,
  bg: '#ffffff',
  settings: [
    paint(COLOR_OF.k, 'keyword', 'storage', 'variable.language', 'entity.name.tag', 'markup.heading'),
    paint(PLAIN, 'keyword.operator', 'punctuation'),
    paint(
      COLOR_OF.k,
      'keyword.operator.new',
      'keyword.operator.expression',
      'keyword.operator.logical.python',
    ),
    paint(COLOR_OF.s, 'string', 'markup.inserted', 'punctuation.definition.string'),
    paint(PLAIN, 'string meta.embedded', 'string meta.template.expression', 'string meta.interpolation'),
    paint(
      COLOR_OF.f,
      'entity.name.function',
      'support.function',
      'meta.function-call.generic',
      'entity.name.command',
    ),
    paint(COLOR_OF.n, 'constant.numeric', 'constant.language', 'constant.character.escape', 'markup.deleted'),
    paint(COLOR_OF.m, 'comment', 'punctuation.definition.comment'),
  ],
}

function kindOf(color: string | undefined): CodeToken['kind'] {
  return KIND_OF.get(color?.toLowerCase() ?? '') ?? ''
}
