import type { ChatSummary, TranscriptItem } from '../../shared/chat'
import type { CommandCard, CommandState } from '../../shared/command'
import type { AppSnapshot } from '../../shared/ipc'
import type { McpOverview } from '../../shared/mcp'
import type { MemoryFile, MemoryScope } from '../../shared/memory'
import type { ModelFailure, ModelInfo } from '../../shared/models'
import type { CheckpointPreview } from '../../shared/permissions'
import { settingsSchema } from '../../shared/settings'
import type { SubagentCard } from '../../shared/subagent'
import {
  chatId,
  commandId,
  connectionId,
  entryId,
  HOME,
  makeAnswer,
  makeCard,
  makeChat,
  makeSnapshot,
  STOREFRONT,
  turnId,
  workspaceId,
} from './make'

/** What a fake engine starts from: a snapshot, and the content of each chat. */
export type Story = {
  snapshot: AppSnapshot
  transcripts: Record<string, TranscriptItem[]>
  cards: CommandCard[]
  /** Whole outputs by command id. */
  outputs: Record<string, string>
  subagents?: SubagentCard[]
  /** What the pages of servers and notes show; without them, one server and no notes. */
  mcp?: McpOverview
  memory?: Record<MemoryScope, MemoryFile[]>
  /** What going back changes in files; without it there is no copy of them. */
  copy?: CheckpointPreview['files']
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const model = (id: string, contextWindow: number | null, over: Partial<ModelInfo> = {}): ModelInfo => ({
  id,
  contextWindow,
  maxOutput: null,
  tools: true,
  images: false,
  reasoning: false,
  ...over,
})

const UNREACHABLE: ModelFailure = {
  code: 'unreachable',
  server: 'LM Studio',
  detail: 'connect ECONNREFUSED 127.0.0.1:1234',
  status: null,
}

/** Every state the window can show at once, around a fixed `now`. */
export function mainStory(now: number): Story {
  const ollama = connectionId('ollama')
  const qwen = { connection: ollama, model: 'qwen3-coder 30b' }
  const settings = settingsSchema.parse({
    firstRunDone: true,
    defaultModel: qwen,
    connections: [
      {
        id: ollama,
        kind: 'openai-compatible',
        label: 'Ollama',
        baseUrl: 'http://127.0.0.1:11434/v1',
        headers: {},
        keyEnv: null,
        models: [model('qwen3-coder 30b', 32_768), model('gpt-oss 20b', null, { tools: false })],
      },
      {
        id: 'lmstudio',
        kind: 'openai-compatible',
        label: 'LM Studio',
        baseUrl: 'http://127.0.0.1:1234/v1',
        headers: {},
        keyEnv: null,
        models: [model('devstral-small', 131_072)],
      },
      {
        id: 'anthropic',
        kind: 'anthropic',
        label: 'Anthropic',
        baseUrl: 'https://api.anthropic.com',
        headers: {},
        keyEnv: null,
        models: [model('claude-sonnet-4-5', 200_000, { maxOutput: 64_000, images: true, reasoning: true })],
      },
      {
        id: 'openai',
        kind: 'openai',
        label: 'OpenAI',
        baseUrl: 'https://api.openai.com/v1',
        headers: {},
        keyEnv: 'OPENAI_API_KEY',
        models: [model('gpt-5', 400_000, { images: true, reasoning: true })],
      },
    ],
    terminal: {
      defaultProfile: 'zsh',
      profiles: [
        {
          name: 'bash, quiet',
          path: '/usr/bin/bash',
          args: ['--noprofile'],
          env: { CI: '1', PAGER: null },
          source: 'user',
        },
      ],
    },
  })
  const chat = (id: string, title: string, minutesAgo: number, over: Partial<ChatSummary> = {}) =>
    makeChat(id, {
      title,
      model: qwen,
      createdAt: now - minutesAgo * MINUTE - 1,
      updatedAt: now - minutesAgo * MINUTE,
      ...over,
    })
  const infra = {
    id: workspaceId('w3'),
    path: `${HOME}/code/infra`,
    name: 'infra',
    branch: null,
    missing: true,
  }
  const billing = {
    id: workspaceId('w2'),
    path: `${HOME}/code/billing-api`,
    name: 'billing-api',
    branch: 'main',
    missing: false,
  }
  const running = (chatTurn: string, since: number): ChatSummary['turn'] => ({
    kind: 'running',
    turnId: turnId(chatTurn),
    since: now - since,
    activity: { kind: 'model' },
  })
  const cards = mainCards(now)
  return {
    snapshot: makeSnapshot({
      settings,
      workspaces: [STOREFRONT, billing, infra],
      chats: [
        chat('c1', 'Fix flaky checkout test', 2, {
          running: 3,
          turn: running('t1', 3 * MINUTE),
          context: { used: 13_762, window: 32_768 },
        }),
        chat('c2', 'Upgrade to Vite 7', 0, { turn: running('t2', 40 * SECOND), running: 1 }),
        chat('c3', 'Drop legacy /v1 orders API', 4, { needsApproval: 1, turn: running('t3', 4 * MINUTE) }),
        chat('c4', 'Bundle size report', 22, { unread: true }),
        chat('c9', 'Publish the price list', 31, {
          running: 1,
          waiting: { commands: 1, subagents: 0 },
        }),
        chat('c5', 'Migrate prices to Decimal', 65, {
          turn: { kind: 'failed', at: now - 65 * MINUTE, failure: UNREACHABLE },
        }),
        chat('c6', 'Postgres 17 dry run', 190, { turn: { kind: 'stopped', at: now - 190 * MINUTE } }),
        chat('c7', 'Onboarding notes', 4 * 24 * 60, { model: null }),
        chat('c8', 'Invoice rounding', 30, {
          workspaceId: billing.id,
          workspacePath: billing.path,
          running: 2,
        }),
      ],
      jobs: cards.filter(
        (card) => card.isRecent || ['running', 'background', 'stopping'].includes(card.state.kind),
      ),
      connections: [
        { id: ollama, key: 'not-needed', reach: { kind: 'ok', models: 2 } },
        {
          id: connectionId('lmstudio'),
          key: 'not-needed',
          reach: { kind: 'failed', failure: UNREACHABLE },
        },
        { id: connectionId('anthropic'), key: 'stored', reach: { kind: 'ok', models: 1 } },
        { id: connectionId('openai'), key: 'missing', reach: { kind: 'unknown' } },
      ],
      profiles: {
        defaultName: 'zsh',
        effective: { name: 'zsh', path: '/usr/bin/zsh', fallback: 'none' },
        profiles: [
          { name: 'bash', path: '/usr/bin/bash', args: [], env: {}, source: 'detected' },
          { name: 'zsh', path: '/usr/bin/zsh', args: [], env: {}, source: 'detected' },
          { name: 'fish', path: '/usr/bin/fish', args: [], env: {}, source: 'detected' },
          { name: 'JavaScript Debug', path: null, args: [], env: {}, source: 'extension' },
          ...settings.terminal.profiles,
        ],
      },
    }),
    transcripts: { c1: mainTranscript(now), c3: approvalTranscript(now), c5: failedTranscript(now) },
    cards,
    outputs: {
      k1: '',
      k2: Array.from(
        { length: 214 },
        (_, n) => `  ok ${n} checkout.spec.ts:${n + 2} applies tax before submit (1.9s)`,
      ).join('\n'),
      k3: 'src/cart/price.test.ts\n',
      k5: '/repo/src/a.ts\n  3:1  error  Unexpected console statement\n\n3 problems (3 errors, 0 warnings)\n',
    },
  }
}

function mainCards(now: number): CommandCard[] {
  const background = (ago: number): CommandState => ({
    kind: 'background',
    startedAt: now - ago,
    pid: 100,
    movedAt: now - ago + 5000,
    reason: 'waiting-ran-out',
  })
  const ended = (ago: number, ran: number, code: number, wasBackground = false): CommandState => ({
    kind: 'ended',
    startedAt: now - ago,
    endedAt: now - ago + ran,
    end: { by: 'exit', code, closedPipe: false },
    wasBackground,
  })
  const out = (lines: number, bytes: number, lastLine: string): Partial<CommandCard> => ({
    output: { bytes, lines, lastLine, full: { kind: 'none' } },
  })
  return [
    makeCard('k1', 'c1', 'npx tsc --noEmit', ended(3 * MINUTE, 4_130, 0), { terminalId: 'T1' }),
    makeCard('k2', 'c1', 'npm run test:e2e -- checkout --repeat-each=10', background(134 * SECOND), {
      terminalId: 'T4',
      ...out(214, 14_200, '41 passed, 17 left'),
    }),
    makeCard('k3', 'c1', 'npm test', background(62 * SECOND), {
      terminalId: 'T5',
      ...out(1, 24, 'src/cart/price.test.ts'),
    }),
    makeCard('k4', 'c1', 'vite dev --port 5173', background(12 * MINUTE + 8 * SECOND), {
      terminalId: 'T2',
      server: { address: 'http://localhost:5173/' },
      ...out(9, 410, '  Local:   http://localhost:5173/'),
    }),
    makeCard('k5', 'c5', 'npm run lint', ended(65 * MINUTE, 9_200, 1, true), {
      terminalId: 'T1',
      isRecent: true,
      ...out(4, 4_096, '3 problems (3 errors, 0 warnings)'),
    }),
    makeCard(
      'k6',
      'c3',
      'npm run build -- --mode staging > dist/build.log',
      {
        kind: 'pending',
        question: {
          askedAt: now - 4 * MINUTE,
          reasons: [{ code: 'writes-file', segment: 'dist/build.log' }],
          alwaysAllow: ['npm run build *'],
          blocked: false,
        },
      },
      { terminalId: 'T1' },
    ),
    makeCard(
      'k7',
      'c2',
      'docker compose up',
      {
        kind: 'stopping',
        startedAt: now - 136 * SECOND,
        pid: 7,
        since: now - SECOND,
        who: 'user',
        wasBackground: true,
      },
      { terminalId: 'T1', ...out(20, 900, 'db: ready to accept connections') },
    ),
    makeCard('k9', 'c1', 'npm run build', ended(21 * MINUTE, 41_000, 0, true), {
      terminalId: 'T3',
      isRecent: true,
      ...out(90, 180_400, 'built in 38.2 s'),
    }),
    makeCard('k10', 'c9', 'make prices', background(31 * MINUTE), {
      terminalId: 'T1',
      ...out(310, 9_400, 'page 310 of 512'),
    }),
    makeCard('k8', 'c8', 'cargo test --workspace', background(HOUR + 2 * MINUTE), {
      terminalId: 'T1',
      ...out(4000, 1_400_000, 'test rounding::half_even_to_cent_for_every_currency_in_the_table ... ok'),
    }),
  ]
}

function mainTranscript(now: number): TranscriptItem[] {
  const at = now - 3 * MINUTE
  return [
    {
      id: entryId('e1'),
      seq: 1,
      at,
      kind: 'user',
      text: 'tests/checkout.spec.ts fails one run in five. Find the race, fix it, run it ten times.',
      queued: false,
    },
    ...['k1', 'k4', 'k2', 'k3'].map(
      (id, n): TranscriptItem => ({
        id: entryId(`e-${id}`),
        seq: 2 + n,
        at,
        kind: 'command',
        commandId: commandId(id),
      }),
    ),
    makeAnswer(
      'e9',
      9,
      '`submitOrder()` posted before the tax quote settled; now it waits. I will report when both suites finish.',
    ),
  ]
}

function approvalTranscript(now: number): TranscriptItem[] {
  return [
    { id: entryId('e31'), seq: 1, at: now, kind: 'user', text: 'Build the staging bundle.', queued: false },
    { id: entryId('e32'), seq: 2, at: now, kind: 'command', commandId: commandId('k6') },
  ]
}

function failedTranscript(now: number): TranscriptItem[] {
  return [
    { id: entryId('e51'), seq: 1, at: now, kind: 'user', text: 'Lint first.', queued: false },
    { id: entryId('e52'), seq: 2, at: now, kind: 'command', commandId: commandId('k5') },
    {
      id: entryId('e53'),
      seq: 3,
      at: now,
      kind: 'notice',
      notice: { type: 'failure', failure: UNREACHABLE },
    },
  ]
}

/** An app that was just installed: no folder, no model; `servers` answer to the probe. */
export function firstRunStory(): Story {
  return {
    snapshot: makeSnapshot({ settings: settingsSchema.parse({}), workspaces: [] }),
    transcripts: {},
    cards: [],
    outputs: {},
  }
}

/** A folder is open, nothing happened in it yet; the machine has no keyring and lost its database. */
export function emptyStory(now: number): Story {
  const story = firstRunStory()
  return {
    ...story,
    snapshot: makeSnapshot({
      chats: [makeChat('n1', { title: '', model: null, createdAt: now, updatedAt: now })],
      secrets: { available: false, code: 'no-keyring', reason: 'no keyring is running' },
      banners: [
        {
          id: 'b1',
          type: 'database-moved',
          file: `${HOME}/.local/share/vigil/vigil.db`,
          movedTo: `${HOME}/.local/share/vigil/vigil.db.broken-1`,
          reason: 'file is not a database',
        },
      ],
      profiles: {
        defaultName: 'fish',
        effective: { name: 'bash', path: '/usr/bin/bash', fallback: 'profile-unsupported' },
        profiles: [
          { name: 'bash', path: '/usr/bin/bash', args: [], env: {}, source: 'detected' },
          { name: 'fish', path: '/usr/bin/fish', args: [], env: {}, source: 'detected' },
        ],
      },
      settings: settingsSchema.parse({
        firstRunDone: true,
        connections: [
          {
            id: 'anthropic',
            kind: 'anthropic',
            label: 'Anthropic',
            baseUrl: 'https://api.anthropic.com',
            headers: {},
            keyEnv: null,
            models: [],
          },
        ],
      }),
      connections: [{ id: connectionId('anthropic'), key: 'missing', reach: { kind: 'unknown' } }],
    }),
    transcripts: { n1: [] },
  }
}

export const stories = { main: mainStory, 'first-run': firstRunStory, empty: emptyStory }
export const STORY_CHAT = chatId('c1')
