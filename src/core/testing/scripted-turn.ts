import { z } from 'zod'
import { chatIdSchema, turnIdSchema } from '../../shared/ids'
import type { ModelFailure } from '../../shared/models'
import { repairHistory } from '../agent/history'
import { runTurn, type TurnDeps, type TurnEvent } from '../agent/turn'
import type { ModelMessage, ToolResult } from '../ports'
import { type AnyTool, anyTool, type ToolAnswer, type ToolContext } from '../tools/tool'
import { createFakeClock, settle } from './fake-clock'
import { createFakeIds } from './fake-ids'
import { createScriptedModel, type Scripted } from './scripted-model'

/** A tool that does what a test tells it, and records what it was given. */
export function scriptedTool(
  name: string,
  run: (input: { n: number }, context: ToolContext) => Promise<ToolAnswer> | ToolAnswer,
  isReadOnly = false,
) {
  const contexts: ToolContext[] = []
  const inputs: { n: number }[] = []
  const tool: AnyTool = anyTool({
    spec: { name, description: '', inputSchema: {} },
    parse: (raw) => {
      const parsed = z.object({ n: z.number().default(0) }).safeParse(raw)
      return parsed.success
        ? { ok: true, input: parsed.data }
        : { ok: false, message: 'n: expected a number.' }
    },
    isReadOnly: () => isReadOnly,
    title: (input) => `n=${input.n}`,
    run: async (input, context) => {
      inputs.push(input)
      contexts.push(context)
      return run(input, context)
    },
  })
  return { tool, contexts, inputs }
}
/** A tool that counts. */
export const counting = () => scriptedTool('count', ({ n }) => ({ text: `counted ${n}`, isError: false }))

/** A failure as a model's server reports it. */
export const failure = (code: ModelFailure['code']): ModelFailure => ({
  code,
  server: 'Fake',
  detail: 'why',
  status: null,
})

/** A turn with a small chat around it that keeps history the way the real one does. */
export function scriptedTurn(script: Scripted[], change: Partial<TurnDeps> = {}) {
  const clock = createFakeClock()
  const stop = new AbortController()
  const model = createScriptedModel(...script)
  const history: ModelMessage[] = [{ role: 'user', text: 'go' }]
  const queue: string[] = []
  const events: TurnEvent[] = []
  const bugs: unknown[] = []
  const open: ToolResult[] = []
  const deps: TurnDeps = {
    nextRequest: async () => {
      for (const text of queue.splice(0)) history.push({ role: 'user', text })
      return { system: 's', tools: [], messages: repairHistory(history), volatile: '' }
    },
    hasMore: () => queue.length > 0,
    client: model,
    tools: [],
    context: {
      chatId: chatIdSchema.parse('chat'),
      turnId: turnIdSchema.parse('turn'),
      workspaceRoot: '/w',
      signal: stop.signal,
    },
    clock,
    ids: createFakeIds(),
    stepLimit: 10,
    parallelCalls: 8,
    signal: stop.signal,
    on: async (event) => {
      events.push(event)
      if (event.type === 'answer') history.push({ role: 'assistant', text: event.text, calls: event.calls })
      if (event.type === 'call-finished') open.push(event.result)
      if (event.type === 'step-finished' && open.length > 0)
        history.push({ role: 'tool', results: open.splice(0) })
    },
    onBug: (error) => bugs.push(error),
    ...change,
  }
  return { deps, clock, stop, model, history, queue, events, bugs, run: () => runTurn(deps) }
}
export type TurnStory = ReturnType<typeof scriptedTurn>

/** Events of one kind, in order. */
export const eventsOf = <T extends TurnEvent['type']>({ events }: TurnStory, type: T) =>
  events.filter((event): event is Extract<TurnEvent, { type: T }> => event.type === type)
/** Results in the order in which they came. */
export const resultsOf = (story: TurnStory) => eventsOf(story, 'call-finished').map((event) => event.result)

/** Reading and changing tools whose calls end when a test says so; `log` has them in the order in which they began. */
export function heldTools() {
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const signals = new Map<string, AbortSignal>()
  const tool = (name: string, isReadOnly: boolean) =>
    scriptedTool(
      name,
      async ({ n }, { signal }) => {
        const call = `${name} ${n}`
        log.push(call)
        signals.set(call, signal)
        await new Promise<void>((resolve) => {
          ends.set(call, resolve)
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
        return { text: signal.aborted ? `${call} aborted` : call, isError: signal.aborted }
      },
      isReadOnly,
    ).tool
  const end = async (...calls: string[]) => {
    for (const call of calls) {
      ends.get(call)?.()
      await settle()
    }
  }
  const wasAborted = (call: string) => signals.get(call)?.aborted
  return {
    log,
    end,
    wasAborted,
    tools: [tool('read', true), tool('grep', true), tool('edit', false)],
  }
}

/** `read 1` as a tool and its arguments. */
export function callOf(text: string) {
  const [tool = '', n] = text.split(' ')
  return { tool, args: { n: Number(n) } }
}
