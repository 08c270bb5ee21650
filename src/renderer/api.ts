import type { ErrorCode, ErrorData } from '../shared/errors'
import type {
  EngineEvent,
  EventName,
  HostEvent,
  HostEventName,
  RequestInput,
  RequestName,
  RequestOutput,
  WindowApi,
} from '../shared/ipc'
import { eventNames, hostEventNames } from '../shared/ipc'

declare global {
  interface Window {
    readonly api: WindowApi
  }
}

/** A refused request on this side of the boundary; `code` is what the window translates. */
export class RequestError extends Error {
  readonly code: ErrorCode
  readonly request: RequestName
  constructor(request: RequestName, data: ErrorData) {
    super(data.message)
    this.name = 'RequestError'
    this.code = data.code
    this.request = request
  }
}

/** Asks the engine. Resolves with the answer, throws a {@link RequestError} when it refuses. */
export async function request<K extends RequestName>(
  name: K,
  input: RequestInput<K>,
): Promise<RequestOutput<K>> {
  const reply = await window.api.request(name, input)
  if (reply.ok) return reply.value
  throw new RequestError(name, reply.error)
}

/** Listens to every engine event, in the order they arrive. Returns its own unsubscribe. */
export function onEngineEvent(listener: (event: EngineEvent) => void): () => void {
  const subscribe = <K extends EventName>(name: K): (() => void) =>
    window.api.on(name, (payload) => listener({ name, payload } as EngineEvent))
  const stops = (Object.keys(eventNames) as EventName[]).map((name) => subscribe(name))
  return () => {
    for (const stop of stops) stop()
  }
}

/** Listens to what the host around the window tells. Returns its own unsubscribe. */
export function onHostEvent(listener: (event: HostEvent) => void): () => void {
  const subscribe = <K extends HostEventName>(name: K): (() => void) =>
    window.api.on(name, (payload) => listener({ name, payload } as HostEvent))
  const stops = (Object.keys(hostEventNames) as HostEventName[]).map((name) => subscribe(name))
  return () => {
    for (const stop of stops) stop()
  }
}
