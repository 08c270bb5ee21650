import { connectionIdSchema } from '../../shared/ids'
import type { Connection, ConnectionKind, ModelInfo } from '../../shared/models'
import type { ResolvedModel } from '../ports'

/** A model of a server at an address, as the settings would give it. */
export function resolvedModel(
  kind: ConnectionKind,
  baseUrl: string,
  more: { connection?: Partial<Connection>; model?: Partial<ModelInfo>; apiKey?: string | null } = {},
): ResolvedModel {
  return {
    connection: {
      id: connectionIdSchema.parse('c'),
      kind,
      label: 'Fake',
      baseUrl,
      headers: {},
      keyEnv: null,
      models: [],
      ...more.connection,
    },
    model: {
      id: 'fake-model',
      contextWindow: null,
      maxOutput: null,
      tools: true,
      images: false,
      reasoning: false,
      ...more.model,
    },
    apiKey: more.apiKey ?? null,
  }
}
