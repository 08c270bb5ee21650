/**
 * Where an Electron runtime can come from, best first. `have` tells what is on this machine; the answer is the first
 * source worth trying and what to fall back to.
 * @returns {('override' | 'installed' | 'cached' | 'download' | 'registry')[]}
 */
export function runtimeOrder({ override, installed, cached, downloadFailed, skipDownload, registryFits }) {
  // A folder that the person named is used or refused, never silently replaced by another.
  if (override) return ['override']
  if (installed) return ['installed']
  const order = []
  // Once the download has failed here, a cached runtime wins: asking again would cost every start some seconds.
  if (cached && (downloadFailed || skipDownload)) order.push('cached')
  if (!skipDownload) order.push('download')
  if (cached && !order.includes('cached')) order.push('cached')
  if (registryFits && !cached) order.push('registry')
  return order
}
