import { ANSWER_MAX_CHARS, type CallAnswer, type QuestionCard } from '../../../../shared/tool-card'

/** What a person has picked and written so far. */
export type QuestionDraft = { picked: readonly number[]; text: string }
export const EMPTY_DRAFT: QuestionDraft = { picked: [], text: '' }

/** The draft after an option was chosen: the only one, or one more or less of several. */
export function picking(draft: QuestionDraft, at: number, isMany: boolean): QuestionDraft {
  if (!isMany) return { ...draft, picked: [at] }
  const picked = draft.picked.includes(at) ? draft.picked.filter((one) => one !== at) : [...draft.picked, at]
  return { ...draft, picked: picked.sort((a, b) => a - b) }
}

/** The answer that a draft is; null while it is none. */
export function answerOf({ picked, text }: QuestionDraft): Extract<CallAnswer, { kind: 'answer' }> | null {
  const said = text.trim().slice(0, ANSWER_MAX_CHARS)
  if (picked.length === 0 && said === '') return null
  return { kind: 'answer', picked: [...picked], text: said === '' ? null : said }
}

/** The option that a digit key means, by the key's place or the number pad; null for every other key. */
export function optionOfKey(code: string, count: number): number | null {
  const found = /^(?:Digit|Numpad)([1-9])$/.exec(code)
  const at = found ? Number(found[1]) - 1 : -1
  return at >= 0 && at < count ? at : null
}

/** What was answered, as one line; '' when nothing was. */
export function answeredLine({ options, stage }: QuestionCard): string {
  if (stage.kind !== 'answered') return ''
  const picked = stage.picked.flatMap((at) => options[at]?.label ?? [])
  return [...picked, ...(stage.text === null ? [] : [stage.text])].join('; ')
}
