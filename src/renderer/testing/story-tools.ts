import type { ChatNotice, ChatSummary, TranscriptItem } from '../../shared/chat'
import type { SubagentId } from '../../shared/ids'
import type { McpServer, McpStatus } from '../../shared/mcp'
import type { MemoryFile } from '../../shared/memory'
import type { ModelFailure } from '../../shared/models'
import type { SubagentCard, SubagentState } from '../../shared/subagent'
import type { DiffLine, EditStage, McpCallStage, ToolCard } from '../../shared/tool-card'
import { chatId, commandId, makeCard, makeChat, makeSnapshot, STOREFRONT, turnId } from './make'
import { transcriptOf } from './story-chat'
import type { Story } from './story-main'

const SECOND = 1000
const MINUTE = 60 * SECOND

type Piece = Parameters<typeof transcriptOf>[2][number]

const say = (text: string, more: Partial<Extract<Piece, { kind: 'user' }>> = {}): Piece => ({
  kind: 'user',
  text,
  queued: false,
  ...more,
})
const answer = (text: string, reasoning = '', state: 'done' | 'streaming' = 'done'): Piece => ({
  kind: 'assistant',
  text,
  reasoning,
  state,
  model: 'qwen3-coder 30b',
})
let calls = 0
const tool = (
  name: string,
  title: string,
  card?: ToolCard,
  state: Extract<Piece, { kind: 'tool' }>['state'] = 'done',
  detail = '',
): Piece => ({
  kind: 'tool',
  callId: `call-${++calls}` as Extract<Piece, { kind: 'tool' }>['callId'],
  tool: name,
  title,
  state,
  detail,
  ...(card ? { card } : {}),
})
const notice = (what: ChatNotice): Piece => ({ kind: 'notice', notice: what })

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

const edits = (now: number): Piece[] => [
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

const looks = (): Piece[] => [
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

const actions = (now: number): Piece[] => [
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

// ── What Vigil says ─────────────────────────────────────────────────────────────────────────────────────────

const FAILURE: ModelFailure = {
  code: 'overloaded',
  server: 'Anthropic',
  detail: 'overloaded_error',
  status: 529,
}

const notices = (): Piece[] => [
  say('/help'),
  notice({
    type: 'help',
    commands: 'help compact newtask model mode goal memory mcp clear resume cost'.split(' '),
    custom: ['release'],
  }),
  notice({ type: 'unknown-command', name: 'modle', closest: ['model', 'mode'] }),
  notice({ type: 'not-now', command: 'compact' }),
  notice({
    type: 'model',
    current: 'Ollama: qwen3-coder 30b',
    available: ['Ollama: gpt-oss 20b', 'Anthropic: claude-sonnet-4-5'],
  }),
  notice({ type: 'mode-set', mode: 'auto' }),
  notice({ type: 'mode-warning' }),
  notice({
    type: 'cost',
    tokens: { input: 1_234_567, output: 45_678, cachedInput: 1_100_000, estimated: true },
  }),
  notice({
    type: 'resume',
    words: '',
    chats: [
      { id: chatId('edits'), title: 'Edits' },
      { id: chatId('nowhere'), title: 'A chat that was deleted meanwhile' },
    ],
  }),
  notice({ type: 'resume', words: 'tax quotes', chats: [] }),
  notice({
    type: 'memory',
    notes: [
      { scope: 'workspace', name: 'testing.md', lines: 12, loadedLines: 12 },
      { scope: 'global', name: 'style.md', lines: 300, loadedLines: 188 },
    ],
  }),
  notice({
    type: 'mcp',
    servers: [
      { name: 'everything', state: 'ready', tools: 11, message: null },
      { name: 'files', state: 'untrusted', tools: 0, message: null },
      { name: 'tickets', state: 'failed', tools: 0, message: 'spawn uvx ENOENT' },
    ],
  }),
  notice({ type: 'goal', goal: { condition: 'every test passes', by: 'user', turns: 3 } }),
  notice({ type: 'goal', goal: null }),
  notice({ type: 'mention', mention: '@src/gone.ts', because: 'missing' }),
  notice({ type: 'mention', mention: '@.env', because: 'ignored' }),
  notice({ type: 'goal-set', condition: 'every test of checkout passes ten times in a row', by: 'user' }),
  notice({
    type: 'goal-ended',
    condition: 'every test of checkout passes ten times in a row',
    how: 'done',
    reason: 'Ten runs in a row were green.',
    turns: 4,
  }),
  notice({ type: 'goal-ended', condition: 'no warnings', how: 'limit', reason: '', turns: 25 }),
  notice({ type: 'scheduled', texts: ['Look at the deployment', 'Ask for the numbers'] }),
  notice({
    type: 'pulse',
    commands: [{ terminalId: 'T4' as never, command: 'npm run test:e2e -- checkout' }],
  }),
  notice({
    type: 'compacted',
    summary: '## Goal\nTo mend the flaky test.\n\n## Files\n- `src/checkout/submit.ts`',
    running:
      '[Still running in the background, sent by Vigil]\n- T4 (Call ID: c1), running for 2 min: npm run dev',
    commands: [
      { terminalId: 'T4' as never, command: 'npm run test:e2e -- checkout', isServer: false },
      { terminalId: 'T2' as never, command: 'npx vite dev --port 5173', isServer: true },
    ],
    isAutomatic: true,
  }),
  notice({ type: 'compacted', summary: null, running: '', commands: [], isAutomatic: true }),
  notice({ type: 'compaction-failed', failure: FAILURE }),
  notice({ type: 'nothing-to-compact' }),
  notice({
    type: 'restored',
    messages: 2,
    files: { restored: 3, removed: 1, kept: 0, failed: 1 },
    isTakenBack: false,
  }),
  notice({ type: 'failure', failure: FAILURE }),
]

const PLAN: ChatNotice = {
  type: 'plan',
  plan: {
    title: 'Make prices decimal',
    steps: ['Add a Money type with tests', 'Change the schema and write a migration', 'Change the API last'],
    risks: ['Old clients send numbers with rounding errors'],
    questions: ['May the migration lock the table for a minute?'],
  },
}

const REASONING = `The person wants the race found.\n\nFirst I read the spec, then the code. ${'It submits before the quote has settled, so the total is the old one. '.repeat(20)}`

// ── Subagents ───────────────────────────────────────────────────────────────────────────────────────────────

function subagents(now: number): { cards: Story['cards']; agents: SubagentCard[]; pieces: Piece[] } {
  const startedAt = now - 70 * SECOND
  const cards = [
    makeCard('a-done', 'subagents', 'grep -rn "v1/orders" src', {
      kind: 'ended',
      startedAt,
      endedAt: startedAt + 300,
      end: { by: 'exit', code: 0, closedPipe: false },
      wasBackground: false,
    }),
    makeCard('a-runs', 'subagents', 'npm run build -- --mode staging', {
      kind: 'running',
      startedAt: now - 12 * SECOND,
      pid: 1,
    }),
    makeCard('a-asks', 'subagents', 'npm publish --dry-run', {
      kind: 'pending',
      question: { askedAt: now, reasons: [], alwaysAllow: ['npm publish *'], blocked: false },
    }),
  ]
  const agent = (
    id: string,
    name: string,
    state: SubagentState,
    more: Partial<SubagentCard> = {},
  ): SubagentCard => ({
    id: id as SubagentId,
    chatId: chatId('subagents'),
    name,
    createdAt: startedAt,
    state,
    activity: null,
    commands: [],
    calls: [],
    ...more,
  })
  const endedAt = now
  const agents = [
    agent(
      'done',
      'Find callers of the old API',
      {
        kind: 'done',
        endedAt,
        report: '14 call sites in 6 files\n\n- `src/api/orders/v1.ts`\n- `src/cart.ts`',
      },
      { commands: [commandId('a-done')] },
    ),
    agent('failed', 'Check licences', { kind: 'failed', endedAt, failure: FAILURE }),
    agent('stopped', 'Measure the bundle', { kind: 'stopped', endedAt }),
    agent('steps', 'Read everything there is', { kind: 'step-limit', endedAt, steps: 100 }),
    agent('window', 'Wait for the deployment', { kind: 'interrupted', endedAt }),
    agent(
      'runs',
      'Look at the build',
      { kind: 'running', isBackground: false },
      {
        commands: [commandId('a-runs')],
        activity: { tool: 'read_file', title: 'vite.config.ts' },
      },
    ),
    agent(
      'back',
      'Publish a test version of every package of the workspace and compare them',
      {
        kind: 'running',
        isBackground: true,
      },
      { commands: [commandId('a-asks')] },
    ),
  ]
  return {
    cards,
    agents,
    pieces: [
      say('Have a look at everything.'),
      ...agents.map(({ id }): Piece => ({ kind: 'subagent', subagentId: id })),
    ],
  }
}

// ── Servers and notes ───────────────────────────────────────────────────────────────────────────────────────

function servers(now: number): McpStatus[] {
  const stdio = (name: string, command: string, args: string[]): McpServer => ({
    kind: 'stdio',
    name,
    command,
    args,
    env: {},
    timeoutSeconds: 120,
  })
  const status = (
    server: McpServer,
    state: McpStatus['state'],
    more: Partial<McpStatus> = {},
  ): McpStatus => ({ workspaceId: null, server, digest: server.name, state, allowed: [], ...more })
  return [
    status(
      stdio('everything', 'npx', ['-y', '@modelcontextprotocol/server-everything']),
      {
        kind: 'ready',
        tools: ['echo', 'sum', 'get-annotated-message'].map((name) => ({ name, readOnly: name !== 'sum' })),
        leftOut: [{ name: 'a tool with a bad name', reason: 'Its name cannot be sent to a model.' }],
      },
      { allowed: ['echo'] },
    ),
    status(
      {
        kind: 'http',
        name: 'tickets',
        url: 'https://mcp.example.com/v1/tickets',
        headers: {},
        timeoutSeconds: 120,
      },
      {
        kind: 'failed',
        message: 'The server answered 401: access was refused. Check its headers.',
        retryAt: null,
      },
    ),
    status(stdio('python', 'uvx', ['mcp-server-git', '--repository', '/home/ada/code/storefront']), {
      kind: 'failed',
      message: 'There is no program uvx.',
      retryAt: now + 8 * SECOND,
    }),
    status(stdio('off', 'node', ['server.mjs']), { kind: 'off' }),
    status(stdio('later', 'node', ['later.mjs']), { kind: 'idle' }),
    status(stdio('soon', 'node', ['soon.mjs']), { kind: 'starting' }),
    status(
      stdio('files', 'npx', ['-y', '@modelcontextprotocol/server-filesystem', '.', '--and', 'a-long-option']),
      { kind: 'untrusted' },
      { workspaceId: STOREFRONT.id },
    ),
  ]
}

const note = (
  name: string,
  text: string,
  changedAt: number,
  loaded = Number.POSITIVE_INFINITY,
): MemoryFile => {
  const lines = text.split('\n').length
  return { name, text, bytes: text.length, changedAt, lines, loadedLines: Math.min(lines, loaded) }
}

/** Chats that between them show what a complete agent brings: changes, looks, calls, subagents, goals, plans. */
export function toolsStory(now: number): Story {
  const model = { connection: 'ollama' as never, model: 'qwen3-coder 30b' }
  const nested = subagents(now)
  const running: ChatSummary['turn'] = {
    kind: 'running',
    turnId: turnId('t'),
    since: now - 6 * SECOND,
    activity: { kind: 'tools' },
  }
  let order = 0
  const chats: ChatSummary[] = []
  const transcripts: Record<string, TranscriptItem[]> = {}
  const put = (id: string, title: string, pieces: Piece[], more: Partial<ChatSummary> = {}) => {
    chats.push(makeChat(id, { title, model, createdAt: now - ++order * MINUTE, updatedAt: now, ...more }))
    transcripts[id] = transcriptOf(id, now, pieces)
  }
  put('edits', 'Edits', edits(now), { turn: running, needsApproval: 2 })
  put('looks', 'Looks', looks(), { turn: running })
  put('actions', 'Actions', actions(now), { turn: running, needsApproval: 4 })
  put('notices', 'Notices', notices(), {
    turn: { kind: 'failed', at: now, failure: FAILURE },
  })
  put('subagents', 'Subagents', nested.pieces, {
    turn: running,
    needsApproval: 1,
    running: 1,
    waiting: { commands: 0, subagents: 1 },
  })
  put('agenda', 'Agenda', [say('Watch the deployment.'), notice(PLAN), answer('Planned.', REASONING)], {
    mode: 'plan',
    context: { used: 170_000, window: 200_000 },
    goal: { condition: 'every test of checkout passes ten times in a row', by: 'user', turns: 3 },
    schedules: [
      {
        id: 'S1' as never,
        text: 'Look at the deployment and tell me whether the error rate went up',
        time: { kind: 'once', at: now + 10 * MINUTE },
        createdAt: now,
        nextAt: now + 10 * MINUTE,
        due: null,
      },
      {
        id: 'S2' as never,
        text: 'Ask for the numbers',
        time: { kind: 'cron', pattern: '0 9 * * 1-5', timeZone: 'Europe/Kyiv' },
        createdAt: now,
        nextAt: now + 900 * MINUTE,
        due: { since: now, times: 2 },
      },
    ],
  })
  put(
    'queue',
    'Queue',
    [
      say('Explain the race.'),
      answer('', REASONING, 'streaming'),
      say('Also update the changelog.', { queued: true }),
      say('And the readme, with an example of the new option.', { queued: true, attached: ['README.md'] }),
    ],
    { turn: { ...running, activity: { kind: 'model' } } },
  )
  put('compacting', 'Compacting', [say('/compact')], {
    turn: { ...running, activity: { kind: 'compacting' } },
  })
  return {
    snapshot: makeSnapshot({ chats }),
    cards: nested.cards,
    subagents: nested.agents,
    transcripts,
    outputs: {},
    mcp: {
      servers: servers(now),
      problems: [
        { workspaceId: STOREFRONT.id, name: 'broken', message: 'servers.broken: command is missing' },
      ],
    },
    copy: {
      takenAt: now,
      changes: {
        at: now,
        changed: ['src/checkout/submit.ts', 'src/cart.ts'],
        deleted: ['docs/old.md'],
        created: ['src/checkout/notes.md'],
        counts: { changed: 2, deleted: 1, created: 1 },
        skipped: { count: 1, files: [{ path: 'video.mp4', because: 'too-large' }] },
      },
    },
    memory: {
      workspace: [
        note(
          'testing.md',
          'Run npm test before each commit.\nThe e2e tests need a database.',
          now - 90 * MINUTE,
        ),
        note('a-note-with-a-name-that-is-longer-than-the-row-it-stands-in-and-goes-on.md', 'Text.', now),
      ],
      global: [note('style.md', 'Short sentences.\n'.repeat(300), now - 9000 * MINUTE, 188)],
    },
  }
}
