import type { ChatId } from '../../shared/ids'
import type { PermissionMode } from '../../shared/permissions'
import type { McpCallCard, McpCallStage } from '../../shared/tool-card'
import type { ApprovalEnd, CallAsks } from '../asks/call-asks'
import type { Clock } from '../clock'
import {
  NOT_RUN_AFTER_STOP,
  type ParsedInput,
  type Tool,
  type ToolAnswer,
  type ToolContext,
} from '../tools/tool'
import { inputObject } from '../tools/tool-input'
import { CallTimeout } from './connection'
import { errorWords, isSessionLost } from './failure-words'
import type { McpService, UsableServer } from './mcp-service'
import type { OfferedTool } from './offered-tools'
import { mcpResultText } from './result-text'

/** Most of the arguments that a card shows, as JSON in UTF-16 units. */
const ARGUMENTS_MAX_CHARS = 20_000
/** At most one new look of a card in this time, in milliseconds; a server may tell of every file. */
const PROGRESS_MS = 250
/** Longest words about progress, in UTF-16 units. */
const PROGRESS_MAX_CHARS = 200

export type McpToolDeps = {
  service: Pick<McpService, 'isAllowed' | 'allow'>
  asks: Pick<CallAsks, 'ask'>
  modeOf(chatId: ChatId): PermissionMode
  /** Shows the card of a call while it runs. */
  showCard(context: Pick<ToolContext, 'chatId' | 'callId'>, card: McpCallCard): void
  clock: Clock
}

/**
 * A tool of a server as one of ours. It asks the person unless they allowed this tool or everything: that a
 * server calls a tool read-only makes it run beside others and in Plan, but never unasked.
 */
export function createMcpTool(
  usable: UsableServer,
  offered: OfferedTool,
  deps: McpToolDeps,
): Tool<Record<string, unknown>> {
  const { name, digest } = usable
  return {
    spec: offered.spec,
    parse: parseArguments,
    isReadOnly: () => offered.readOnly,
    // Its card belongs to an answer that is whole.
    beginsLate: true,
    title: () => `${name}: ${offered.tool}`,
    async run(input, context) {
      const { service, modeOf, clock } = deps
      const front = {
        kind: 'mcp-call' as const,
        server: name,
        tool: offered.tool,
        args: argumentsText(input),
        readOnly: offered.readOnly,
      }
      const show = (stage: McpCallStage) => deps.showCard(context, { ...front, stage })
      const finish = (stage: McpCallStage, text: string, isError = true): ToolAnswer => ({
        text,
        isError,
        card: { ...front, stage },
      })
      const mayRun = () => modeOf(context.chatId) === 'bypass' || service.isAllowed(digest, offered.tool)
      if (!mayRun()) {
        show({ kind: 'asking', question: { askedAt: clock.now() } })
        const end = await ask(`${name}: ${offered.tool}`, mayRun, context, deps)
        const no = refusal(end, front)
        if (no) return finish(no.stage, no.text)
        if (end.kind === 'approve' && end.remember) service.allow(digest, offered.tool)
      }
      if (context.signal.aborted) return finish({ kind: 'not-run' }, NOT_RUN_AFTER_STOP)
      // The mode may have changed while it waited.
      if (modeOf(context.chatId) === 'plan' && !offered.readOnly)
        return finish({ kind: 'not-run' }, 'Not done: the permission mode is Plan by now.')
      return call(usable, offered, input, context, { show, finish, clock })
    },
  }
}

async function ask(
  subject: string,
  mayRun: () => boolean,
  { chatId, callId, signal }: ToolContext,
  { asks }: McpToolDeps,
): Promise<ApprovalEnd> {
  const decideAgain = async (): Promise<ApprovalEnd | null> =>
    mayRun() ? { kind: 'approve', remember: false } : null
  return asks.ask(
    { chatId, callId, about: 'mcp', subject, permission: null, accepts: ['approve', 'reject'], decideAgain },
    signal,
  )
}

type Card = {
  show(stage: McpCallStage): void
  finish(stage: McpCallStage, text: string, isError?: boolean): ToolAnswer
  clock: Clock
}

async function call(
  { name, server, life }: UsableServer,
  { tool }: OfferedTool,
  input: Record<string, unknown>,
  { signal }: ToolContext,
  { show, finish, clock }: Card,
): Promise<ToolAnswer> {
  await life.settled(signal)
  const { ready } = life
  if (!ready) return finish({ kind: 'not-run' }, notThere(name, life.state, clock.now()))
  show({ kind: 'running', progress: null })
  let shownAt = clock.now()
  try {
    const result = await ready.connection.call(tool, input, {
      signal,
      limitMs: server.timeoutSeconds * 1000,
      onProgress({ done, total, message }) {
        if (clock.now() - shownAt < PROGRESS_MS) return
        shownAt = clock.now()
        show({
          kind: 'running',
          progress: { done, total, message: message?.slice(0, PROGRESS_MAX_CHARS) ?? null },
        })
      },
    })
    return finish({ kind: 'done' }, mcpResultText(result), result.isError === true)
  } catch (error) {
    if (signal.aborted) return finish({ kind: 'done' }, STOPPED)
    if (isSessionLost(error)) life.restart()
    return finish({ kind: 'done' }, failedText(name, error, server.timeoutSeconds))
  }
}

function parseArguments(raw: unknown): ParsedInput<Record<string, unknown>> {
  const input = inputObject(raw)
  // The server knows its own schema and says what is wrong.
  return input ? { ok: true, input } : { ok: false, message: 'Expected an object with the arguments.' }
}

function argumentsText(input: Record<string, unknown>): string {
  const text = JSON.stringify(input, null, 2)
  return text.length > ARGUMENTS_MAX_CHARS ? `${text.slice(0, ARGUMENTS_MAX_CHARS)}…` : text
}

/** What an answer other than yes means for the card and for the agent. */
function refusal(
  end: ApprovalEnd,
  { server, tool }: { server: string; tool: string },
): { stage: McpCallStage; text: string } | null {
  switch (end.kind) {
    case 'approve':
      return null
    case 'reject': {
      const said = end.text?.trim() ? `\nThe user says: ${end.text.trim()}` : ''
      return {
        stage: { kind: 'rejected', text: end.text },
        text: `The user rejected this call. ${tool} of ${server} was not called.${said}`,
      }
    }
    case 'stopped':
      return { stage: { kind: 'not-run' }, text: NOT_RUN_AFTER_STOP }
    case 'unanswered':
      return {
        stage: { kind: 'rejected', text: null },
        text: `Calling ${tool} of ${server} needs a confirmation, and nobody can answer in an unattended run. It was not called. Reach the goal without it, or say what is left to do.`,
      }
    case 'refused':
      return { stage: { kind: 'not-run' }, text: end.message }
  }
}

const STOPPED =
  'This call was ended because the user stopped the turn. The server was told; it may have had some effect.'

function notThere(name: string, state: UsableServer['life']['state'], now: number): string {
  const why = state.kind === 'failed' ? ` ${state.message}` : ''
  const next =
    state.kind === 'failed' && state.retryAt !== null
      ? ` It is started again in ${Math.max(1, Math.ceil((state.retryAt - now) / 1000))} s.`
      : ' It stays off until the user starts it in the settings.'
  return `Not called: the MCP server ${name} is not running.${why}${next}`
}

function failedText(name: string, error: unknown, seconds: number): string {
  if (error instanceof CallTimeout)
    return `The MCP server ${name} neither answered nor told progress for ${seconds} s; the call was cancelled. It may have had some effect.`
  return `The call of the MCP server ${name} failed: ${errorWords(error)}`
}
