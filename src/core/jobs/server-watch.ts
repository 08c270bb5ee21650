import type { ServerFacts } from '../../shared/command'
import type { CommandId } from '../../shared/ids'
import type { AttentionEffect } from '../attention/attention-event'
import type { Attentions } from '../attention/attentions'
import { SIGN_MAX_BYTES, serverSign } from '../attention/server-signs'
import type { OutputReader } from '../ports'
import type { CommandRegistry } from './command-registry'
import type { LiveCommand } from './live-command'

export type ServerWatchDeps = {
  registry: CommandRegistry
  live: ReadonlyMap<CommandId, LiveCommand>
  reader: OutputReader
  attentions: Attentions
  reportBug(error: unknown): void
}

/** Looks at outputs that fell quiet, and notes which commands are servers (S-176, S-189…S-192). */
export function watchForServers({ registry, live, reader, attentions, reportBug }: ServerWatchDeps): void {
  const found = new Map<CommandId, ServerFacts>()

  const look = async (id: CommandId, from: number): Promise<ServerFacts | null> => {
    const stats = live.get(id)?.stats
    const { logFile } = registry.need(id)
    if (!stats || logFile === null) return null
    const start = Math.max(from, stats.bytes - SIGN_MAX_BYTES)
    const size = stats.bytes - start
    const log = size > 0 ? (await reader.after(logFile, start, Number.MAX_SAFE_INTEGER, size)).text : ''
    return serverSign(log + stats.openLine)
  }

  const onLook = async ({ job, from, changedAt }: Extract<AttentionEffect, { type: 'look' }>) => {
    const id = job as CommandId
    const facts = await look(id, from)
    if (!facts) return
    found.set(id, facts)
    attentions.of(registry.need(id).chatId).take({ type: 'server-seen', job, changedAt })
    found.delete(id)
  }

  attentions.onEffect(({ effect }) => {
    // A log that cannot be read shows nothing; the command stays an ordinary one.
    if (effect.type === 'look') void onLook(effect).catch(reportBug)
    if (effect.type !== 'server') return
    const id = effect.job as CommandId
    registry.update(id, { server: found.get(id) ?? { address: null } })
  })
}
