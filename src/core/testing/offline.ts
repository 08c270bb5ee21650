import { isIP, type LookupFunction, Socket } from 'node:net'

/** Where a test may connect to: this machine. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3}|localhost)$/i

/**
 * Refuses every connection of this process that leaves the machine, so that the suite is the same without a network, and
 * nothing a test does by mistake reaches anybody. Names are refused too: looking one up already asks somebody.
 */
function goOffline(): void {
  const { connect } = Socket.prototype
  Socket.prototype.connect = function offline(this: Socket, ...given: unknown[]) {
    const options = optionsOf(given)
    const host = hostOf(given)
    // A test's own names lead where its own lookup says.
    if (typeof options?.lookup === 'function') options.lookup = guarded(options.lookup as LookupFunction)
    else if (host !== null && !LOOPBACK.test(host)) throw refusal(host)
    return (connect as (...args: unknown[]) => Socket).apply(this, given)
  } as typeof connect
}

function refusal(host: string): Error {
  const kind = isIP(host) ? 'address' : 'host'
  return new Error(`A test tried to reach the ${kind} ${host}: the suite runs offline (A-161).`)
}

/** The same lookup; an address beyond the machine is an error. */
function guarded(lookup: LookupFunction): LookupFunction {
  return (host, options, answer) =>
    lookup(host, options, (error, address, family) => {
      const addresses = Array.isArray(address) ? address.map((one) => one.address) : [address]
      const beyond = error ? undefined : addresses.find((one) => !LOOPBACK.test(one))
      if (beyond === undefined) answer(error, address, family)
      else answer(refusal(beyond), address, family)
    })
}

/** Node's own callers hand over their arguments as one list. */
function flat(given: readonly unknown[]): readonly unknown[] {
  return Array.isArray(given[0]) ? (given[0] as unknown[]) : given
}

function optionsOf(given: readonly unknown[]): { lookup?: unknown } | null {
  const [first] = flat(given)
  return typeof first === 'object' && first !== null ? first : null
}

/** The host that a socket is asked to connect to; null for a path, which is of this machine. */
function hostOf(given: readonly unknown[]): string | null {
  const [first, second] = flat(given)
  if (typeof first === 'object' && first !== null) {
    const { path, host } = first as { path?: unknown; host?: unknown }
    if (typeof path === 'string') return null
    return typeof host === 'string' ? host : 'localhost'
  }
  if (typeof first === 'number') return typeof second === 'string' ? second : 'localhost'
  return null
}

goOffline()
