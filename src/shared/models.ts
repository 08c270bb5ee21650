import { z } from 'zod'
import { connectionIdSchema } from './ids'

/** A model as a chat remembers it. */
export const modelRefSchema = z.object({ connection: connectionIdSchema, model: z.string().min(1).max(200) })
export type ModelRef = z.infer<typeof modelRefSchema>

/** The built-in model that runs shell blocks without a model. */
export const RUNBOOK: ModelRef = { connection: connectionIdSchema.parse('runbook'), model: 'runbook' }

/** True for the built-in model, which needs no connection. */
export function isRunbook(ref: ModelRef | null): boolean {
  return ref?.connection === RUNBOOK.connection
}

/** Highest price that is taken, in US dollars per million tokens; a mistyped one is larger. */
export const PRICE_MAX = 100_000
const price = z.number().nonnegative().max(PRICE_MAX)
/** What a model costs, in US dollars per million tokens, as providers state it. */
export const modelPricesSchema = z.object({
  input: price,
  /** Of input that the provider's cache answered; null for the price of other input. */
  cachedInput: price.nullable(),
  output: price,
})
export type ModelPrices = z.infer<typeof modelPricesSchema>

/** What a model can do and how large it is; a user may set all of it for local models. */
export const modelInfoSchema = z.object({
  id: z.string().min(1).max(200),
  /** Size of the context window in tokens; null when unknown. */
  contextWindow: z.number().int().positive().nullable(),
  /** Most tokens one answer may have; null leaves it to the server. */
  maxOutput: z.number().int().positive().nullable(),
  tools: z.boolean(),
  images: z.boolean(),
  reasoning: z.boolean(),
  /** Set by the user; absent where nothing is known. */
  prices: modelPricesSchema.optional(),
})
export type ModelInfo = z.infer<typeof modelInfoSchema>

export const connectionKindSchema = z.enum(['ollama', 'openai-compatible', 'openai', 'anthropic'])
export type ConnectionKind = z.infer<typeof connectionKindSchema>

/** A place models are served from. The API key is never part of it. */
export const connectionSchema = z.object({
  id: connectionIdSchema,
  kind: connectionKindSchema,
  label: z.string().min(1).max(80),
  baseUrl: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()),
  /** Environment variable that holds the key, where the user prefers one or there is no keyring. */
  keyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .nullable(),
  models: z.array(modelInfoSchema),
})
export type Connection = z.infer<typeof connectionSchema>

/** What the settings say of a model; undefined when it, or its connection, is not among them. */
export function modelIn(connections: readonly Connection[], ref: ModelRef): ModelInfo | undefined {
  return connections.find(({ id }) => id === ref.connection)?.models.find(({ id }) => id === ref.model)
}

/** Whether API keys can be kept on this system. `reason` is English, for logs and errors; a window says it by `code`. */
export type KeyStorage =
  | { available: true }
  | { available: false; code: 'no-keyring' | 'unusable-keyring' | 'no-key-store'; reason: string }

/** Whether requests to a connection would carry a key, and from where. */
export type KeyStatus = 'stored' | 'environment' | 'missing' | 'not-needed'

/** What came of trying a connection before it is saved, and how long it took in milliseconds. */
export type ConnectionTest = {
  reach: Extract<ConnectionStatus['reach'], { kind: 'ok' | 'failed' }>
  tookMs: number
}

/** The live side of a connection: not stored. */
export type ConnectionStatus = {
  id: Connection['id']
  key: KeyStatus
  reach:
    | { kind: 'unknown' }
    | { kind: 'checking' }
    | { kind: 'ok'; models: number }
    | { kind: 'failed'; failure: ModelFailure }
}

/** A model server found on this machine's usual ports. */
export type LocalServer = {
  product: 'Ollama' | 'LM Studio' | 'llama.cpp' | 'vLLM'
  baseUrl: string
  models: string[]
}

/** Why a model request failed, in terms a person can act on. */
export const modelFailureSchema = z.object({
  code: z.enum([
    'no-model',
    'unreachable',
    'auth',
    'model-missing',
    'rate-limit',
    'overloaded',
    'window-too-small',
    'invalid-request',
    'interrupted',
    'protocol',
    'silent',
    /** Ours, not the server's: the app ended while the turn ran (S-346). */
    'app-ended',
    'unknown',
  ]),
  /** Name of the server or provider, for the sentence. */
  server: z.string(),
  /** The provider's own words, bounded; may be empty. */
  detail: z.string(),
  /** HTTP status, when there was one. */
  status: z.number().int().nullable(),
})
export type ModelFailure = z.infer<typeof modelFailureSchema>

/** Token counts of one request or a sum of them. */
export const tokenUsageSchema = z.object({
  input: z.number().int().nonnegative(),
  output: z.number().int().nonnegative(),
  cachedInput: z.number().int().nonnegative(),
  /** True when any part was estimated because the provider sent none. */
  estimated: z.boolean(),
})
export type TokenUsage = z.infer<typeof tokenUsageSchema>
