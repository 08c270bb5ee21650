import { Socket } from 'node:net'
import { systemClock } from '../clock'
import { createProcessHost } from '../process/process-host'
import { systemProcessTable } from '../process/process-table'
import { identify } from './identify'
import { closeInherited } from './inherited-descriptors'
import { bootOf, deadLedgers, Ledger } from './ledger'
import { createLineChannel } from './line-channel'
import { REQUEST_MAX_BYTES } from './protocol'
import { createReaper } from './reaper'
import { RunnerServer } from './runner-server'
import { CHANNEL_FD } from './spawn-runner'

// The program of the runner: a small process that spawns commands, reads their pipes and writes their logs for the
// main process or the command line.

/** How long the last words to the owner may take, in milliseconds. */
const LAST_WORDS_MS = 500

closeInherited(new Set([0, 1, 2, CHANNEL_FD]))

const stream = new Socket({ fd: CHANNEL_FD, readable: true, writable: true })
const table = systemProcessTable()
const ownStart = process.platform === 'linux' ? Number(table.find(process.pid)?.startTime) : Number.NaN
const server = new RunnerServer({
  channel: createLineChannel(stream, REQUEST_MAX_BYTES),
  clock: systemClock,
  reaper: createReaper({ clock: systemClock, table }, Number.isFinite(ownStart) ? ownStart : null),
  createHost: ({ facts, runtime, keys, onSpawn }) =>
    createProcessHost({ clock: systemClock, facts, paths: { runtime }, appKeyVariables: keys, onSpawn }),
  identify,
  openLedger: async (runtime) => new Ledger(runtime, bootOf(), await identify(process.pid), systemClock),
  deadLedgers: (runtime) => deadLedgers(runtime, bootOf(), table),
  exit() {
    const leave = () => process.exit()
    systemClock.setTimer(LAST_WORDS_MS, leave)
    stream.end(leave)
  },
})

// A terminal's Ctrl+C and its closing concern the owner, which then says what to do.
process.on('SIGINT', () => {})
process.on('SIGHUP', () => {})
process.on('SIGTERM', () => server.shutDown())
