import type { Clock } from '../clock'
import type { ServerProcess, ServerProcesses } from '../ports'
import { startServerProcess } from '../process/server-process'
import { identify } from './identify'
import { bootOf, Ledger } from './ledger'

/**
 * Starts servers as children of this process and names them in a ledger, from which the next runner ends what a killed app
 * leaves (B-103). A server whose input closes ends by itself as a rule; this is for those that do not.
 */
export function createServerProcesses(runtime: string, clock: Clock): ServerProcesses {
  const running = new Map<number, ServerProcess>()
  let opened: Promise<Ledger> | null = null
  let count = 0
  const ledgerOf = () => {
    opened ??= identify(process.pid).then((own) => new Ledger(runtime, bootOf(), own, clock))
    return opened
  }
  return {
    async start(spec, hearer) {
      const ledger = await ledgerOf()
      const server = await startServerProcess(spec, hearer, clock)
      const handle = ++count
      running.set(handle, server)
      const root = await identify(server.pid)
      if (root) ledger.add(handle, root)
      void server.ended.then(() => {
        running.delete(handle)
        ledger.remove(handle)
      })
      return server
    },
    async dispose() {
      await Promise.all([...running.values()].map((server) => server.stop().then(() => server.ended)))
      if (opened) (await opened).close()
    },
  }
}
