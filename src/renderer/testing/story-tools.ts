import type { ChatSummary, TranscriptItem } from '../../shared/chat'
import { makeChat, makeSnapshot, STOREFRONT, turnId } from './make'
import { answer, notice, type Piece, say } from './pieces'
import { subagents } from './story-agents'
import { actions, edits, looks } from './story-calls'
import { transcriptOf } from './story-chat'
import { dialogue } from './story-dialogue'
import type { Story } from './story-main'
import { FAILURE, notices, PLAN, REASONING } from './story-notices'
import { note, servers } from './story-servers'

const SECOND = 1000
const MINUTE = 60 * SECOND

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
  put('dialogue', 'Dialogue', dialogue(now), { turn: running, needsApproval: 3, questions: 3 })
  put('done', 'Parser rewrite', [say('Thanks!')], { archivedAt: now })
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
