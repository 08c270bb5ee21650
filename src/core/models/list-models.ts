import { z } from 'zod'
import type { Millis } from '../../shared/ids'
import type { Connection, ModelInfo } from '../../shared/models'
import { NamedFailure } from './failures'
import { getJson, HttpAnswerError, type HttpDeps } from './http-json'
import { knownModel, unknownModel } from './known-models'
import { OLLAMA_WINDOW, ollamaRoot } from './ollama'
import { ollamaAbilities } from './ollama-abilities'

/** How long a server may take to list its models. */
const LIST_LIMIT_MS: Millis = 10_000
/** Most models kept of one connection; aggregators list thousands, and a menu is no catalogue. */
const MAX_MODELS = 1000

export type ListedModels = {
  /** The address that answered; it may have gained the `/v1` a person left out. */
  baseUrl: string
  models: ModelInfo[]
}

/**
 * Asks a server for its models (`GET /models`). What the user set for a model before is kept.
 * @throws what `describeFailure` understands
 */
export async function listModels(
  connection: Connection,
  apiKey: string | null,
  deps: HttpDeps,
  signal: AbortSignal,
): Promise<ListedModels> {
  const headers = { ...authHeaders(connection.kind, apiKey), ...connection.headers }
  const { baseUrl, answer } = await ask(connection, headers, deps, signal)
  const entries = entriesOf(answer)
  if (entries === null)
    throw new NamedFailure('protocol', 'The address does not answer with a list of models.', false)
  const local = await localFacts(baseUrl, entries, deps, signal)
  const listed = entries.filter((entry) => canChat(connection.kind, entry)).slice(0, MAX_MODELS)
  const fresh = listed.map(({ id }) => id).filter((id) => !connection.models.some((known) => known.id === id))
  const abilities =
    connection.kind === 'ollama' ? await ollamaAbilities(baseUrl, fresh, headers, deps, signal) : null
  const models = listed.map((entry) => ({
    ...modelInfo(connection, entry, local.get(entry.id) ?? NOTHING_MORE),
    ...abilities?.get(entry.id),
  }))
  return { baseUrl, models }
}

async function ask(
  connection: Connection,
  headers: Record<string, string>,
  deps: HttpDeps,
  signal: AbortSignal,
): Promise<{ baseUrl: string; answer: unknown }> {
  const from = async (baseUrl: string) => ({
    baseUrl,
    answer: await getJson(deps, `${baseUrl}${listPath(connection.kind)}`, headers, LIST_LIMIT_MS, signal),
  })
  if (connection.kind === 'ollama') {
    const root = ollamaRoot(connection.baseUrl)
    return {
      baseUrl: root,
      answer: await getJson(deps, `${root}/v1/models`, headers, LIST_LIMIT_MS, signal),
    }
  }
  const baseUrl = connection.baseUrl.replace(/\/+$/, '')
  // People enter the address of the server, as its own window shows it; the protocol lives under /v1.
  const bare = new URL(baseUrl).pathname === '/'
  try {
    const found = await from(baseUrl)
    if (!bare || entriesOf(found.answer) !== null) return found
  } catch (error) {
    const elsewhere =
      error instanceof HttpAnswerError && (error.statusCode === 404 || error.statusCode === 405)
    const otherContent = error instanceof NamedFailure && error.code === 'protocol'
    if (!bare || !(elsewhere || otherContent)) throw error
  }
  return from(`${baseUrl}/v1`)
}

function listPath(kind: Connection['kind']): string {
  return kind === 'anthropic' ? '/models?limit=1000' : '/models'
}

function authHeaders(kind: Connection['kind'], apiKey: string | null): Record<string, string> {
  if (kind === 'anthropic')
    return { 'anthropic-version': '2023-06-01', ...(apiKey === null ? {} : { 'x-api-key': apiKey }) }
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
}

// Every field a known server uses for the sizes; a field of an unexpected type counts as missing.
const size = z.number().int().positive().nullish().catch(null)
const entrySchema = z.object({
  id: z.string().min(1).max(200),
  owned_by: z.string().nullish().catch(null),
  /** LM Studio: `llm`, `vlm`, `embeddings`. */
  type: z.string().nullish().catch(null),
  max_model_len: size,
  context_length: size,
  context_window: size,
  loaded_context_length: size,
  max_context_length: size,
  max_input_tokens: size,
  max_tokens: size,
  /** OpenRouter. */
  architecture: z
    .object({ input_modalities: z.array(z.string()) })
    .nullish()
    .catch(null),
  /** Mistral. */
  capabilities: z.object({ vision: z.boolean() }).nullish().catch(null),
})
type Entry = z.infer<typeof entrySchema>

/** The entries of a list, or null when it is none. Ollama without models sends null for the list. */
export function entriesOf(answer: unknown): Entry[] | null {
  const list = z.object({ data: z.array(z.unknown()).nullable() }).safeParse(answer)
  if (!list.success) return null
  return (list.data.data ?? []).flatMap((raw) => {
    const entry = entrySchema.safeParse(raw)
    return entry.success ? [entry.data] : []
  })
}

/** What a server tells of a model elsewhere than in its list. */
type LocalFacts = { window: number | null; images: boolean }
const NOTHING_MORE: LocalFacts = { window: null, images: false }

/**
 * The windows models really have, and whether they take images, on two local servers that do not say so in their list: LM
 * Studio per model, llama.cpp for the one it serves. What they do not tell stays unknown.
 */
async function localFacts(
  baseUrl: string,
  entries: readonly Entry[],
  deps: HttpDeps,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, LocalFacts>> {
  const facts = new Map<string, LocalFacts>()
  const owner = entries[0]?.owned_by
  const path = owner === 'organization_owner' ? '/api/v0/models' : owner === 'llamacpp' ? '/props' : null
  if (path === null) return facts
  try {
    const answer = await getJson(deps, `${new URL(baseUrl).origin}${path}`, {}, LIST_LIMIT_MS, signal)
    for (const entry of entriesOf(answer) ?? []) {
      const window = entry.loaded_context_length ?? entry.max_context_length ?? null
      facts.set(entry.id, { window, images: takesImages(entry) })
    }
    const props = propsSchema.safeParse(answer)
    if (props.success) {
      const { default_generation_settings: settings, modalities } = props.data
      for (const { id } of entries)
        facts.set(id, { window: settings.n_ctx, images: modalities?.vision ?? false })
    }
  } catch {
    // The list itself is what was asked for; without the sizes it is still good.
  }
  return facts
}
const propsSchema = z.object({
  default_generation_settings: z.object({ n_ctx: z.number().int().positive() }),
  modalities: z.object({ vision: z.boolean() }).nullish().catch(null),
})

function takesImages({ type, architecture, capabilities }: Entry): boolean {
  return (
    type === 'vlm' ||
    capabilities?.vision === true ||
    (architecture?.input_modalities.includes('image') ?? false)
  )
}

/** OpenAI lists everything it serves under one roof; other servers name embeddings as such, if at all. */
function canChat(kind: Connection['kind'], { id, type }: Entry): boolean {
  if (type === 'embeddings' || type === 'embedding') return false
  if (kind !== 'openai') return !/(^|[-_/])(embed|embedding|embeddings|reranker?)([-_:/]|$)/i.test(id)
  const family = /^(gpt-|o\d|chatgpt-|ft:gpt-)/.test(id)
  return family && !/audio|realtime|transcribe|tts|image|search|instruct|moderation|embedding/.test(id)
}

function modelInfo(connection: Connection, entry: Entry, local: LocalFacts): ModelInfo {
  const before = connection.models.find((model) => model.id === entry.id)
  const base = before ?? knownModel(connection.kind, entry.id) ?? unknownModel(entry.id)
  const told =
    local.window ??
    entry.max_model_len ??
    entry.loaded_context_length ??
    entry.context_length ??
    entry.context_window ??
    entry.max_input_tokens ??
    entry.max_context_length ??
    // The window of an Ollama model is what it is asked for.
    (connection.kind === 'ollama' ? OLLAMA_WINDOW : null)
  return {
    ...base,
    // What a person set stays; a server only adds to what nothing is known of.
    images: base.images || (before === undefined && (local.images || takesImages(entry))),
    contextWindow: base.contextWindow ?? told,
    // Only Anthropic means the longest answer by `max_tokens`; elsewhere it is a default or the window.
    maxOutput: base.maxOutput ?? (connection.kind === 'anthropic' ? (entry.max_tokens ?? null) : null),
  }
}
