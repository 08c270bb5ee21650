import type { ChatNotice, ChatSummary, TranscriptItem } from '../../shared/chat'
import type { CommandCard, CommandEnd, CommandState } from '../../shared/command'
import type { ModelFailure } from '../../shared/models'
import { commandId, entryId, makeCard, makeChat, makeSnapshot, turnId } from './make'
import type { Story } from './story-main'

const SECOND = 1000
const MINUTE = 60 * SECOND

const FAILURE: ModelFailure = {
  code: 'unreachable',
  server: 'Ollama',
  detail: 'connect ECONNREFUSED 127.0.0.1:11434',
  status: null,
}

const ANSWER = `Found it. The quote resolves **after** the order is posted, so about one run in five sees the old total.

### What changed
- \`submitOrder()\` waits for \`cart.taxQuote\`
- the spec no longer sleeps for *500 ms*
  - neither does [the helper](https://vite.dev/guide/)
1. first
2. second

- [x] done
- [ ] open

\`\`\`ts
const quote = await cart.taxQuote // settles first
return post("/api/orders", { total: cart.total(quote) })
\`\`\`

| Suite | Before | After |
|---|---|---|
| checkout | 81 % | 100 % |

> Quoted words of the issue, <b>with raw HTML</b> that stays text.
`

const LONG_COMMAND = `docker run --rm -v "$PWD:/app" -w /app -e NODE_ENV=test -e DATABASE_URL=postgres://localhost:5432/shop_test -e REDIS_URL=redis://localhost:6379/1 -e FEATURE_FLAGS=quotes,tax,split-shipments -e TZ=UTC ghcr.io/acme/ci-runner:22 bash -lc "npm ci and npm run migrate and npm run test:integration"`

type Piece = DistributiveOmit<TranscriptItem, 'id' | 'seq' | 'at'>
type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never

/** Lists transcript pieces as a transcript. */
export function transcriptOf(chat: string, at: number, pieces: readonly Piece[]): TranscriptItem[] {
  return pieces.map(
    (piece, index) => ({ ...piece, id: entryId(`${chat}-${index}`), seq: index + 1, at }) as TranscriptItem,
  )
}

const say = (text: string, queued = false): Piece => ({ kind: 'user', text, queued })
const answer = (text: string, more: Partial<Extract<Piece, { kind: 'assistant' }>> = {}): Piece => ({
  kind: 'assistant',
  text,
  reasoning: '',
  state: 'done',
  model: 'qwen3-coder 30b',
  ...more,
})
const run = (id: string): Piece => ({ kind: 'command', commandId: commandId(id) })
const tool = (name: string, title: string, more: Partial<Extract<Piece, { kind: 'tool' }>> = {}): Piece => ({
  kind: 'tool',
  callId: `${name} ${title}`,
  tool: name,
  title,
  state: 'done',
  detail: 'What the agent got.',
  ...more,
})
const notice = (what: ChatNotice): Piece => ({ kind: 'notice', notice: what })

/** A card in every state there is, with everything a card can say. */
function everyCard(now: number, chat: string): CommandCard[] {
  const ended = (end: CommandEnd, ran: number, wasBackground = false): CommandState => ({
    kind: 'ended',
    startedAt: now - 5 * MINUTE,
    endedAt: now - 5 * MINUTE + ran,
    end,
    wasBackground,
  })
  const exit = (code: number, closedPipe = false): CommandEnd => ({ by: 'exit', code, closedPipe })
  const out = (lines: number, lastLine: string): Partial<CommandCard> => ({
    output: { bytes: lines * 40, lines, lastLine, full: { kind: 'none' } },
  })
  const startedAt = now - 134 * SECOND
  return [
    makeCard('s-pending', chat, 'npm run build -- --mode staging > dist/build.log', {
      kind: 'pending',
      question: {
        askedAt: now,
        reasons: [
          { code: 'writes-file', segment: 'dist/build.log' },
          { code: 'not-read-only', segment: 'npm run build -- --mode staging' },
        ],
        alwaysAllow: ['npm run build *'],
        blocked: false,
      },
    }),
    makeCard('s-pending2', chat, 'git push origin main', {
      kind: 'pending',
      question: { askedAt: now, reasons: [], alwaysAllow: [], blocked: false },
    }),
    makeCard('s-preparing', chat, 'npm run build', { kind: 'preparing', since: now }),
    makeCard(
      's-running',
      chat,
      'npm run build',
      { kind: 'running', startedAt: now - 12 * SECOND, pid: 1 },
      out(1284, 'transforming (1284) node_modules/date-fns/esm/index.js'),
    ),
    makeCard(
      's-background',
      chat,
      'npm run test:e2e -- checkout',
      { kind: 'background', startedAt, pid: 1, movedAt: now, reason: 'user' },
      { terminalId: 'T4', ...out(214, '41 passed, 17 left') },
    ),
    makeCard(
      's-stopping',
      chat,
      'vite dev',
      { kind: 'stopping', startedAt, pid: 1, since: now, who: 'user', wasBackground: true },
      { terminalId: 'T2', ...out(9, 'Local: http://localhost:5173/') },
    ),
    makeCard('s-succeeded', chat, 'npx tsc --noEmit', ended(exit(0), 4130)),
    makeCard('s-folder', chat, 'cargo test -p tax-engine', ended(exit(0), 52_000, true), {
      terminalId: 'T5',
      workdir: 'packages/tax-engine',
      ...out(91_204, 'test result: ok'),
    }),
    makeCard(
      's-failed',
      chat,
      'npm run lint',
      ended(exit(1), 9200),
      out(18, '3 problems (3 errors, 0 warnings)'),
    ),
    makeCard(
      's-signal',
      chat,
      'node leak.mjs',
      ended({ by: 'signal', signal: 'SIGKILL', code: 137 }, 64_000),
      out(3, 'allocating'),
    ),
    makeCard('s-unknown', chat, 'ssh build-host make', ended({ by: 'unknown' }, 3_000), out(1, 'connected')),
    makeCard(
      's-stopped',
      chat,
      'docker compose up db',
      ended({ by: 'stop', who: 'user', signal: 'SIGTERM', code: 143, confirmed: true }, 242_000),
      out(20, 'ready'),
    ),
    makeCard(
      's-unconfirmed',
      chat,
      'sudo tcpdump -i any',
      ended({ by: 'stop', who: 'agent', signal: null, code: null, confirmed: false }, 242_000, true),
      { terminalId: 'T12', ...out(20, 'listening') },
    ),
    makeCard('s-pipe', chat, 'yes | head -1', ended(exit(0, true), 12), out(1, 'y')),
    makeCard('s-left', chat, './start-daemons.sh', ended(exit(0), 1_900), {
      leftovers: 2,
      ...out(2, 'started'),
    }),
    makeCard('s-cancelled', chat, 'npm ci', {
      kind: 'cancelled',
      at: now,
      startedAt: null,
      because: 'stopped-before-start',
    }),
    makeCard(
      's-window',
      chat,
      'npm run watch',
      ended({ by: 'stop', who: 'quit', signal: 'SIGTERM', code: 143, confirmed: true }, 700_000, true),
      out(40, 'watching'),
    ),
    makeCard(
      's-interrupted',
      chat,
      'make all',
      { kind: 'interrupted', startedAt, lastSeenAt: now - 60_000 },
      out(7, 'cc -o a.o'),
    ),
    makeCard('s-rejected', chat, 'rm -rf build', {
      kind: 'rejected',
      at: now,
      text: 'Use npm run clean instead, it keeps the cache.',
    }),
    makeCard(
      's-nofolder',
      chat,
      'ls',
      {
        kind: 'not-started',
        at: now,
        because: 'workdir-missing',
        message: 'Working directory does not exist',
      },
      { workdir: 'packages/gone' },
    ),
    makeCard(
      's-nospawn',
      chat,
      'ls',
      { kind: 'not-started', at: now, because: 'spawn-failed', message: 'spawn /usr/bin/zsh ENOENT' },
      { shellNote: { code: 'profile-missing', profile: 'zsh', used: 'bash' } },
    ),
    makeCard(
      's-long',
      chat,
      LONG_COMMAND,
      { kind: 'running', startedAt: now - 7000, pid: 1 },
      out(9, 'Unpacking layer 4 of 9'),
    ),
    makeCard(
      's-heredoc',
      chat,
      "cat > notes.txt <<'EOF'\nfirst line\nsecond line\nthird line\nEOF",
      ended(exit(0), 20),
    ),
  ]
}

/** Chats that between them show every row a transcript can have. */
export function chatStory(now: number): Story {
  const running = (
    activity: Extract<ChatSummary['turn'], { kind: 'running' }>['activity'],
  ): ChatSummary['turn'] => ({
    kind: 'running',
    turnId: turnId('t'),
    since: now - 6 * SECOND,
    activity,
  })
  const model = { connection: 'ollama' as never, model: 'qwen3-coder 30b' }
  const cards = [
    ...everyCard(now, 'states'),
    ...everyCard(now, 'work').map((card) => ({ ...card, id: commandId(`w${card.id}`) })),
  ]
  const chats = [
    makeChat('states', {
      title: 'Every card',
      model,
      createdAt: now - (20 - 10) * MINUTE,
      needsApproval: 2,
      turn: running({ kind: 'tools' }),
    }),
    makeChat('messages', {
      title: 'Messages',
      model,
      createdAt: now - (20 - 9) * MINUTE,
      context: { used: 170_000, window: 200_000 },
    }),
    makeChat('stream', {
      title: 'Streaming',
      model,
      createdAt: now - (20 - 8) * MINUTE,
      turn: running({ kind: 'model' }),
      context: { used: 192_000, window: 200_000 },
    }),
    makeChat('retry', {
      title: 'Retrying',
      model,
      createdAt: now - (20 - 7) * MINUTE,
      turn: running({ kind: 'retrying', attempt: 2, of: 5, until: now + 30 * SECOND, failure: FAILURE }),
    }),
    makeChat('failed', {
      title: 'Failed',
      model,
      createdAt: now - (20 - 6) * MINUTE,
      turn: { kind: 'failed', at: now, failure: FAILURE },
    }),
    makeChat('paused', {
      title: 'Paused',
      model,
      createdAt: now - (20 - 5) * MINUTE,
      turn: { kind: 'paused', at: now, steps: 100 },
    }),
    makeChat('new', { title: '', createdAt: now - (20 - 4) * MINUTE }),
    makeChat('nomodel', { title: 'No model', model: null, createdAt: now - (20 - 3) * MINUTE }),
    makeChat('work', {
      title: 'Work',
      model,
      createdAt: now - (20 - 2) * MINUTE,
      turn: running({ kind: 'tools' }),
    }),
  ]
  const ended = (end: CommandEnd, command: string): Piece =>
    notice({
      type: 'command-ended',
      commandId: commandId('s-failed'),
      terminalId: 'T2',
      command,
      end,
      ranMs: 724_000,
    })
  return {
    snapshot: makeSnapshot({ chats }),
    cards,
    transcripts: {
      states: transcriptOf('states', now, [
        say('Show me every card.'),
        ...cards.filter((card) => card.chatId === 'states').map((card) => run(card.id)),
      ]),
      messages: transcriptOf('messages', now, [
        say('@tests/checkout.spec.ts fails one run in five.\nFind the race, fix it, run it ten times.'),
        tool('read_file', 'src/checkout/submit.ts'),
        tool('read_file', 'src/cart/quote.ts'),
        tool('read_file', 'tests/gone.spec.ts', { state: 'failed', detail: 'No such file' }),
        tool('get_terminal_output', 'T4'),
        tool('kill_terminal', 'T4', { state: 'running' }),
        run('s-succeeded'),
        answer(ANSWER, {
          reasoning: 'The person wants the race found.\nFirst read the spec, then the code.',
        }),
        ended({ by: 'exit', code: 1, closedPipe: false }, 'npx vite dev'),
        ended({ by: 'exit', code: 0, closedPipe: false }, 'npm test'),
        ended({ by: 'stop', who: 'user', signal: null, code: null, confirmed: true }, 'docker compose up'),
        ended({ by: 'signal', signal: 'SIGSEGV', code: 139 }, './native-thing'),
        notice({
          type: 'commands-lost',
          commands: [
            { terminalId: 'T1', command: 'npm run watch' },
            { terminalId: 'T3', command: 'make' },
          ],
        }),
        notice({ type: 'repeating', tool: 'read_file', times: 3 }),
        notice({ type: 'cut-off' }),
        answer('I will make the submit wait for the', { state: 'interrupted' }),
      ]),
      stream: transcriptOf('stream', now, [
        say('Explain.'),
        answer('The spec submits before `/api/tax` answers. I will make the submit wait for **the', {
          state: 'streaming',
        }),
        say('Also update the changelog.', true),
      ]),
      retry: transcriptOf('retry', now, [say('Explain.')]),
      failed: transcriptOf('failed', now, [say('Explain.'), notice({ type: 'failure', failure: FAILURE })]),
      paused: transcriptOf('paused', now, [
        say('Do it all.'),
        answer('Working.'),
        notice({ type: 'step-limit', steps: 100 }),
      ]),
      new: [],
      nomodel: [],
      work: transcriptOf('work', now, [
        say('Build it, then run the end-to-end tests in the background.'),
        run('ws-succeeded'),
        run('ws-background'),
        run('ws-running'),
      ]),
    },
    outputs: Object.fromEntries(
      cards.map((card) => [
        card.id,
        Array.from(
          { length: Math.min(card.output.lines, 3000) },
          (_, n) => `line ${n + 1} of ${card.command.slice(0, 40)}`,
        ).join('\n'),
      ]),
    ),
  }
}

/** One chat of a size nobody reads: for the eye, whether it opens and scrolls without delay. */
export function longStory(now: number, entries: number): Story {
  const chat = makeChat('long', {
    title: `${entries} entries`,
    model: { connection: 'ollama' as never, model: 'm' },
  })
  const cards: CommandCard[] = []
  const pieces: Piece[] = []
  for (let i = 0; pieces.length < entries; i++) {
    pieces.push(say(`Question ${i}`), answer(i % 5 === 0 ? ANSWER : `Answer ${i}. ${'word '.repeat(i % 60)}`))
    for (let k = 0; k < 3; k++) {
      const card = makeCard(`c${i}-${k}`, 'long', `npm run step-${i}-${k}`, {
        kind: 'ended',
        startedAt: now,
        endedAt: now + 100 * k,
        end: { by: 'exit', code: k === 2 && i % 4 === 0 ? 1 : 0, closedPipe: false },
        wasBackground: false,
      })
      cards.push(card)
      pieces.push(run(card.id))
    }
  }
  return {
    snapshot: makeSnapshot({ chats: [chat] }),
    cards,
    transcripts: { long: transcriptOf('long', now, pieces) },
    outputs: {},
  }
}

/** One answer of a megabyte, as prose, lists and code. */
export function hugeAnswerStory(now: number): Story {
  const code = Array.from({ length: 12_000 }, (_, n) => `const line${n} = ${n} // of a very long file`).join(
    '\n',
  )
  const text = `${ANSWER.repeat(600)}\n\`\`\`ts\n${code}\n\`\`\`\n\nEnd.`
  const chat = makeChat('huge', { title: 'A megabyte' })
  return {
    snapshot: makeSnapshot({ chats: [chat] }),
    cards: [],
    transcripts: { huge: transcriptOf('huge', now, [say('Write a lot.'), answer(text)]) },
    outputs: {},
  }
}
