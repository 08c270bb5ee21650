/** A link the window may open: `https:` anywhere, `http:` only on this machine. Everything else is shown as text. */
export function openableUrl(href: string | undefined): string | null {
  const url = parsed(href ?? '')
  if (!url) return null
  if (url.protocol === 'https:') return url.href
  const loopback =
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d+){3}$/.test(url.hostname)
  return url.protocol === 'http:' && loopback ? url.href : null
}

// `URL.canParse` came after the oldest runtime this starts on.
function parsed(href: string): URL | null {
  try {
    return new URL(href)
  } catch {
    // Relative paths and other text are no links here.
    return null
  }
}
