import type { DiffLine, EditStage, McpCallStage, ToolCard } from '../../shared/tool-card'
import { answer, type Piece, say, tool } from './pieces'

// ── Changes of files ────────────────────────────────────────────────────────────────────────────────────────

const DIFF: DiffLine[] = [
  { kind: 'same', no: 11, text: 'export async function submitOrder(cart: Cart) {' },
  { kind: 'removed', no: 12, text: '  const total = cart.total()' },
  { kind: 'added', no: 12, text: '  const quote = await cart.taxQuote // settles first' },
  { kind: 'added', no: 13, text: '  const total = cart.total(quote)' },
  { kind: 'same', no: 14, text: '  return post("/api/orders", { total })' },
  { kind: 'gap', no: 88 },
  {
    kind: 'removed',
    no: 88,
    text: `const message = 'A line so long that nobody reads it to its end, because it goes on and on, past every edge of every card there is' + suffix`,
  },
]
const LONG_DIFF: DiffLine[] = Array.from({ length: 120 }, (_, n) => ({
  kind: n % 7 === 3 ? 'removed' : n % 7 > 3 ? 'added' : 'same',
  no: 990 + n,
  text: `  { id: ${n}, name: 'row ${n}', price: ${n * 3}.00 },`,
}))

function edit(
  path: string,
  stage: EditStage,
  more: { lines?: DiffLine[]; omitted?: number; isNew?: boolean; detail?: string } = {},
): Piece {
  const lines = more.lines ?? DIFF
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  const state = { asking: 'running', rejected: 'failed', written: 'done', 'not-written': 'failed' } as const
  return tool(
    more.isNew ? 'write_file' : 'edit_file',
    path,
    {
      kind: 'file-edit',
      path,
      isNew: more.isNew ?? false,
      added: count('added') + (more.omitted ?? 0),
      removed: count('removed'),
      diff: { lines, omitted: more.omitted ?? 0 },
      stage,
    },
    state[stage.kind],
    more.detail ?? '',
  )
}

/** Changes of files in every stage. */
export const edits = (now: number): Piece[] => [
  say('Make the submit wait for the tax quote.', { attached: ['src/checkout/submit.ts', 'tests/'] }),
  edit('src/checkout/submit.ts', { kind: 'written' }),
  edit('src/checkout/prices.ts', { kind: 'written' }, { lines: LONG_DIFF, omitted: 2400 }),
  edit(
    'docs/a/path/that/is/rather/long/so-that-it-does-not-fit/beside-the-numbers/of-lines.md',
    { kind: 'rejected', text: 'Leave the docs alone, they are generated.' },
    { lines: DIFF.slice(0, 4) },
  ),
  edit('src/cart.ts', { kind: 'rejected', text: null }, { lines: DIFF.slice(0, 4) }),
  edit(
    'src/quote.ts',
    { kind: 'not-written' },
    { detail: 'The file was changed since it was read. Read it again, then repeat the change.' },
  ),
  tool('edit_file', 'src/gone.ts', undefined, 'failed', 'There is no file src/gone.ts.'),
  tool('edit_file', '', undefined, 'running'),
  edit(
    'src/checkout/notes.md',
    { kind: 'asking', question: { askedAt: now, reasons: [], permission: 'editFiles' } },
    { isNew: true, lines: DIFF.filter(({ kind }) => kind === 'added') },
  ),
  edit('.github/workflows/ci.yml', {
    kind: 'asking',
    question: {
      askedAt: now,
      reasons: [
        {
          start: 0,
          end: 0,
          segment: '.github/workflows/ci.yml',
          rule: 'protected-path',
          text: 'writes to a protected path: .github/',
          subject: '.github/',
        },
      ],
      permission: null,
    },
  }),
]

// ── Calls that only look, and the rest ──────────────────────────────────────────────────────────────────────

const look = (name: string, title: string, card: ToolCard): Piece => tool(name, title, card, 'done', 'Text.')
const read = (title: string, from: number, to: number): Piece =>
  look('read_file', title, { kind: 'read', lines: { from, to } })

/** Calls that only look, in groups and alone, and calls without a card. */
export const looks = (): Piece[] => [
  say('Where is the race?'),
  read('src/checkout/submit.ts', 1, 40),
  look('search', 'submitOrder\\(', { kind: 'search', matches: 5, isMore: false }),
  look('list_files', 'src/checkout', { kind: 'list', entries: 200, isMore: true }),
  read('src/cart/quote.ts', 10, 20),
  tool('read_file', 'tests/gone.spec.ts', undefined, 'failed', 'There is no file tests/gone.spec.ts.'),
  answer('Two places.'),
  read('src/checkout/a-file-whose-name-is-long-enough-to-reach-the-end-of-the-row-and-beyond-it.ts', 1, 2),
  answer('Now the callers.'),
  look('search', 'total', { kind: 'search', matches: 1, isMore: false }),
  look('search', 'quote', { kind: 'search', matches: 21, isMore: true }),
  answer('The rest.'),
  tool('get_terminal_output', 'npm run dev', undefined, 'done', 'ready'),
  tool('kill_terminal', 'npm run dev', undefined, 'running'),
  tool('schedule', 'in 10 min', undefined, 'done', 'S1 is planned.'),
  tool('goal', 'every test passes', undefined, 'done', 'The goal is set.'),
]

const mcp = (
  stage: McpCallStage,
  name = 'get-annotated-message',
  detail = '',
  args = '{\n  "messageType": "error",\n  "includeImage": false\n}',
): Piece =>
  tool(
    `mcp__everything__${name}`,
    name,
    { kind: 'mcp-call', server: 'everything', tool: name, args, readOnly: name !== 'write_row', stage },
    stage.kind === 'done'
      ? 'done'
      : stage.kind === 'running' || stage.kind === 'asking'
        ? 'running'
        : 'failed',
    detail,
  )

/** Calls of servers, notes and pages in every stage. */
export const actions = (now: number): Piece[] => [
  say('Use the servers.'),
  mcp({ kind: 'done' }, 'echo', 'Echo: hello'),
  mcp({ kind: 'rejected', text: 'Not that one.' }),
  mcp({ kind: 'not-run' }),
  tool(
    'mcp__everything__sum',
    'sum',
    {
      kind: 'mcp-call',
      server: 'everything',
      tool: 'sum',
      args: '{}',
      readOnly: true,
      stage: { kind: 'done' },
    },
    'failed',
    'The server everything ended: exit 1.',
  ),
  mcp({ kind: 'running', progress: { done: 3, total: 10, message: 'Reading the third of ten pages' } }),
  mcp({ kind: 'asking', question: { askedAt: now } }),
  mcp({ kind: 'asking', question: { askedAt: now } }, 'write_row'),
  ...(['memory', 'web'] as const).flatMap((type) => actionStages(type, now)),
]

function actionStages(type: 'memory' | 'web', now: number): Piece[] {
  const action =
    type === 'web'
      ? ({ type, url: 'https://vite.dev/guide/migration?from=7#breaking-changes' } as const)
      : ({ type, scope: 'workspace', name: 'testing.md', text: 'Run npm test before each commit.' } as const)
  const name = type === 'web' ? 'web_fetch' : 'memory'
  const question = { askedAt: now, reasons: [], permission: null }
  return [
    tool(name, '', { kind: 'action', action, stage: { kind: 'done' } }, 'done', 'Done.'),
    tool(name, '', { kind: 'action', action, stage: { kind: 'rejected', text: null } }, 'failed'),
    tool(name, '', { kind: 'action', action, stage: { kind: 'not-done' } }, 'failed', 'It did not work.'),
    tool(name, '', { kind: 'action', action, stage: { kind: 'asking', question } }, 'running'),
  ]
}
