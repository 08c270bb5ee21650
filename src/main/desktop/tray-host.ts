import type { DesktopBus } from './desktop-bus'
import { hasOwner, type SessionBus } from './session-bus'

const WATCHER = 'org.kde.StatusNotifierWatcher'

/**
 * Follows whether the desktop has a place for tray icons (B-233). `tell` hears the first answer, which is false while
 * nobody knows better, and every change after it. Never rejects.
 */
export async function followTrayHost(desktop: DesktopBus, tell: (hasTray: boolean) => void): Promise<void> {
  try {
    const bus = await desktop.get()
    if (!bus) return
    let last = false
    const look = async () => {
      const now = await hasTrayHost(bus).catch(() => false)
      if (now !== last) tell(now)
      last = now
    }
    bus.onSignal(({ interface: name, member, body }) => {
      const isOwner = member === 'NameOwnerChanged' && body[0] === WATCHER
      if (isOwner || (name === WATCHER && member.startsWith('StatusNotifierHost'))) void look()
    })
    bus.onClose(() => {
      if (last) tell(false)
      last = false
    })
    await bus.match(`type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${WATCHER}'`)
    await bus.match(`type='signal',interface='${WATCHER}'`)
    await look()
  } catch {
    // The bus went away or does not answer: as good as no tray.
  }
}

/** A watcher alone shows nothing: it needs a host, which is the panel. */
async function hasTrayHost(bus: SessionBus): Promise<boolean> {
  if (!(await hasOwner(bus, WATCHER))) return false
  const [value] = await bus.call({
    destination: WATCHER,
    path: '/StatusNotifierWatcher',
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    body: [WATCHER, 'IsStatusNotifierHostRegistered'],
  })
  return isTrue(value)
}

/** A variant comes as its type and a list with its value. */
function isTrue(variant: unknown): boolean {
  return variant === true || (Array.isArray(variant) && JSON.stringify(variant.at(-1)) === '[true]')
}
