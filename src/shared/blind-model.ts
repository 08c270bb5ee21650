import { type Connection, type ModelRef, RUNBOOK } from './models'

/** The name of a model that takes no images; null when it takes them, or nothing is known of it. */
export function blindModel(ref: ModelRef | null, connections: readonly Connection[]): string | null {
  if (ref === null) return null
  if (ref.connection === RUNBOOK.connection) return 'Runbook'
  const connection = connections.find(({ id }) => id === ref.connection)
  const model = connection?.models.find(({ id }) => id === ref.model)
  return model && !model.images ? model.id : null
}
