import { Notification } from 'electron'
import type { DesktopNotifier } from './desktop-notifier'

/** Notifications by the system, where it has a service of its own: macOS and Windows. */
export function createElectronNotifier(): DesktopNotifier {
  /** Held until they are closed: one that is collected takes its click along. */
  const shown = new Map<string, Notification>()
  return {
    async show({ title, body, isSilent, key }, clicked) {
      if (!Notification.isSupported()) return false
      shown.get(key)?.close()
      const notification = new Notification({ title, body, silent: isSilent })
      shown.set(key, notification)
      notification.on('click', clicked)
      notification.on('close', () => {
        if (shown.get(key) === notification) shown.delete(key)
      })
      return new Promise((resolve) => {
        notification.once('show', () => resolve(true))
        notification.once('failed', () => resolve(false))
        notification.show()
      })
    },
  }
}
