import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import * as library from '@homebridge/dbus-native'

export type DBusMessage = {
  type?: number
  destination?: string
  path?: string
  interface?: string
  member?: string
  signature?: string
  body?: unknown[]
}
export type DBusInterface = {
  name: string
  methods: Record<string, [string, string]>
  properties: Record<string, string>
  signals: object
}
/** What we use of the library's client, of which its own types name only a part. */
export type DBusClient = {
  connection: EventEmitter & { end(): void }
  invoke(message: DBusMessage, callback: (error: unknown, ...values: unknown[]) => void): void
  requestName(name: string, flags: number, callback: (error: unknown, result: unknown) => void): void
  setMethodCallHandler(
    path: string,
    iface: string,
    member: string,
    handler: [(...values: unknown[]) => unknown, string],
  ): void
  exportInterface(object: object, path: string, iface: DBusInterface): void
  sendSignal(path: string, iface: string, name: string, signature: string, body: unknown[]): void
}

const { createClient } = library as unknown as { createClient(options: { stream: Duplex }): DBusClient }

/** Speaks D-Bus over a connected stream. */
export function createDBusClient(stream: Duplex): DBusClient {
  return createClient({ stream })
}
