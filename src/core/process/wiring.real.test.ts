import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { CommandId } from '../../shared/ids'
import { systemClock } from '../clock'
import type { ProcessHost, ResolvedShell } from '../ports'
import { RealCommands } from '../testing/real-commands'
import { createProcessHost } from './process-host'

const FAKE_POWERSHELL = fileURLToPath(new URL('./fixtures/fake-powershell.sh', import.meta.url))

const real = new RealCommands()
let hosts: ProcessHost[] = []
let count = 0
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.dispose()))
  hosts = []
})

async function run(platform: 'linux' | 'win32', shell: Partial<ResolvedShell>, command: string) {
  const host = createProcessHost({
    clock: systemClock,
    facts: {
      version: '0',
      platform,
      osLabel: '',
      homeDir: real.home,
      systemLanguage: 'en',
      env: real.env,
      ripgrepDir: null,
    },
    paths: { runtime: join(real.root, `runtime-${++count}`) },
  })
  hosts.push(host)
  const logFile = join(real.root, 'outputs', `${count}.log`)
  const running = await host.start(
    {
      commandId: `c${count}` as CommandId,
      command,
      cwd: real.root,
      shell: { kind: 'bash', path: '/bin/bash', args: [], env: {}, flavour: 'posix', note: null, ...shell },
      logFile,
    },
    new AbortController().signal,
  )
  const end = await running.ended
  return { ...end, output: readFileSync(logFile, 'utf8') }
}

describe('a shell that does not open the pipe itself', () => {
  it('gets it as its output, and what its profile printed is cut off (B-041, S-060)', async () => {
    const { output, code } = await run('linux', { kind: 'powershell', path: FAKE_POWERSHELL }, 'Get-Item')
    expect([code, output]).toEqual([5, 'payload\nerror\npipe\n'])
  })
})

describe('the wiring of Windows, here with bash', () => {
  it('gives output in order, the code, and no profile noise (S-041, S-060, S-069, B-041)', async () => {
    real.homeFile('.bash_profile', 'echo noise; echo noise >&2\n')
    const { output, code } = await run(
      'win32',
      {},
      'for i in 1 2 3; do echo out$i; echo err$i >&2; done; cat; exit 3',
    )
    expect([code, output]).toEqual([3, 'out1\nerr1\nout2\nerr2\nout3\nerr3\n'])
  })

  it('does not wait for a silent child (S-218)', async () => {
    const { output, code } = await run('win32', {}, 'sleep 4 & echo done')
    expect([code, output]).toEqual([0, 'done\n'])
  })

  it('survives a profile that exits (B-040)', async () => {
    real.homeFile('.bash_profile', 'exit 0\n')
    expect((await run('win32', {}, 'echo ran')).output).toBe('ran\n')
  })
})
