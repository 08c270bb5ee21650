import { describe, expect, it } from 'vitest'
import { blindModel } from './blind-model'
import { type Connection, connectionSchema, RUNBOOK } from './models'

const model = { contextWindow: null, maxOutput: null, tools: true, reasoning: false }
const connection: Connection = connectionSchema.parse({
  id: 'c',
  kind: 'ollama',
  label: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434',
  headers: {},
  keyEnv: null,
  models: [
    { ...model, id: 'qwen3', images: false },
    { ...model, id: 'llava', images: true },
  ],
})

describe('who is told that a model takes no images (A-065)', () => {
  it('a model whose settings say so, and Runbook', () => {
    expect(blindModel({ connection: connection.id, model: 'qwen3' }, [connection])).toBe('qwen3')
    expect(blindModel(RUNBOOK, [connection])).toBe('Runbook')
  })
  it('nobody else', () => {
    expect(blindModel({ connection: connection.id, model: 'llava' }, [connection])).toBeNull()
    expect(blindModel({ connection: connection.id, model: 'gone' }, [connection])).toBeNull()
    expect(blindModel(null, [connection])).toBeNull()
  })
})
