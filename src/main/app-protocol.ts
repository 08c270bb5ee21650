import { readFile } from 'node:fs/promises'
import { protocol, type Session } from 'electron'
import { APP_SCHEME, CONTENT_SECURITY_POLICY, fileOf, typeOf } from './app-files'

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/** Serves the built window below `root` to the pages of this session. */
export function serveApp(session: Session, root: string): void {
  session.protocol.handle(APP_SCHEME, async (request) => {
    const file = fileOf(request.url, root)
    if (file === null || request.method !== 'GET') return new Response(null, { status: 403 })
    try {
      const body = new Uint8Array(await readFile(file))
      return new Response(body, {
        headers: {
          'content-type': typeOf(file),
          'content-security-policy': CONTENT_SECURITY_POLICY,
          'x-content-type-options': 'nosniff',
        },
      })
    } catch {
      return new Response(null, { status: 404 }) // no such file
    }
  })
}
