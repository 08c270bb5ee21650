import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address is one of the public internet: no loopback, no private or link-local network, no shared or reserved
 * range, and no IPv6 form that stands for an IPv4 address by translation. What is no address at all is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  // An IPv4 address in its IPv6 form counts as what it is.
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // All that was ever given out lies in 2000::/3; what else has no name in the library may lead anywhere.
  return parsed.kind() === 'ipv4' || ((parsed as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1
}
