import { extname, join, normalize, sep } from 'node:path'

/**
 * The window is served under a scheme of its own instead of `file:`, where every file of the machine would share its
 * origin.
 */
export const APP_SCHEME = 'vigil'
const APP_HOST = 'app'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`
export const APP_URL = `${APP_ORIGIN}/index.html`

/**
 * What the page may load. Inline styles are allowed because the component libraries place their layers with them;
 * scripts come from the app's own files only.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** The file below `root` that a URL of the app names; null when it names none, or one outside. */
export function fileOf(url: string, root: string): string | null {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    return null // not a URL
  }
  if (parsed.protocol !== `${APP_SCHEME}:` || parsed.host !== APP_HOST) return null
  let path: string
  try {
    path = decodeURIComponent(parsed.pathname)
  } catch {
    return null // broken escapes
  }
  if (path.includes('\0')) return null
  const file = normalize(join(root, path))
  return file.startsWith(normalize(root) + sep) && !file.endsWith(sep) ? file : null
}

/** The media type of a file of the window. */
export function typeOf(file: string): string {
  return TYPES[extname(file)] ?? 'application/octet-stream'
}
