import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { z } from 'zod'
import { type Disposable, disposable } from '../core/disposable'
import { EngineError, toErrorData } from '../shared/errors'
import { type Reply, type RequestInput, type RequestName, type RequestOutput, requests } from '../shared/ipc'
import { REQUEST_CHANNEL } from '../shared/ipc-channels'

/** One function per request of the contract; a missing one is a type error. */
export type Handlers<Sender> = {
  [K in RequestName]: (input: RequestInput<K>, sender: Sender) => RequestOutput<K> | Promise<RequestOutput<K>>
}

/** Finds the window a message came from; null when the message must not be trusted. */
export type SenderCheck<Sender> = (event: IpcMainInvokeEvent) => Sender | null

/** Who wants to know what happened here; never sees what was asked or answered. */
export type RequestObserver = { answered(name: string): void; bug(name: string, error: unknown): void }

/**
 * Answers the windows: check the sender → parse the input → call the handler → return the outcome as data.
 * Nothing of a message is used before both checks have passed, and no failure leaves here as an exception.
 */
export function serveRequests<Sender>(
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>,
  handlers: Handlers<Sender>,
  checkSender: SenderCheck<Sender>,
  observer: RequestObserver,
): Disposable {
  ipcMain.handle(REQUEST_CHANNEL, async (event, name: unknown, input: unknown): Promise<Reply<unknown>> => {
    try {
      const sender = checkSender(event)
      if (sender === null) throw new EngineError('forbidden', 'This page may not ask the app.')
      const value = await answer(handlers, name, input, sender)
      observer.answered(String(name))
      return { ok: true, value }
    } catch (error) {
      // A refusal is an ordinary answer; anything else is a bug that its reader needs the stack of.
      if (!(error instanceof EngineError)) observer.bug(String(name), error)
      return { ok: false, error: toErrorData(error) }
    }
  })
  return disposable(() => ipcMain.removeHandler(REQUEST_CHANNEL))
}

function answer<Sender>(handlers: Handlers<Sender>, name: unknown, input: unknown, sender: Sender): unknown {
  if (!isRequestName(name)) throw new EngineError('bad-input', `Unknown request: ${String(name)}`)
  const parsed = requests[name].input.safeParse(input)
  if (!parsed.success) throw new EngineError('bad-input', `${name}: ${z.prettifyError(parsed.error)}`)
  // The table ties the input's type to its name; TypeScript cannot follow that through an index.
  const handler = handlers[name] as (input: unknown, sender: Sender) => unknown
  return handler(parsed.data, sender)
}

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name)
}
