import type { SubagentId } from '../../shared/ids'
import { request } from '../api'
import { attempt } from './attempt'

/** Stops a subagent with everything it runs. Resolves when the end is confirmed or the limit passed. */
export async function stopSubagent(subagentId: SubagentId): Promise<void> {
  await attempt('stop-subagent', () => request('subagent.stop', { subagentId }))
}
