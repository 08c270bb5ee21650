import { describe, expect, it } from 'vitest'
import type { QuestionCard } from '../../../../shared/tool-card'
import { answeredLine, answerOf, EMPTY_DRAFT, optionOfKey, picking } from './question-view'

describe('the card of a question', () => {
  it('picks one option, or several where several may be picked', () => {
    const one = picking(EMPTY_DRAFT, 2, false)
    expect(one.picked).toEqual([2])
    expect(picking(one, 0, false).picked).toEqual([0])
    const many = picking(picking(EMPTY_DRAFT, 2, true), 0, true)
    expect(many.picked).toEqual([0, 2])
    expect(picking(many, 2, true).picked).toEqual([0])
  })

  it('is no answer before anything is picked or written', () => {
    expect(answerOf(EMPTY_DRAFT)).toBeNull()
    expect(answerOf({ picked: [], text: ' \n' })).toBeNull()
    expect(answerOf({ picked: [1], text: '' })).toEqual({ kind: 'answer', picked: [1], text: null })
    expect(answerOf({ picked: [], text: ' Both ' })).toEqual({ kind: 'answer', picked: [], text: 'Both' })
  })

  it('takes digit keys by their place, on every layout and the number pad', () => {
    expect(optionOfKey('Digit1', 3)).toBe(0)
    expect(optionOfKey('Numpad3', 3)).toBe(2)
    expect(optionOfKey('Digit4', 3)).toBeNull()
    expect(optionOfKey('Digit0', 3)).toBeNull()
    expect(optionOfKey('KeyY', 3)).toBeNull()
  })

  it('folds to what was answered', () => {
    const card: QuestionCard = {
      kind: 'question',
      question: 'Where?',
      options: ['Here', 'There'].map((label) => ({ label, description: null })),
      isMany: true,
      stage: { kind: 'answered', picked: [1], text: 'but later' },
    }
    expect(answeredLine(card)).toBe('There; but later')
    expect(answeredLine({ ...card, stage: { kind: 'skipped' } })).toBe('')
  })
})
