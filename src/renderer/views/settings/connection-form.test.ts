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

  it('changes the usual values with the kind, but keeps what a person wrote', () => {
    const draft = withKind({ ...newDraft('openai', true), label: 'Work' }, 'anthropic', true)
    expect(draft).toMatchObject({ label: 'Work', baseUrl: 'https://api.anthropic.com/v1', keyEnv: '' })
  })

  it('offers the environment variable where keys cannot be stored (A-160)', () => {
    expect(newDraft('anthropic', false).keyEnv).toBe('ANTHROPIC_API_KEY')
    expect(withKind(newDraft('anthropic', false), 'openai', false).keyEnv).toBe('OPENAI_API_KEY')
  })
})
