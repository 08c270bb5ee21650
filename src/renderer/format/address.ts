/** Host and port of an address, as short as a row needs; the text itself when it is no address. */
export function shortAddress(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url // not an address yet: the person is typing it
  }
}

/** True for servers of this machine or its own network, which need neither a key nor the internet. */
export function isLocalAddress(url: string): boolean {
  let host: string
  try {
    host = new URL(url).hostname
  } catch {
    return false // not an address
  }
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host.endsWith('.local') ||
    host === '[::1]' ||
    /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host)
  )
}
