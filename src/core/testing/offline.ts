import { isIP, Socket } from 'node:net'

/** Where a test may connect to: this machine. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3}|localhost)$/i

/**
 * Refuses every connection of this process that leaves the machine, so that the suite is the same without a network, and
 * nothing a test does by mistake reaches anybody. Names are refused too: looking one up already asks somebody.
 */
function goOffline(): void {
  const { connect } = Socket.prototype
  Socket.prototype.connect = function offline(this: Socket, ...given: unknown[]) {
    const host = hostOf(given)
    if (host !== null && !LOOPBACK.test(host)) {
      const kind = isIP(host) ? 'address' : 'host'
      throw new Error(`A test tried to reach the ${kind} ${host}: the suite runs offline (A-161).`)
    }
    return (connect as (...args: unknown[]) => Socket).apply(this, given)
  } as typeof connect
}

/** The host that a socket is asked to connect to; null for a path, which is of this machine. */
function hostOf(given: readonly unknown[]): string | null {
  // Node's own callers hand over their arguments as one list.
  const [first, second] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given
  if (typeof first === 'object' && first !== null) {
    const { path, host } = first as { path?: unknown; host?: unknown }
    if (typeof path === 'string') return null
    return typeof host === 'string' ? host : 'localhost'
  }
  if (typeof first === 'number') return typeof second === 'string' ? second : 'localhost'
  return null
}

goOffline()
