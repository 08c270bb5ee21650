import type { SubagentId } from '../../shared/ids'
import type { SubagentCard, SubagentState } from '../../shared/subagent'
import { chatId, commandId, makeCard } from './make'
import { type Piece, say } from './pieces'
import type { Story } from './story-main'
import { FAILURE } from './story-notices'

const SECOND = 1000

/** Subagents in every state, two of them with commands. */
export function subagents(now: number): { cards: Story['cards']; agents: SubagentCard[]; pieces: Piece[] } {
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
