import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../core/clock'
import { until } from '../../core/testing/test-engine'
import { canStartBus, type FakeDesktop, startFakeDesktop } from '../testing/fake-desktop'
import { sessionBusSocket } from './bus-address'
import { createBusNotifier } from './bus-notifier'
import { createDesktopBus } from './desktop-bus'
import { followTrayHost } from './tray-host'

const NOTIFICATION = {
  title: 'Needs approval',
  body: 'Fix <b>it</b>: a && b',
  action: 'Review',
  isUrgent: true,
  isSilent: true,
  key: 'chat',
}

describe.skipIf(!canStartBus())('a desktop on a real session bus', () => {
  let desktop: FakeDesktop
  beforeEach(async () => {
    desktop = await startFakeDesktop()
  })
  afterEach(() => desktop.dispose())
  const bus = () =>
    createDesktopBus(sessionBusSocket({ DBUS_SESSION_BUS_ADDRESS: desktop.address }), systemClock)

  it('shows notifications, replaces those of a chat, and tells of a click (B-232)', async () => {
    const service = await desktop.addNotifications()
    const notifier = createBusNotifier(bus())
    let clicks = 0
    expect(await notifier.show(NOTIFICATION, () => clicks++)).toBe(true)
    expect(service.asked).toEqual([
      {
        id: 1,
        replaces: 0,
        title: 'Needs approval',
        // What a command is called is no markup.
        body: 'Fix &lt;b&gt;it&lt;/b&gt;: a &amp;&amp; b',
        actions: ['default', 'Review', 'open', 'Review'],
      },
    ])
    await notifier.show({ ...NOTIFICATION, key: 'other' }, () => {})
    await notifier.show(NOTIFICATION, () => clicks++)
    expect(service.asked.map(({ replaces }) => replaces)).toEqual([0, 0, 1])
    service.click(1)
    await until(() => clicks === 1)
  })

  it('shows none where no service runs, and does when one came (B-232)', async () => {
    const notifier = createBusNotifier(bus())
    expect(await notifier.show(NOTIFICATION, () => {})).toBe(false)
    const service = await desktop.addNotifications()
    expect(await notifier.show(NOTIFICATION, () => {})).toBe(true)
    service.leave()
    await until(async () => !(await notifier.show(NOTIFICATION, () => {})))
  })

  it('does not wait for a service that never answers (B-232)', async () => {
    await desktop.addNotifications(true)
    expect(await createBusNotifier(bus()).show(NOTIFICATION, () => {})).toBe(false)
  })

  it('has a tray as long as there is a panel for it (B-233)', async () => {
    const told: boolean[] = []
    await followTrayHost(bus(), (hasTray) => told.push(hasTray))
    expect(told).toEqual([])
    const panel = await desktop.addTray()
    await until(() => told.length === 1)
    panel.leave()
    await until(() => told.length === 2)
    expect(told).toEqual([true, false])
  })

  it('loses both with the bus, without a failure', async () => {
    const told: boolean[] = []
    await desktop.addTray()
    await desktop.addNotifications()
    const connection = bus()
    const notifier = createBusNotifier(connection)
    await followTrayHost(connection, (hasTray) => told.push(hasTray))
    expect(await notifier.show(NOTIFICATION, () => {})).toBe(true)
    await desktop.dispose()
    await until(() => told.length === 2)
    expect(await notifier.show(NOTIFICATION, () => {})).toBe(false)
  })
})

describe.skipIf(process.platform === 'win32')('a bus that does not answer', () => {
  it('is as good as none', async () => {
    const socket = join(tmpdir(), `vigil-deaf-${process.pid}`)
    const deaf = createServer((stream) => void stream.on('error', () => {})).listen(socket)
    const connection = createDesktopBus(socket, systemClock)
    expect(await connection.get()).toBeNull()
    expect(await createDesktopBus(`${socket}-missing`, systemClock).get()).toBeNull()
    expect(await createDesktopBus(null, systemClock).get()).toBeNull()
    deaf.close()
  })
})
