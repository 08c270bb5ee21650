import { describe, expect, it } from 'vitest'
import { costOf, type ModelUsage, usdOf, withUsage } from './cost'
import { type Connection, connectionSchema, type ModelPrices, type TokenUsage } from './models'

const used = (input: number, output: number, cachedInput = 0): TokenUsage => ({
  input,
  output,
  cachedInput,
  estimated: false,
})
const connection = (prices: Record<string, ModelPrices | undefined>): Connection =>
  connectionSchema.parse({
    id: 'c',
    kind: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.example',
    headers: {},
    keyEnv: null,
    models: Object.entries(prices).map(([id, one]) => ({
      id,
      contextWindow: null,
      maxOutput: null,
      tools: true,
      images: false,
      reasoning: false,
      ...(one ? { prices: one } : {}),
    })),
  })
const usage = (model: string, tokens: TokenUsage): ModelUsage => ({
  connection: connection({}).id,
  model,
  tokens,
})

describe('what a chat has cost (A-054, A-166)', () => {
  it('is counted for each model', () => {
    const [first] = [usage('a', used(10, 1))]
    if (!first) throw new Error('none')
    const ref = { connection: first.connection, model: 'a' }
    expect(withUsage([first], ref, used(5, 2, 4))).toEqual([usage('a', used(15, 3, 4))])
    expect(withUsage([first], { ...ref, model: 'b' }, used(1, 1))).toEqual([first, usage('b', used(1, 1))])
  })

  it('is money by the million, with what the cache answered at its own price', () => {
    const prices = { input: 3, cachedInput: 0.3, output: 15 }
    expect(usdOf(used(1_000_000, 100_000, 600_000), prices)).toBeCloseTo(1.2 + 0.18 + 1.5, 10)
    expect(usdOf(used(1_000_000, 0, 600_000), { ...prices, cachedInput: null })).toBe(3)
    expect(usdOf(used(0, 0), prices)).toBe(0)
  })

  it('is the sum of what is known, and says when a part is not', () => {
    const known = connection({ a: { input: 1, cachedInput: null, output: 2 }, b: undefined })
    const all = [usage('a', used(1_000_000, 0)), usage('b', used(9, 9)), usage('gone', used(9, 9))]
    expect(costOf(all, [known])).toMatchObject({
      usd: 1,
      isPartial: true,
      models: [
        { name: 'a', usd: 1 },
        { name: 'b', usd: null },
        { name: 'gone', usd: null },
      ],
    })
    expect(costOf([usage('b', used(9, 9))], [known]).usd).toBeNull()
    expect(costOf([], [known])).toEqual({ models: [], usd: null, isPartial: false })
  })
})
