import type { ChatNotice } from '../../shared/chat'
import type { ModelFailure } from '../../shared/models'
import { chatId } from './make'
import { notice, type Piece, say } from './pieces'

/** A server that has too much to do. */
export const FAILURE: ModelFailure = {
  code: 'overloaded',
  server: 'Anthropic',
  detail: 'overloaded_error',
  status: 529,
}

/** Everything that Vigil says by itself. */
export const notices = (): Piece[] => [
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

/** What planning came to. */
export const PLAN: ChatNotice = {
  type: 'plan',
  plan: {
    title: 'Make prices decimal',
    steps: ['Add a Money type with tests', 'Change the schema and write a migration', 'Change the API last'],
    risks: ['Old clients send numbers with rounding errors'],
    questions: ['May the migration lock the table for a minute?'],
  },
}

/** More than fits into its box. */
export const REASONING = `The person wants the race found.\n\nFirst I read the spec, then the code. ${'It submits before the quote has settled, so the total is the old one. '.repeat(20)}`
