import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { NotStartedBecause } from '../../shared/command'
import type { Approval, Approve } from '../approvals/approve'
import { onlyWaits } from '../attention/wait-only'
import type { CommandService } from '../jobs/command-service'
import { firstOf, whenAborted, whenSettled } from '../jobs/first-of'
import { type WaitingRules, waitingFor, waitingForWaitOnly } from '../jobs/waiting-rules'
import { shellAnswer, withSeen } from './result-text'
import { NOT_RUN_AFTER_STOP, type ParsedInput, type Tool, type ToolAnswer, type ToolContext } from './tool'
import { firstGiven, inputObject } from './tool-input'
import { SHELL_SCHEMA, shellDescription } from './tool-texts'

/** Longest command, in UTF-16 units: far beyond any here-document, far below what would hurt a card. */
const COMMAND_MAX_CHARS = 4_000_000

/** S-095…S-097. */
const WORKDIR_NAMES = ['workdir', 'cwd', 'working_directory', 'dir_path']
/** S-098: a pure rename, so both are milliseconds. */
const TIMEOUT_NAMES = ['timeout', 'timeout_ms']

export type ShellInput = { command: string; workdir: string | null; timeout: unknown }

export type ShellDeps = {
  commands: CommandService
  waiting: WaitingRules
  approve: Approve
  /** A command that only waits ends with the first news and never goes to the background (S-200). */
  endsWaits: boolean
}

/** The `shell` tool (section 1). */
export function createShellTool({ commands, waiting, approve, endsWaits }: ShellDeps): Tool<ShellInput> {
  return {
    spec: { name: 'shell', description: shellDescription(waiting), inputSchema: SHELL_SCHEMA },
    parse: parseShellInput,
    // Whether a command only reads depends on the shell and on the disk, which are known when it runs.
    isReadOnly: () => false,
    asksAhead: true,
    title: () => '',
    async run(input, context): Promise<ToolAnswer> {
      const cwd =
        input.workdir === null ? context.workspaceRoot : resolve(context.workspaceRoot, input.workdir)
      const look = async (isOnlyLook: boolean) =>
        (await isFolder(cwd))
          ? decideFor(approve, input.command, cwd, context, isOnlyLook)
          : missingFolder(cwd)
      let approval = await look(context.turn !== undefined)
      if (approval.kind !== 'ask' && context.turn) {
        await firstOf([whenAborted(context.signal, null), whenSettled(context.turn, null)])
        if (context.signal.aborted) return { text: NOT_RUN_AFTER_STOP, isError: true }
        // The calls before it may have made the folder, or changed what the rules look at.
        approval = await look(false)
      }
      const asked = approval.kind === 'ask' ? approval : null
      const { record, output, seen } = await commands.run({
        chatId: context.chatId,
        turnId: context.turnId,
        callId: context.callId,
        ...(context.subagent ? { subagent: context.subagent } : {}),
        command: input.command,
        cwd,
        workspaceRoot: context.workspaceRoot,
        approval: asked ?? { kind: 'run' },
        refusal: approval.kind === 'refuse' ? approval : null,
        ...(endsWaits && onlyWaits(input.command)
          ? { ...waitingForWaitOnly(input.timeout, waiting), isWaitOnly: true }
          : { ...waitingFor(input.timeout, waiting), isWaitOnly: false }),
        signal: context.signal,
        ...(context.turn ? { turn: context.turn } : {}),
        decideAgain: (isOnlyLook) => decideFor(approve, input.command, cwd, context, isOnlyLook),
        // Bound to what the person was asked about first, whatever the rules said meanwhile.
        recheck: async () =>
          asked === null || (await asked.isUnchanged(await realFolder(cwd))) ? null : CHANGED,
      })
      return withSeen(shellAnswer(record, output), seen)
    },
  }
}

/** Arguments with their aliases (S-094…S-100); only a missing command is refused (S-170, S-171). */
export function parseShellInput(raw: unknown): ParsedInput<ShellInput> {
  const input = inputObject(raw)
  if (!input) return { ok: false, message: 'Expected an object with "command".' }
  const { command } = input
  if (typeof command !== 'string' || command.trim() === '')
    return { ok: false, message: '"command" is required and must be text.' }
  if (command.includes('\0')) return { ok: false, message: '"command" contains a NUL character.' }
  if (command.length > COMMAND_MAX_CHARS)
    return {
      ok: false,
      message: `"command" is longer than ${COMMAND_MAX_CHARS} characters; write a script file and run that.`,
    }
  const workdir = firstGiven(input, WORKDIR_NAMES)
  if (workdir !== undefined && typeof workdir !== 'string')
    return { ok: false, message: '"workdir" must be text.' }
  if (workdir?.includes('\0')) return { ok: false, message: '"workdir" contains a NUL character.' }
  return {
    ok: true,
    input: {
      command,
      workdir: workdir === '' ? null : (workdir ?? null),
      timeout: firstGiven(input, TIMEOUT_NAMES),
    },
  }
}

/** What the agent is told when an approval is for something else than what would run. */
const CHANGED =
  'Not started: its folder, its environment or a script that it runs changed after the user was asked. Call the tool again to ask about it as it is now.'

type Refusal = { kind: 'refuse'; because: NotStartedBecause; message: string }

function missingFolder(cwd: string): Refusal {
  return { kind: 'refuse', because: 'workdir-missing', message: `Working directory does not exist: ${cwd}` }
}

async function decideFor(
  approve: Approve,
  command: string,
  cwd: string,
  context: ToolContext,
  isOnlyLook: boolean,
): Promise<Exclude<Approval, { kind: 'refuse' }> | Refusal> {
  const { chatId, workspaceRoot, signal } = context
  const approval = await approve(
    {
      chatId,
      command,
      cwd: await realFolder(cwd),
      workspaceRoot: await realFolder(workspaceRoot),
      ...(isOnlyLook ? { isOnlyLook } : {}),
    },
    signal,
  )
  return approval.kind === 'refuse' ? { ...approval, because: 'not-allowed' } : approval
}

/** A file counts as no folder (S-093). */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    // Missing, or hidden behind a folder that may not be entered: a command could not run there either way.
    return false
  }
}

/** The folder a link really leads to (S-091). */
async function realFolder(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    // It was there a moment ago; the spawn will say so if it is gone.
    return path
  }
}
