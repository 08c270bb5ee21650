import type { Argument } from '../reading/argument'
import type { Segment } from '../reading/segment'

// What “always allow” offers: a prefix of the size a person thinks in, never a bare interpreter and never everything.

/** Words that make a command of their own with these programs. */
const TWO_WORDS = new Set(
  'git cargo go npm yarn pnpm bun deno docker podman kubectl make gmake just task pip pip3 poetry uv pipenv gradle gradlew mvn mvnw dotnet terraform helm brew gh composer rails rake bundle gem mix flutter dart swift rustup nx turbo lerna ng vite next wrangler vercel netlify firebase heroku systemctl apt apt-get dnf alembic prisma'.split(
    ' ',
  ),
)
/** Two words after which the third is the one that counts. */
const THREE_WORDS =
  /^(?:(?:npm|pnpm|yarn|bun) (?:run|exec|workspace)|docker (?:compose|image|container|volume|network)|git (?:remote|stash|worktree|submodule|config|bisect|notes)|(?:poetry|uv|pipenv|bundle|deno|dotnet|go|gh|kubectl|pip|aws|gcloud) (?:run|exec|tool|pr|issue|repo|rollout|config)|(?:aws|gcloud|az) \S+|(?:nx|turbo) run|(?:rails|mix|prisma) \S+:?\S*)$/
/** Programs that do one thing, whatever their arguments are. */
const ONE_WORD = new Set(
  'tsc eslint prettier biome jest vitest mocha ava playwright cypress tap c8 nyc rollup esbuild webpack pytest ruff black isort mypy flake8 pylint pyright tox nox rubocop rspec phpunit golangci-lint gofmt goimports staticcheck clang-format clang-tidy cmake ctest ninja shellcheck shfmt hadolint mkdir touch cp tee knip madge depcheck stylelint markdownlint typedoc swiftlint ktlint detekt protoc buf sqlc'.split(
    ' ',
  ),
)
/** They run whatever they are given: only together with the script they are given. */
const INTERPRETER =
  /^(?:(?:ba|z|da|k|mk|a|fi|tc|c)?sh|node|nodejs|deno|bun|python[\d.]*|perl|ruby|php|lua|luajit|Rscript|tsx|ts-node|osascript|pwsh|powershell|java)$/
/** Too much for one answer, or never the same thing twice. */
const NEVER =
  /^(?:sudo|doas|su|runuser|env|xargs|eval|exec|source|\.|ssh|scp|curl|wget|awk|gawk|sed|find|fd|rm|rmdir|mv|dd|ln|chmod|chown|kill|pkill|killall|nohup|time|timeout|watch|command|builtin|trap|alias|export|set|npx|bunx|pnpx|busybox|parallel|script|crontab|at|nc|socat)$/

/** The pattern that “always allow” would store for a segment; null when none is offered. */
export function alwaysAllowPattern({ args, assignments, isNested, problem }: Segment): string | null {
  if (problem !== null || isNested || assignments.length > 0) return null
  const words = args.map(plainWord)
  const [program] = words
  if (program == null || NEVER.test(nameOf(program)) || program.startsWith('-')) return null
  const length = prefixLength(words)
  if (length === null) return null
  const prefix = words.slice(0, length)
  if (prefix.includes(null)) return null
  const pattern = prefix.join(' ')
  return length < words.length ? `${pattern} *` : pattern
}

/** How many words make the command; null when nothing sensible does. */
function prefixLength(words: readonly (string | null)[]): number | null {
  const [program, second, third] = words
  if (program == null) return null
  const name = nameOf(program)
  if (INTERPRETER.test(name)) {
    if (second === '-m' && third != null) return 3
    // A script, and not an option or a word whose meaning is not known.
    return second != null && /[./]/.test(second) && !second.startsWith('-') ? 2 : null
  }
  if (program.includes('/')) return 1
  const isWord = second != null && /^[A-Za-z][\w:.@/-]*$/.test(second)
  if (isWord && words.length > 2 && THREE_WORDS.test(`${program} ${second}`))
    return third != null && /^[A-Za-z][\w:.@/-]*$/.test(third) ? 3 : null
  if (TWO_WORDS.has(program))
    return isWord ? 2 : words.length === 1 && /^(?:make|gmake|just)$/.test(program) ? 1 : null
  if (ONE_WORD.has(program)) return 1
  // An unknown program: exactly this call.
  return words.length
}

function nameOf(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1)
}

/** A word that means itself in a pattern and in a shell; null for anything else. */
function plainWord({ text }: Argument): string | null {
  return text !== null && /^[\w./:@%+=,~-]+$/.test(text) ? text : null
}
