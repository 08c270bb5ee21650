import { type Connection, isRunbook, type ModelRef, modelIn } from './models'

/** The name of a model that takes no images; null when it takes them, or nothing is known of it. */
export function blindModel(ref: ModelRef | null, connections: readonly Connection[]): string | null {
  if (ref === null) return null
  if (isRunbook(ref)) return 'Runbook'
  const model = modelIn(connections, ref)
  return model && !model.images ? model.id : null
}
