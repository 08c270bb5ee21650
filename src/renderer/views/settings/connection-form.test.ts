import { describe, expect, it } from 'vitest'
import type { ModelInfo } from '../../../shared/models'
import { draftOf, fieldsOf, modelDraft, newDraft, problemsOf, withKind } from './connection-form'

const model: ModelInfo = {
  id: 'qwen3-coder',
  contextWindow: 32_768,
  maxOutput: null,
  tools: true,
  images: false,
  reasoning: false,
}

describe('a connection being edited (A-156)', () => {
  it('saves what it was read from', () => {
    const fields = {
      kind: 'openai-compatible' as const,
      label: 'Ollama',
      baseUrl: 'http://127.0.0.1:11434/v1',
      headers: { 'X-A': '1' },
      keyEnv: null,
      models: [model],
    }
    expect(fieldsOf(draftOf({ ...fields, id: 'c1' as never }))).toEqual(fields)
  })

  it('names each field that cannot be saved', () => {
    const draft = {
      ...newDraft('openai', true),
      label: ' ',
      baseUrl: 'ftp://x',
      keyEnv: '1X',
      headers: 'oops',
      models: [modelDraft(model, 0), { ...modelDraft(model, 1), contextWindow: 'lots' }],
    }
    const problems = problemsOf(draft)
    expect([...problems.fields]).toEqual(['label', 'url', 'key-env', 'headers'])
    expect([...(problems.models.get(0) ?? [])]).toEqual(['id'])
    expect([...(problems.models.get(1) ?? [])]).toEqual(['id', 'contextWindow'])
    expect(fieldsOf(draft)).toBeNull()
  })

  it('reads prices with a point or a comma, together or not at all (A-166)', () => {
    const draft = (over: object) => ({
      ...newDraft('openai', true),
      models: [{ ...modelDraft(model, 0), ...over }],
    })
    const saved = (over: object) => fieldsOf(draft(over))?.models[0]?.prices
    const wrong = (over: object) => [...(problemsOf(draft(over)).models.get(0) ?? [])]
    expect(saved({})).toBeUndefined()
    expect(saved({ priceInput: '1,25', priceOutput: '$10' })).toEqual({
      input: 1.25,
      cachedInput: null,
      output: 10,
    })
    expect(saved({ priceInput: '1', priceCached: '0.1', priceOutput: '2' })).toEqual({
      input: 1,
      cachedInput: 0.1,
      output: 2,
    })
    expect(modelDraft({ ...model, prices: { input: 1, cachedInput: null, output: 2 } }, 0)).toMatchObject({
      priceInput: '1',
      priceCached: '',
      priceOutput: '2',
    })
    expect(wrong({ priceInput: '1' })).toEqual(['priceOutput'])
    expect(wrong({ priceCached: '1' })).toEqual(['priceInput', 'priceOutput'])
    expect(wrong({ priceInput: 'cheap', priceOutput: '2' })).toEqual(['priceInput'])
    expect(fieldsOf(draft({ priceInput: '-1', priceOutput: '2' }))).toBeNull()
  })

  it('changes the usual values with the kind, but keeps what a person wrote', () => {
    const draft = withKind({ ...newDraft('openai', true), label: 'Work' }, 'anthropic', true)
    expect(draft).toMatchObject({ label: 'Work', baseUrl: 'https://api.anthropic.com/v1', keyEnv: '' })
  })

  it('offers the environment variable where keys cannot be stored (A-160)', () => {
    expect(newDraft('anthropic', false).keyEnv).toBe('ANTHROPIC_API_KEY')
    expect(withKind(newDraft('anthropic', false), 'openai', false).keyEnv).toBe('OPENAI_API_KEY')
  })
})
