import {
  app,
  type IpcMainInvokeEvent,
  type Session,
  shell,
  type WebContents,
  type WebPreferences,
} from 'electron'
import { EngineError } from '../shared/errors'
import { externalLink } from '../shared/external-link'

/** What a page of ours may do: nothing but talk to the preload. */
export const WEB_PREFERENCES: WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
}

/** The one way out of the app for a link. */
export async function openLink(url: string): Promise<void> {
  const link = externalLink(url)
  if (link === null) {
    throw new EngineError('forbidden', 'Vigil opens https: links, and http: links to this machine.')
  }
  await shell.openExternal(link)
}

/** Keeps every page, present and future, from navigating, opening windows or embedding others. */
export function forbidNavigation(): void {
  app.on('web-contents-created', (_, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      // A link in a message asks for a new window; the person clicked it, so it goes to the browser.
      openLink(url).catch(() => {
        // not a link that may be opened: nothing happens, as for any other window.open
      })
      return { action: 'deny' }
    })
  })
}

/** Writing to the clipboard is all that a page may ask for. */
const PERMISSIONS = new Set(['clipboard-sanitized-write'])

/** Denies cameras, notifications, files and the rest to pages. */
export function limitPermissions(session: Session): void {
  session.setPermissionRequestHandler((_, permission, answer) => answer(PERMISSIONS.has(permission)))
  session.setPermissionCheckHandler((_, permission) => PERMISSIONS.has(permission))
  session.setDevicePermissionHandler(() => false)
}

/** True for a message of the main frame of a page that we loaded ourselves from `origin`. */
export function isOwnPage(event: IpcMainInvokeEvent, contents: WebContents, origin: string): boolean {
  const frame = event.senderFrame
  if (!frame || frame !== contents.mainFrame) return false
  return frame.url === origin || frame.url.startsWith(`${origin}/`)
}
