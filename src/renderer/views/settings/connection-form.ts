import type { RequestInput } from '../../../shared/ipc'
import type { Connection, ConnectionKind, ModelInfo } from '../../../shared/models'
import { headerLines, parseHeaders, parsePrice, parseTokens } from './lines'

/** A model as it is being edited: numbers are what the person typed. */
export type ModelDraft = Omit<ModelInfo, 'contextWindow' | 'maxOutput' | 'prices'> & {
  /** Keeps a row's identity while its name is typed. */
  row: number
  contextWindow: string
  maxOutput: string
  priceInput: string
  priceCached: string
  priceOutput: string
}
/** What of a model is typed and may be wrong. */
export type ModelField = 'id' | 'contextWindow' | 'maxOutput' | 'priceInput' | 'priceCached' | 'priceOutput'
/** A connection as it is being edited. */
export type ConnectionDraft = {
  kind: ConnectionKind
  label: string
  baseUrl: string
  keyEnv: string
  headers: string
  models: ModelDraft[]
}
export type DraftProblem = 'label' | 'url' | 'key-env' | 'headers'
/** What keeps a draft from being saved; model problems by row. */
export type DraftProblems = {
  fields: ReadonlySet<DraftProblem>
  models: ReadonlyMap<number, ReadonlySet<ModelField>>
}

type Preset = { label: string; baseUrl: string; keyEnv: string }

/** Where each kind usually is; LM Studio's address stands for the compatible servers. */
export const PRESETS: Record<ConnectionKind, Preset> = {
  ollama: { label: 'Ollama', baseUrl: 'http://127.0.0.1:11434', keyEnv: '' },
  'openai-compatible': { label: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', keyEnv: '' },
  openai: { label: 'OpenAI', baseUrl: 'https://api.openai.com/v1', keyEnv: 'OPENAI_API_KEY' },
  anthropic: { label: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', keyEnv: 'ANTHROPIC_API_KEY' },
}

/** A draft for a new connection. The variable for the key is only filled in where keys cannot be stored. */
export function newDraft(kind: ConnectionKind, keysCanBeStored: boolean): ConnectionDraft {
  const { label, baseUrl, keyEnv } = PRESETS[kind]
  return { kind, label, baseUrl, keyEnv: keysCanBeStored ? '' : keyEnv, headers: '', models: [] }
}

export function draftOf(connection: Connection): ConnectionDraft {
  const { kind, label, baseUrl, keyEnv, headers, models } = connection
  return {
    kind,
    label,
    baseUrl,
    keyEnv: keyEnv ?? '',
    headers: headerLines(headers),
    models: models.map(modelDraft),
  }
}

export function modelDraft({ prices, ...info }: ModelInfo, row: number): ModelDraft {
  const text = (price: number | null | undefined) => (price == null ? '' : String(price))
  return {
    ...info,
    priceInput: text(prices?.input),
    priceCached: text(prices?.cachedInput),
    priceOutput: text(prices?.output),
    row,
    contextWindow: info.contextWindow === null ? '' : String(info.contextWindow),
    maxOutput: info.maxOutput === null ? '' : String(info.maxOutput),
  }
}

/** Changing the kind brings that kind's usual values, except where the person wrote their own. */
export function withKind(
  draft: ConnectionDraft,
  kind: ConnectionKind,
  keysCanBeStored: boolean,
): ConnectionDraft {
  const was = PRESETS[draft.kind]
  const is = newDraft(kind, keysCanBeStored)
  return {
    ...draft,
    kind,
    label: draft.label === was.label ? is.label : draft.label,
    baseUrl: draft.baseUrl === was.baseUrl ? is.baseUrl : draft.baseUrl,
    keyEnv: draft.keyEnv === '' || draft.keyEnv === was.keyEnv ? is.keyEnv : draft.keyEnv,
  }
}

export function problemsOf(draft: ConnectionDraft): DraftProblems {
  const fields = new Set<DraftProblem>()
  if (draft.label.trim() === '' || draft.label.trim().length > 80) fields.add('label')
  if (!isHttpUrl(draft.baseUrl)) fields.add('url')
  if (draft.keyEnv.trim() !== '' && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(draft.keyEnv.trim()))
    fields.add('key-env')
  if (parseHeaders(draft.headers) === null) fields.add('headers')
  const models = new Map<number, Set<ModelField>>()
  const names = draft.models.map((model) => model.id.trim())
  for (const model of draft.models) {
    const bad = new Set<ModelField>()
    const name = model.id.trim()
    if (name === '' || name.length > 200 || names.filter((other) => other === name).length > 1) bad.add('id')
    if (parseTokens(model.contextWindow) === 'bad') bad.add('contextWindow')
    if (parseTokens(model.maxOutput) === 'bad') bad.add('maxOutput')
    for (const field of wrongPrices(model)) bad.add(field)
    if (bad.size > 0) models.set(model.row, bad)
  }
  return { fields, models }
}

/** What to send for a draft without problems; null while it has some. */
export function fieldsOf(
  draft: ConnectionDraft,
): (RequestInput<'connections.add'> & { models: ModelInfo[] }) | null {
  const problems = problemsOf(draft)
  const headers = parseHeaders(draft.headers)
  if (problems.fields.size > 0 || problems.models.size > 0 || headers === null) return null
  const tokens = (text: string): number | null => {
    const value = parseTokens(text)
    return value === 'bad' ? null : value
  }
  return {
    kind: draft.kind,
    label: draft.label.trim(),
    baseUrl: draft.baseUrl.trim(),
    headers,
    keyEnv: draft.keyEnv.trim() === '' ? null : draft.keyEnv.trim(),
    models: draft.models.map(({ row: _row, priceInput, priceCached, priceOutput, ...model }) => ({
      ...model,
      ...pricesOf({ priceInput, priceCached, priceOutput }),
      id: model.id.trim(),
      contextWindow: tokens(model.contextWindow),
      maxOutput: tokens(model.maxOutput),
    })),
  }
}

type PriceTexts = Pick<ModelDraft, 'priceInput' | 'priceCached' | 'priceOutput'>

/** Prices that cannot be read, and the one that is missing beside another. */
function wrongPrices(model: PriceTexts): ModelField[] {
  const fields = ['priceInput', 'priceCached', 'priceOutput'] as const
  const isSet = fields.some((field) => model[field].trim() !== '')
  return fields.filter((field) => {
    const price = parsePrice(model[field])
    return price === 'bad' || (isSet && field !== 'priceCached' && price === null)
  })
}

function pricesOf({ priceInput, priceCached, priceOutput }: PriceTexts): Pick<ModelInfo, 'prices'> {
  const [input, cachedInput, output] = [priceInput, priceCached, priceOutput].map(parsePrice)
  if (typeof input !== 'number' || typeof output !== 'number') return {}
  return { prices: { input, cachedInput: typeof cachedInput === 'number' ? cachedInput : null, output } }
}

function isHttpUrl(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text.trim()).protocol)
  } catch {
    return false // not an address
  }
}
