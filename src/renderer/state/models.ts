import type { ConnectionId } from '../../shared/ids'
import type { Connection, ConnectionStatus, ModelInfo, ModelRef } from '../../shared/models'
import { isLocalAddress } from '../format/address'
import type { ConnectionsData } from './data'

/** One model a person may choose, with what stands in its way. */
export type ModelChoice = {
  ref: ModelRef
  info: ModelInfo
  connection: Connection
  obstacle: 'no-key' | 'not-running' | null
}
export type ModelChoices = { local: ModelChoice[]; cloud: ModelChoice[] }

/** All models of all connections, local servers apart from cloud providers. */
export function modelChoices(connections: readonly Connection[], statuses: ConnectionsData): ModelChoices {
  const choices: ModelChoices = { local: [], cloud: [] }
  for (const connection of connections) {
    const obstacle = obstacleOf(statuses.byId[connection.id])
    const group = isLocalAddress(connection.baseUrl) ? choices.local : choices.cloud
    for (const info of connection.models) {
      group.push({ ref: { connection: connection.id, model: info.id }, info, connection, obstacle })
    }
  }
  return choices
}

function obstacleOf(status: ConnectionStatus | undefined): ModelChoice['obstacle'] {
  if (status?.key === 'missing') return 'no-key'
  if (status?.reach.kind === 'failed' && status.reach.failure.code === 'unreachable') return 'not-running'
  return null
}

/** A model as one string, for controls whose values are strings. */
export function modelKey(ref: ModelRef): string {
  return `${ref.connection}\n${ref.model}`
}
/** Back from {@link modelKey}. */
export function modelOfKey(key: string): ModelRef {
  const cut = key.indexOf('\n')
  return { connection: key.slice(0, cut) as ConnectionId, model: key.slice(cut + 1) }
}
