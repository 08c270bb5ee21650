import type { Connection, KeyStatus, ModelFailure, ModelRef } from '../../shared/models'
import { isRunbook } from '../../shared/models'
import type { HostFacts, ResolvedModel, SecretsPort, SettingsPort } from '../ports'
import { safeDetail } from './failure-words'
import { knownModel, unknownModel } from './known-models'

export type CatalogDeps = { settings: SettingsPort; secrets: SecretsPort; facts: Pick<HostFacts, 'env'> }

/** What a chat's choice of a model stands for now. */
export type ModelChoice =
  | { kind: 'runbook' }
  | { kind: 'model'; model: ResolvedModel }
  | { kind: 'failed'; failure: ModelFailure }

/** Finds the connection, the description and the key of a chosen model. Null means none was chosen. */
export async function resolveModel(ref: ModelRef | null, deps: CatalogDeps): Promise<ModelChoice> {
  if (ref === null) return failed('no-model', '', '')
  if (isRunbook(ref)) return { kind: 'runbook' }
  const connection = deps.settings.get().connections.find((one) => one.id === ref.connection)
  if (!connection) return failed('no-model', '', `The connection of ${ref.model} was removed.`)
  const key = await findKey(connection, deps)
  if (key.status === 'missing') return failed('auth', connection.label, key.reason)
  const { kind, models } = connection
  const model =
    models.find((one) => one.id === ref.model) ?? knownModel(kind, ref.model) ?? unknownModel(ref.model)
  return { kind: 'model', model: { connection, model, apiKey: key.value } }
}

/** The name under which a connection's key is kept. */
export function secretName(id: Connection['id']): string {
  return `model-key:${id}`
}

export type FoundKey =
  | { status: Exclude<KeyStatus, 'missing'>; value: string | null }
  | { status: 'missing'; value: null; reason: string }

/** The key of a connection: the stored one, else the variable the connection names. */
export async function findKey(connection: Connection, { secrets, facts }: CatalogDeps): Promise<FoundKey> {
  let reason = 'No API key is set.'
  if (secrets.availability().available) {
    try {
      const value = await secrets.get(secretName(connection.id))
      if (value) return { status: 'stored', value }
    } catch (error) {
      // A locked or broken keyring; the environment may still have the key.
      const words = error instanceof Error ? error.message : String(error)
      reason = `The stored API key could not be read: ${safeDetail(words, [])}`
    }
  }
  const value = connection.keyEnv === null ? undefined : facts.env[connection.keyEnv]?.trim()
  if (value) return { status: 'environment', value }
  return needsKey(connection)
    ? { status: 'missing', value: null, reason }
    : { status: 'not-needed', value: null }
}

/** Whether requests without a key make no sense; a compatible server elsewhere may or may not want one. */
export function needsKey({ kind, baseUrl }: Connection): boolean {
  return kind !== 'openai-compatible' && kind !== 'ollama' && !isLoopback(baseUrl)
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

function failed(code: ModelFailure['code'], server: string, detail: string): ModelChoice {
  return { kind: 'failed', failure: { code, server, detail, status: null } }
}
