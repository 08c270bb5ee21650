import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDBusClient, type DBusClient } from '../desktop/dbus-client'

const NOTIFICATIONS = 'org.freedesktop.Notifications'
const NOTIFICATIONS_PATH = '/org/freedesktop/Notifications'
const WATCHER = 'org.kde.StatusNotifierWatcher'
const WATCHER_PATH = '/StatusNotifierWatcher'

/** True where a session bus of our own can be started. */
export function canStartBus(): boolean {
  return process.platform === 'linux' && spawnSync('dbus-daemon', ['--version']).status === 0
}

/** A notification as a service of the desktop was asked to show it. */
export type AskedNotification = {
  id: number
  replaces: number
  title: string
  body: string
  actions: string[]
}

/** A session bus of a test's own, on which the parts of a desktop appear as the test wants. */
export type FakeDesktop = {
  address: string
  /** A notification service; `isMute` makes one that never answers. */
  addNotifications(isMute?: boolean): Promise<FakeNotifications>
  /** A panel with a place for tray icons. */
  addTray(): Promise<FakeTray>
  dispose(): Promise<void>
}
export type FakeNotifications = {
  asked: AskedNotification[]
  click(id: number): void
  leave(): void
}
export type FakeTray = {
  /** Names on the bus of the icons that were put there. */
  icons: string[]
  /** The texts of the menu of the first icon; separators are `---`. */
  menu(): Promise<string[]>
  /** Clicks an item of that menu. */
  choose(text: string): Promise<void>
  leave(): void
}

/** Starts a bus; the caller disposes of it. */
export async function startFakeDesktop(): Promise<FakeDesktop> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-bus-'))
  const socket = join(folder, 'bus')
  const config = join(folder, 'bus.conf')
  writeFileSync(config, busConfig(socket))
  const daemon = spawn(
    'dbus-daemon',
    [`--config-file=${config}`, '--nofork', '--nopidfile', '--print-address'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  await once(daemon.stdout, 'data')
  const clients: DBusClient[] = []
  const client = async (name: string) => {
    const one = createDBusClient(createConnection(socket))
    clients.push(one)
    one.connection.on('error', () => {}) // the bus ends before its clients
    await new Promise<void>((resolve, reject) => {
      one.requestName(name, 0, (error) => (error ? reject(error) : resolve()))
    })
    return one
  }
  return {
    address: `unix:path=${socket}`,
    addNotifications: async (isMute = false) => notifications(await client(NOTIFICATIONS), isMute),
    addTray: async () => tray(await client(WATCHER)),
    async dispose() {
      for (const one of clients) one.connection.end()
      await ended(daemon)
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function busConfig(socket: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`
}

function notifications(client: DBusClient, isMute: boolean): FakeNotifications {
  const asked: AskedNotification[] = []
  const method = (member: string, out: string, run: (...values: unknown[]) => unknown) =>
    client.setMethodCallHandler(NOTIFICATIONS_PATH, NOTIFICATIONS, member, [
      (...values) => (isMute ? new Promise(() => {}) : run(...values)),
      out,
    ])
  method('GetCapabilities', 'as', () => ['actions', 'body', 'body-markup'])
  method('Notify', 'u', (_app, replaces, _icon, title, body, actions) => {
    const id = Number(replaces) || asked.length + 1
    asked.push({
      id,
      replaces: Number(replaces),
      title: String(title),
      body: String(body),
      actions: actions as string[],
    })
    return id
  })
  return {
    asked,
    click: (id) =>
      client.sendSignal(NOTIFICATIONS_PATH, NOTIFICATIONS, 'ActionInvoked', 'us', [id, 'default']),
    leave: () => client.connection.end(),
  }
}

function tray(client: DBusClient): FakeTray {
  const icons: string[] = []
  const menus = new Map<string, string>()
  const watcher = {
    IsStatusNotifierHostRegistered: true,
    ProtocolVersion: 0,
    RegisterStatusNotifierItem(item: string, { sender }: { sender: string }) {
      icons.push(sender)
      menus.set(sender, item.startsWith('/') ? item : '/StatusNotifierItem')
    },
  }
  client.exportInterface(watcher, WATCHER_PATH, {
    name: WATCHER,
    methods: { RegisterStatusNotifierItem: ['s', ''] },
    properties: { IsStatusNotifierHostRegistered: 'b', ProtocolVersion: 'i' },
    signals: {},
  })
  const call = (destination: string, path: string, iface: string, member: string, more: object) =>
    new Promise<unknown[]>((resolve, reject) => {
      client.invoke({ destination, path, interface: iface, member, ...more }, (error, ...values) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve(values),
      )
    })
  const layout = async () => {
    const [name] = icons
    if (!name) return { name: '', path: '', items: [] }
    const [menu] = await call(
      name,
      menus.get(name) ?? '/StatusNotifierItem',
      'org.freedesktop.DBus.Properties',
      'Get',
      {
        signature: 'ss',
        body: ['org.kde.StatusNotifierItem', 'Menu'],
      },
    )
    const path = String((menu as [unknown, [string]])[1][0])
    const [, root] = await call(name, path, 'com.canonical.dbusmenu', 'GetLayout', {
      signature: 'iias',
      body: [0, -1, []],
    })
    return { name, path, items: childrenOf(root) }
  }
  return {
    icons,
    menu: async () => (await layout()).items.map(({ text }) => text),
    async choose(text) {
      const { name, path, items } = await layout()
      const item = items.find((one) => one.text === text)
      if (!item) throw new Error(`No ${text} in ${items.map((one) => one.text).join(', ')}`)
      await call(name, path, 'com.canonical.dbusmenu', 'Event', {
        signature: 'isvu',
        body: [item.id, 'clicked', ['i', 0], 0],
      })
    },
    leave: () => client.connection.end(),
  }
}

type Property = [string, [unknown, [unknown]]]

/** `(ia{sv}av)`: number, properties, children as variants. */
function childrenOf(root: unknown): { id: number; text: string }[] {
  const children = (root as [number, Property[], [unknown, [unknown]][]])[2]
  return children.map(([, [child]]) => {
    const [id, list] = child as [number, Property[]]
    const properties = new Map(list.map(([name, [, [value]]]) => [name, value]))
    return {
      id,
      text: properties.get('type') === 'separator' ? '---' : String(properties.get('label') ?? ''),
    }
  })
}

async function ended(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return
  const exit = once(daemon, 'exit')
  daemon.kill()
  await exit
}
