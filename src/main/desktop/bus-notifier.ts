import type { DesktopBus } from './desktop-bus'
import type { DesktopNotification, DesktopNotifier } from './desktop-notifier'
import { hasOwner, type SessionBus, startService } from './session-bus'

const SERVICE = 'org.freedesktop.Notifications'
const PLACE = { destination: SERVICE, path: '/org/freedesktop/Notifications', interface: SERVICE }
/** Name of the desktop file, for the icon and the settings that the desktop has for the app. */
const DESKTOP_ENTRY = 'vigil'
/** The desktop decides how long it shows one. */
const EXPIRES = -1
const URGENCY = { normal: 1, critical: 2 }
/** Of the sound theme that every desktop has. */
const SOUND = 'message-new-instant'
/** Clicks that may still come; the oldest is forgotten first. */
const SHOWN_MAX = 50

/**
 * Notifications over the session bus. Electron's own call into the desktop's library waits up to a minute in the main
 * process where no service answers (B-232); here the service is asked for first, everything has a time limit, and nothing
 * waits but a promise.
 */
export function createBusNotifier(desktop: DesktopBus): DesktopNotifier {
  /** Keys and what their click does, by the number that the service gave. */
  const shown = new Map<number, { key: string; clicked: () => void }>()
  const listening = new WeakSet<SessionBus>()
  let capabilities: { bus: SessionBus; list: readonly string[] } | null = null

  const listen = async (bus: SessionBus) => {
    if (listening.has(bus)) return
    listening.add(bus)
    shown.clear()
    bus.onSignal(({ interface: name, member, body }) => {
      if (name !== SERVICE) return
      const id = Number(body[0])
      if (member === 'ActionInvoked') shown.get(id)?.clicked()
      if (member === 'NotificationClosed') shown.delete(id)
    })
    await bus.match(`type='signal',interface='${SERVICE}'`)
  }

  const abilities = async (bus: SessionBus): Promise<readonly string[]> => {
    if (capabilities?.bus === bus) return capabilities.list
    const [list] = await bus.call({ ...PLACE, member: 'GetCapabilities' })
    const known = Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
    capabilities = { bus, list: known }
    return known
  }

  const numberOf = (key: string) => [...shown].find(([, one]) => one.key === key)?.[0] ?? 0

  return {
    async show(notification, clicked) {
      try {
        const bus = await desktop.get()
        if (!bus) return false
        if (!(await hasOwner(bus, SERVICE)) && !(await startService(bus, SERVICE))) return false
        await listen(bus)
        const can = await abilities(bus)
        const [id] = await bus.call({
          ...PLACE,
          member: 'Notify',
          signature: 'susssasa{sv}i',
          body: bodyOf(notification, numberOf(notification.key), can),
        })
        if (typeof id !== 'number') return false
        shown.delete(id)
        shown.set(id, { key: notification.key, clicked })
        const [oldest] = shown.keys()
        if (shown.size > SHOWN_MAX && oldest !== undefined) shown.delete(oldest)
        return true
      } catch {
        return false // the service went away, refused, or did not answer in time; the list in the window has it
      }
    },
  }
}

function bodyOf(
  { title, body, action, isUrgent, isSilent }: DesktopNotification,
  replaces: number,
  can: readonly string[],
): unknown[] {
  const hints: [string, [string, unknown]][] = [
    ['urgency', ['y', isUrgent ? URGENCY.critical : URGENCY.normal]],
    ['desktop-entry', ['s', DESKTOP_ENTRY]],
    isSilent ? ['suppress-sound', ['b', true]] : ['sound-name', ['s', SOUND]],
  ]
  const actions = can.includes('actions') ? ['default', action, 'open', action] : []
  return [
    'Vigil',
    replaces,
    '',
    title,
    can.includes('body-markup') ? escaped(body) : body,
    actions,
    hints,
    EXPIRES,
  ]
}

/** What a command is called must not become markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
