import { join } from 'node:path'

/**
 * The socket of the session bus. Null where there is none, or none that can be reached by a path: then there is neither a
 * tray nor a notification service to be found on it.
 */
export function sessionBusSocket(env: Readonly<Record<string, string | undefined>>): string | null {
  const address = env.DBUS_SESSION_BUS_ADDRESS
  if (!address) return env.XDG_RUNTIME_DIR ? join(env.XDG_RUNTIME_DIR, 'bus') : null
  for (const one of address.split(';')) {
    const [family, list = ''] = one.split(/:(.*)/s)
    if (family !== 'unix') continue
    const path = list
      .split(',')
      .map((pair) => /^path=(.*)$/.exec(pair)?.[1])
      .find((value) => value !== undefined)
    if (path !== undefined) return unescaped(path)
  }
  return null
}

/** Bytes that are not plain stand as %xx in an address. */
function unescaped(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // no escape after all
  }
}
