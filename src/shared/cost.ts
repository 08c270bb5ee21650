import type { z } from 'zod'
import {
  type Connection,
  type ModelPrices,
  type ModelRef,
  modelIn,
  modelRefSchema,
  type TokenUsage,
  tokenUsageSchema,
} from './models'

/** What one model was sent and said in a chat, also in requests that failed and for summaries. */
export const modelUsageSchema = modelRefSchema.extend({ tokens: tokenUsageSchema })
export type ModelUsage = z.infer<typeof modelUsageSchema>

/** The tokens of a model, and the money where its prices are set. */
export type ModelCost = { name: string; tokens: TokenUsage; usd: number | null }
/** `usd` is the sum of what is known; null when nothing is. */
export type Cost = { models: ModelCost[]; usd: number | null; isPartial: boolean }

/** Prices are for a million tokens. */
const PER = 1_000_000

/** What two things cost together. */
export function sumOfTokens(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cachedInput: one.cachedInput + other.cachedInput,
    estimated: one.estimated || other.estimated,
  }
}

/** A list of usages with more of one model. */
export function withUsage(
  usage: readonly ModelUsage[],
  { connection, model }: ModelRef,
  used: TokenUsage,
): ModelUsage[] {
  const isSame = (one: ModelUsage) => one.connection === connection && one.model === model
  if (!usage.some(isSame)) return [...usage, { connection, model, tokens: used }]
  return usage.map((one) => (isSame(one) ? { ...one, tokens: sumOfTokens(one.tokens, used) } : one))
}

/** In US dollars. Input that a cache answered costs its own price where there is one. */
export function usdOf({ input, cachedInput, output }: TokenUsage, prices: ModelPrices): number {
  const cached = Math.min(cachedInput, input)
  const cachedPrice = prices.cachedInput ?? prices.input
  return ((input - cached) * prices.input + cached * cachedPrice + output * prices.output) / PER
}

/** What a chat has cost at the prices that are set now. */
export function costOf(usage: readonly ModelUsage[], connections: readonly Connection[]): Cost {
  const models = usage.map(({ tokens, ...ref }): ModelCost => {
    const prices = modelIn(connections, ref)?.prices
    return { name: ref.model, tokens, usd: prices ? usdOf(tokens, prices) : null }
  })
  const known = models.flatMap(({ usd }) => usd ?? [])
  return {
    models,
    usd: known.length === 0 ? null : known.reduce((sum, usd) => sum + usd, 0),
    isPartial: known.length < models.length,
  }
}
