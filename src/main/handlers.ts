import type { Engine } from '../core/engine-api'
import { EngineError } from '../shared/errors'
import { type EngineRequest, engineRequests, type HostRequest } from '../shared/ipc'
import type { Handlers } from './ipc-server'
import { saveText } from './save-text'

/** What a request that needs the screen may use; the window that asked is known. */
export type Screen<Window> = {
  chooseFolder(window: Window): Promise<string | null>
  chooseRunbook(window: Window): Promise<{ name: string; text: string } | null>
  /** Asks where to save a file of this name; null when cancelled. */
  chooseSaveFile(window: Window, name: string): Promise<string | null>
  openLink(url: string): Promise<void>
  copy(text: string): void
  /** Opens a file of ours in the program the system has for it. */
  openFile(path: string): Promise<void>
  showInFolder(path: string): void
}

/** Requests about a screen; the rest of the host's are about the window, the tray and the end of the app. */
type ScreenRequest =
  | 'workspace.choose'
  | 'runbook.choose'
  | 'chat.export'
  | 'link.open'
  | 'clipboard.write'
  | `output.${'copy' | 'openInEditor' | 'reveal'}`
/** Answers about the window, the notifications and the end of the app. */
export type DesktopHandlers = Pick<Handlers<unknown>, Exclude<HostRequest, ScreenRequest>>

/**
 * Contract name → engine method; nothing else. The window may ask before the engine is ready or done with the window
 * before it, so each answer waits for it. A request without a handler is a type error here or in the engine's own table.
 */
export function createHandlers<Window>(
  engine: () => Promise<Engine>,
  screen: Screen<Window>,
  desktop: DesktopHandlers,
): Handlers<Window> {
  return { ...forwardToEngine(engine), ...answerByScreen(engine, screen), ...desktop }
}

function forwardToEngine(engine: () => Promise<Engine>): Pick<Handlers<unknown>, EngineRequest> {
  const forward = (name: EngineRequest) => async (input: unknown) => {
    const { handlers } = await engine()
    // Both tables are keyed by the same names; TypeScript cannot follow that through an index.
    return (handlers[name] as (input: unknown) => Promise<unknown>)(input)
  }
  const names = Object.keys(engineRequests) as EngineRequest[]
  const table: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, forward(name)]))
  return table as Pick<Handlers<unknown>, EngineRequest>
}

function answerByScreen<Window>(
  engine: () => Promise<Engine>,
  screen: Screen<Window>,
): Pick<Handlers<Window>, ScreenRequest> {
  return {
    'workspace.choose': async (_, window) => {
      const folder = await screen.chooseFolder(window)
      return folder === null ? null : (await engine()).openWorkspace(folder)
    },
    'runbook.choose': (_, window) => screen.chooseRunbook(window),
    'chat.export': async ({ chatId, format }, window) => {
      const { name, pieces } = (await engine()).exportChat(chatId, format)
      const file = await screen.chooseSaveFile(window, name)
      if (file !== null) await saveText(file, pieces)
      return file !== null
    },
    'link.open': ({ url }) => screen.openLink(url),
    'clipboard.write': ({ text }) => screen.copy(text),
    'output.copy': async ({ commandId }) => {
      const { text, whole } = await (await engine()).outputText(commandId)
      if (text === '') throw new EngineError('output-unavailable', 'This command printed nothing.')
      screen.copy(text)
      return { bytes: Buffer.byteLength(text), whole }
    },
    'output.openInEditor': async ({ commandId }) =>
      screen.openFile(await (await engine()).outputFile(commandId)),
    'output.reveal': async ({ commandId }) =>
      screen.showInFolder(await (await engine()).outputFile(commandId)),
  }
}
