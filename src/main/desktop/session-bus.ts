import { createConnection, type Socket } from 'node:net'
import type { Clock } from '../../core/clock'
import { type Disposable, disposable } from '../../core/disposable'
import { Emitter, type Event } from '../../core/events'
import type { Millis } from '../../shared/ids'
import { createDBusClient, type DBusClient, type DBusMessage } from './dbus-client'

/** Longest wait for an answer. A desktop answers within milliseconds; one that does not must not hold anything up (B-232). */
export const CALL_LIMIT_MS: Millis = 2000
const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
}
/** D-Bus' number for a signal. */
const SIGNAL = 4

export type BusCall = {
  destination: string
  path: string
  interface: string
  member: string
  signature?: string
  body?: unknown[]
}
export type BusSignal = { interface: string; member: string; body: unknown[] }

/** A connection to the session bus of the desktop; null of it means that there is none. */
export type SessionBus = Disposable & {
  readonly onSignal: Event<BusSignal>
  /** Fires once when the bus went away. */
  readonly onClose: Event<void>
  readonly isOpen: boolean
  /** Rejects when the answer is an error, or does not come in {@link CALL_LIMIT_MS}. */
  call(call: BusCall): Promise<unknown[]>
  /** Asks for the signals of a rule. */
  match(rule: string): Promise<void>
}

/** Connects to the bus at a socket; null when that does not succeed in time. Never rejects. */
export async function connectSessionBus(socket: string, clock: Clock): Promise<SessionBus | null> {
  const stream = await open(socket, clock)
  if (!stream) return null
  const bus = new Connection(stream, clock)
  try {
    // The library's own first call names the connection; this one shows that the bus answers.
    await bus.call({ ...BUS, member: 'GetId' })
    return bus
  } catch {
    bus.dispose()
    return null // it does not speak, or not with us: as good as no bus
  }
}

/** True when somebody has this name on the bus. */
export async function hasOwner(bus: SessionBus, name: string): Promise<boolean> {
  const [has] = await bus.call({ ...BUS, member: 'NameHasOwner', signature: 's', body: [name] })
  return has === true
}

/** Has the bus start the program behind a name, if it knows one; true when the name then has an owner. */
export async function startService(bus: SessionBus, name: string): Promise<boolean> {
  const [names] = await bus.call({ ...BUS, member: 'ListActivatableNames' })
  if (!Array.isArray(names) || !names.includes(name)) return false
  await bus.call({ ...BUS, member: 'StartServiceByName', signature: 'su', body: [name, 0] })
  return hasOwner(bus, name)
}

function open(path: string, clock: Clock): Promise<Socket | null> {
  return new Promise((resolve) => {
    const stream = createConnection(path)
    const limit = clock.setTimer(CALL_LIMIT_MS, () => fail())
    const fail = () => {
      limit.dispose()
      stream.destroy()
      resolve(null)
    }
    stream.once('error', fail)
    stream.once('connect', () => {
      limit.dispose()
      stream.off('error', fail)
      resolve(stream)
    })
  })
}

class Connection implements SessionBus {
  private readonly signals = new Emitter<BusSignal>()
  private readonly closes = new Emitter<void>()
  private readonly client: DBusClient
  private readonly waiting = new Set<() => void>()
  isOpen = true
  readonly onSignal = this.signals.event
  readonly onClose = this.closes.event

  constructor(
    private readonly stream: Socket,
    private readonly clock: Clock,
  ) {
    this.client = createDBusClient(stream)
    this.client.connection.on('message', (message: DBusMessage) => this.receive(message))
    this.client.connection.on('error', () => this.close())
    stream.on('close', () => this.close())
    // An idle bus is no reason to stay alive.
    stream.unref()
  }

  call(call: BusCall): Promise<unknown[]> {
    if (!this.isOpen) return Promise.reject(new Error('The session bus is gone.'))
    return new Promise((resolve, reject) => {
      const limit = this.clock.setTimer(CALL_LIMIT_MS, () => fail(new Error(`No answer to ${call.member}`)))
      const lost = () => fail(new Error('The session bus is gone.'))
      const settle = disposable(() => {
        limit.dispose()
        this.waiting.delete(lost)
      })
      const fail = (error: Error) => {
        settle.dispose()
        reject(error)
      }
      this.waiting.add(lost)
      this.client.invoke({ ...call }, (error, ...values) => {
        if (error) return fail(new Error(`${call.member} failed: ${nameOf(error)}`))
        settle.dispose()
        resolve(values)
      })
    })
  }

  async match(rule: string): Promise<void> {
    await this.call({ ...BUS, member: 'AddMatch', signature: 's', body: [rule] })
  }

  dispose(): void {
    this.stream.destroy()
    this.close()
  }

  private receive(message: DBusMessage): void {
    if (message.type !== SIGNAL) return
    const { interface: name = '', member = '', body = [] } = message
    this.signals.fire({ interface: name, member, body })
  }

  private close(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.stream.destroy()
    for (const lost of [...this.waiting]) lost()
    this.closes.fire()
    this.signals.dispose()
    this.closes.dispose()
  }
}

function nameOf(error: unknown): string {
  const { name, message } = error as { name?: unknown; message?: unknown }
  return [name, message].filter((part) => typeof part === 'string' && part !== '').join(': ')
}
