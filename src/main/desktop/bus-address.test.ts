import { describe, expect, it } from 'vitest'
import { sessionBusSocket } from './bus-address'

describe('the socket of the session bus', () => {
  const cases: [Record<string, string>, string | null][] = [
    [{}, null],
    [{ XDG_RUNTIME_DIR: '/run/user/1000' }, '/run/user/1000/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' }, '/run/user/1000/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/tmp/a%20b,guid=00ff' }, '/tmp/a b'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=x,port=1;unix:guid=1,path=/tmp/c' }, '/tmp/c'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=/tmp/dbus-x' }, null],
    [{ DBUS_SESSION_BUS_ADDRESS: 'disabled:', XDG_RUNTIME_DIR: '/run' }, null],
    [{ DBUS_SESSION_BUS_ADDRESS: 'autolaunch:' }, null],
  ]
  for (const [env, socket] of cases)
    it(`of ${JSON.stringify(env)} is ${socket}`, () => expect(sessionBusSocket(env)).toBe(socket))
})
