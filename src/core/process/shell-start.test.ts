import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import type { CommandId } from '../../shared/ids'
import { createFakeClock } from '../testing/fake-clock'
import type { ChannelListener } from './fifo-channel'
import { type ShellReceiver, type StartDeps, startShell } from './shell-start'

it('tells the exit of a shell also when its pipe is read only after it (S-069, S-218)', async () => {
  const child = Object.assign(new EventEmitter(), { pid: 7 })
  let token = ''
  const pipes: ChannelListener[] = []
  const deps: StartDeps = {
    clock: createFakeClock(),
    facts: {
      version: '0',
      platform: 'win32',
      osLabel: '',
      homeDir: '/home',
      systemLanguage: 'en',
      env: {},
      ripgrepDir: null,
    },
    appKeys: [],
    folder: { file: (name: string) => `/nowhere/${name}` } as StartDeps['folder'],
    consoleCharset: () => null,
    tree: { end: async () => ({}) } as unknown as StartDeps['tree'],
    wire: async () => ({
      outputPath: null,
      spawn(argv) {
        token = /vigil-[0-9a-f-]{36}/.exec(JSON.stringify(argv))?.[0] ?? ''
        return child as unknown as ChildProcess
      },
      connect(_, listener) {
        pipes.push(listener)
        return { drain: () => 'held', detach: () => {}, close: () => {} }
      },
      cleanUp: () => {},
    }),
    onSpawn: () => {},
  }
  const told: string[] = []
  const receiver: ShellReceiver = {
    spawned: () => {},
    begin: () => told.push('begin'),
    data: (chunk) => told.push(`data ${chunk}`),
    exit: ({ code }, output) => told.push(`exit ${code} ${output}`),
    end: () => told.push('end'),
  }
  const starting = startShell(
    {
      commandId: 'c1' as CommandId,
      command: 'echo ran',
      cwd: '/',
      shell: { kind: 'bash', path: '/bin/bash', args: [], env: {}, flavour: 'posix', note: null },
      logFile: '/nowhere/log',
    },
    deps,
    { login: false, receiver },
    new AbortController().signal,
  )
  await expect.poll(() => pipes.length).toBe(1)
  child.emit('exit', 3, null)
  pipes[0]?.data(Buffer.from(`${token}\nran\n`))
  pipes[0]?.end()
  await expect(starting).resolves.toEqual({ kind: 'started' })
  expect(told).toEqual(['begin', 'data ran\n', 'exit 3 held', 'end'])
})
