/** A link that may leave the app: `https:` anywhere, `http:` only on this machine. Null for everything else. */
export function externalLink(url: string): string | null {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    return null // not a URL
  }
  // A name before the host makes a link look like another one, and browsers ask no more.
  if (parsed.username || parsed.password) return null
  if (parsed.protocol === 'https:') return parsed.href
  if (parsed.protocol === 'http:' && isLoopback(parsed.hostname)) return parsed.href
  return null
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  )
}
