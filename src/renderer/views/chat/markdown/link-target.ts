/** A link the window may open: `https:` anywhere, `http:` only on this machine. Everything else is shown as text. */
export function openableUrl(href: string | undefined): string | null {
  if (!href || !URL.canParse(href)) return null
  const url = new URL(href)
  if (url.protocol === 'https:') return url.href
  const loopback =
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d+){3}$/.test(url.hostname)
  return url.protocol === 'http:' && loopback ? url.href : null
}
