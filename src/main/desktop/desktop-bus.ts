import type { Clock } from '../../core/clock'
import { connectSessionBus, type SessionBus } from './session-bus'

/** The way to the session bus: connected when it is first needed, and again after the bus went away. */
export type DesktopBus = { get(): Promise<SessionBus | null> }

/** @param socket where the bus listens; null where there is none */
export function createDesktopBus(socket: string | null, clock: Clock): DesktopBus {
  let connecting: Promise<SessionBus | null> = Promise.resolve(null)
  let isConnecting = false
  return {
    async get() {
      if (socket === null) return null
      const bus = await connecting
      if (bus?.isOpen) return bus
      if (!isConnecting) {
        isConnecting = true
        connecting = connectSessionBus(socket, clock).finally(() => {
          isConnecting = false
        })
      }
      return connecting
    },
  }
}
