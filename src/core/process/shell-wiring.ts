import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import type { Argv } from './argv'
import { type ChannelListener, FifoChannel } from './fifo-channel'
import type { FifoPool } from './fifo-pool'
import { PipeChannel } from './pipe-channel'
import { removeFile } from './run-folder'
import { spawnShielded } from './shielded-spawn'

/** Where a command's output is read. */
export type Channel = {
  /** After the shell's exit: gives what is left and says whether somebody else still holds the output. */
  drain(): 'ended' | 'held'
  /** Goes on reading for those who hold it, without keeping this process alive (S-219). */
  detach(): void
  close(): void
}

/** How one shell is spawned and its output connected; made for one shell and used once. */
export type ShellWiring = {
  /** The FIFO a shell may open when its profile is done; null where there is none. */
  readonly outputPath: string | null
  spawn(argv: Argv, options: { cwd: string; env: Record<string, string>; opensOutput: boolean }): ChildProcess
  connect(child: ChildProcess, listener: ChannelListener): Channel
  cleanUp(): void
}

/**
 * A FIFO for both streams (Linux, macOS): a real pipe that can be opened by name (B-018), in the order of arrival
 * (S-060). `detached` gives the shell a session and a group of its own: no terminal (B-131), and one number to signal
 * all of it. Standard input is the null device (S-058). Everything we have open is closed for children (B-036).
 */
export async function fifoWiring(pool: FifoPool): Promise<ShellWiring> {
  const path = await pool.take()
  return {
    outputPath: path,
    spawn(argv, { cwd, env, opensOutput }) {
      if (opensOutput) {
        const stdio = ['ignore', 'ignore', 'ignore'] as const
        return spawnShielded(argv.file, argv.args, { cwd, env, detached: true, stdio })
      }
      // A reader must be there before the write end can be opened, and ours comes later.
      const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
      const writer = openSync(path, constants.O_WRONLY)
      try {
        const stdio = ['ignore', writer, writer] as const
        return spawnShielded(argv.file, argv.args, { cwd, env, detached: true, stdio })
      } finally {
        closeSync(writer)
        closeSync(reader)
      }
    },
    connect: (_child, listener) => new FifoChannel(path, listener),
    cleanUp: () => removeFile(path),
  }
}

/** What spawning on Windows needs beside what every system needs: no console window (S-038), and our own quoting (S-026). */
export function windowsSpawnOptions(verbatim: boolean) {
  return { windowsHide: true, windowsVerbatimArguments: verbatim }
}

/**
 * Two anonymous pipes (Windows, which has no FIFO a program could open by name). A POSIX shell joins its streams
 * itself, so that its order is kept; of the others the two streams are merged as they arrive, which is close to the
 * order of writing but no promise. No console window appears (S-038).
 */
export function pipeWiring(joinsStreams: boolean): ShellWiring {
  return {
    outputPath: null,
    spawn: (argv, { cwd, env }) =>
      spawn(argv.file, argv.args, {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...windowsSpawnOptions(argv.verbatim),
      }),
    connect: (child, listener) => new PipeChannel(child, joinsStreams, listener),
    cleanUp: () => {},
  }
}
