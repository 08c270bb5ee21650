import {
  type Action,
  ANSWER_MAX_CHARS,
  type CallAnswer,
  type FileDiff,
  type QuestionCard,
  type ToolCard,
} from '../shared/tool-card'

/** A question of the agent with its options, numbered, as a terminal shows it. */
export function questionText({
  question,
  options,
  isMany,
}: Pick<QuestionCard, 'question' | 'options' | 'isMany'>): string {
  const lines = options.map(
    ({ label, description }, at) => `  ${at + 1}  ${label}${description === null ? '' : `: ${description}`}`,
  )
  const how =
    options.length === 0
      ? 'Answer'
      : isMany
        ? 'Numbers, or an answer of your own'
        : 'A number, or an answer of your own'
  return [question, ...lines, `${how} (empty to skip): `].join('\n')
}

/** What a typed line answers: options by their numbers, else its words; an empty one skips. */
export function answerOfLine(
  { options, isMany }: Pick<QuestionCard, 'options' | 'isMany'>,
  line: string,
): CallAnswer {
  const text = line.trim()
  if (text === '') return { kind: 'skip' }
  const numbers = /^[1-9](?:[\s,;]+[1-9])*$/.test(text)
    ? text.split(/[\s,;]+/).map((number) => Number(number) - 1)
    : []
  const picked = [...new Set(numbers)]
  const isPicked =
    picked.length > 0 && picked.every((at) => at < options.length) && (isMany || picked.length === 1)
  if (isPicked) return { kind: 'answer', picked, text: null }
  return { kind: 'answer', picked: [], text: text.slice(0, ANSWER_MAX_CHARS) }
}

/** What a card asks a person to approve; null while it asks nothing. */
export function approvalText(card: ToolCard): string | null {
  if (!('stage' in card) || card.stage.kind !== 'asking') return null
  switch (card.kind) {
    case 'file-edit': {
      const what = `${card.isNew ? 'Create' : 'Change'} ${card.path} (+${card.added} -${card.removed})`
      return `${what}${because(card.stage.question.reasons)}?\n${diffText(card.diff)}`
    }
    case 'action':
      return actionText(card.action)
    case 'mcp-call':
      return `Call ${card.tool} of the MCP server ${card.server}?\n${card.args}`
    case 'question':
      return null
  }
}

function actionText(action: Action): string {
  if (action.type === 'web') return `Open ${action.url}?`
  const note = `the note ${action.scope}/${action.name}`
  return action.text === null ? `Delete ${note}?` : `Remember as ${note}?\n${action.text}`
}

/** The parts of a command or change that ask, in brackets; '' when it is the whole. */
export function because(reasons: readonly { segment: string }[]): string {
  return reasons.length === 0 ? '' : ` (${reasons.map(({ segment }) => segment).join('; ')})`
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const

function diffText({ lines, omitted }: FileDiff): string {
  const shown = lines.map((line) => (line.kind === 'gap' ? '  …' : `  ${SIGNS[line.kind]}${line.text}`))
  return [...shown, ...(omitted > 0 ? [`  … ${omitted} more lines`] : [])].join('\n')
}
