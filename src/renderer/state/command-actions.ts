import type { OutputPage } from '../../shared/command'
import type { CommandId } from '../../shared/ids'
import type { RequestOutput } from '../../shared/ipc'
import { request } from '../api'
import { attempt } from './attempt'

/** Lets a waiting command run. */
export async function approveCommand(commandId: CommandId): Promise<boolean> {
  const done = await attempt('approve', () => request('command.approve', { commandId }).then(() => true))
  return done === true
}

/** Refuses a waiting command; `text` is told to the agent. */
export async function rejectCommand(commandId: CommandId, text: string | null): Promise<boolean> {
  const done = await attempt('reject', () => request('command.reject', { commandId, text }).then(() => true))
  return done === true
}

/** Stops one command with its whole tree. Resolves when the end is confirmed or the limit passed. */
export async function stopCommand(commandId: CommandId): Promise<void> {
  await attempt('stop-command', () => request('command.stop', { commandId }))
}

/** Stops several commands at once, each with its own end. */
export async function stopCommands(commandIds: readonly CommandId[]): Promise<void> {
  await Promise.all(commandIds.map(stopCommand))
}

export async function moveToBackground(commandId: CommandId): Promise<void> {
  await attempt('move-to-background', () => request('command.moveToBackground', { commandId }))
}

/** The end of an output. Throws a RequestError: the viewer shows it in place with Retry. */
export function readOutputTail(commandId: CommandId, lines: number): Promise<OutputPage> {
  return request('output.tail', { commandId, lines })
}
/** The page of an output that ends before a byte offset. Throws a RequestError. */
export function readOutputBefore(commandId: CommandId, before: number, lines: number): Promise<OutputPage> {
  return request('output.before', { commandId, before, lines })
}
/** The page of an output that starts at a byte offset. Throws a RequestError. */
export function readOutputAfter(commandId: CommandId, from: number, lines: number): Promise<OutputPage> {
  return request('output.after', { commandId, from, lines })
}

/** Puts the end of an output on the clipboard; undefined when that failed. */
export function copyOutput(commandId: CommandId): Promise<RequestOutput<'output.copy'> | undefined> {
  return attempt('copy', () => request('output.copy', { commandId }))
}

/** Puts a text on the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  const done = await attempt('copy', () => request('clipboard.write', { text }).then(() => true))
  return done === true
}

/** Opens a link outside the app. */
export async function openLink(url: string): Promise<void> {
  await attempt('open-link', () => request('link.open', { url }))
}
