import { z } from 'zod'
import {
  ANSWER_MAX_CHARS,
  type CallAnswer,
  QUESTION_OPTIONS_MAX,
  type QuestionCard,
  type QuestionStage,
} from '../../shared/tool-card'
import type { AskEnd, CallAsks } from '../asks/call-asks'
import type { Clock } from '../clock'
import type { AskFirstDeps } from './ask-first'
import { NOT_RUN_AFTER_STOP, type ParsedInput, type Tool, type ToolAnswer } from './tool'
import { parseWith } from './tool-input'
import { ASK_USER_DESCRIPTION, ASK_USER_SCHEMA } from './tool-texts'

/** Longest question, label and explanation, in UTF-16 units: they are read on a card. */
const QUESTION_MAX_CHARS = 2000
const LABEL_MAX_CHARS = 200
const DESCRIPTION_MAX_CHARS = 500

const inputSchema = z.object({
  question: z.string().trim().min(1).max(QUESTION_MAX_CHARS),
  options: z
    .array(
      z.object({
        label: z.string().trim().min(1).max(LABEL_MAX_CHARS),
        description: z.string().trim().max(DESCRIPTION_MAX_CHARS).optional(),
      }),
    )
    .max(QUESTION_OPTIONS_MAX)
    .default([]),
  multiple: z.boolean().default(false),
})
type Asked = Omit<QuestionCard, 'kind' | 'stage'>

export type AskUserDeps = {
  asks: Pick<CallAsks, 'ask'>
  showCard: AskFirstDeps['showCard']
  clock: Pick<Clock, 'now'>
}

/** The `ask_user` tool: what only the person can decide (S-179, A-094). It changes nothing. */
export function createAskUserTool({ asks, showCard, clock }: AskUserDeps): Tool<Asked> {
  return {
    spec: { name: 'ask_user', description: ASK_USER_DESCRIPTION, inputSchema: ASK_USER_SCHEMA },
    parse: parseQuestion,
    isReadOnly: () => true,
    onlyForChats: true,
    asksAhead: true,
    // A question of an answer that breaks off would be one that nobody reads the answer to.
    beginsLate: true,
    title: ({ question }) => question,
    async run(asked, context) {
      const card = (stage: QuestionStage): QuestionCard => ({ kind: 'question', ...asked, stage })
      showCard(context, card({ kind: 'asking', askedAt: clock.now() }))
      const end = await asks.ask(
        {
          chatId: context.chatId,
          callId: context.callId,
          about: 'question',
          subject: asked.question,
          permission: null,
          accepts: ['answer', 'skip'],
          problem: (answer) => problemOf(asked, answer),
        },
        context.signal,
      )
      return { ...answerText(asked, end), card: card(stageOf(end)) }
    },
  }
}

function parseQuestion(raw: unknown): ParsedInput<Asked> {
  const parsed = parseWith(inputSchema, raw)
  if (!parsed.ok) return parsed
  const { question, options, multiple } = parsed.input
  if (new Set(options.map(({ label }) => label)).size < options.length)
    return { ok: false, message: '"options": every label must be different.' }
  return {
    ok: true,
    input: {
      question,
      options: options.map(({ label, description }) => ({ label, description: description || null })),
      isMany: multiple && options.length > 0,
    },
  }
}

/** What is wrong with an answer; null when it fits the question. */
function problemOf({ options, isMany }: Asked, answer: CallAnswer): string | null {
  if (answer.kind !== 'answer') return null
  const { picked, text } = answer
  if (picked.some((at) => at >= options.length)) return 'There is no such option.'
  if (!isMany && picked.length > 1) return 'Only one option can be picked.'
  if (picked.length === 0 && (text ?? '').trim() === '') return 'The answer is empty.'
  return null
}

type QuestionEnd = AskEnd<'answer' | 'skip'>

function stageOf(end: QuestionEnd): QuestionStage {
  if (end.kind === 'answer') return { kind: 'answered', picked: end.picked, text: end.text }
  return { kind: end.kind === 'skip' ? 'skipped' : 'not-answered' }
}

/** What the model reads; an answer is no error, and neither is that there is none. */
function answerText({ options }: Asked, end: QuestionEnd): ToolAnswer {
  switch (end.kind) {
    case 'answer': {
      const picked = end.picked.flatMap((at) => options[at]?.label ?? [])
      const said = end.text?.trim().slice(0, ANSWER_MAX_CHARS) ?? ''
      const lines = [
        ...(picked.length > 0 ? [`The user picked: ${picked.join('; ')}`] : []),
        ...(said === '' ? [] : [`The user says: ${said}`]),
      ]
      return { text: lines.join('\n'), isError: false }
    }
    case 'skip':
      return {
        text: 'The user skipped the question. Decide yourself, say what you assumed, and go on.',
        isError: false,
      }
    case 'stopped':
      return { text: NOT_RUN_AFTER_STOP, isError: true }
    case 'unanswered':
      return {
        text: 'Nobody can answer in an unattended run. Decide yourself, say what you assumed, and go on.',
        isError: true,
      }
    case 'refused':
      return { text: end.message, isError: true }
  }
}
