import type { OutputPage } from '../../shared/command'
import type { CallId, ChatId, CommandId } from '../../shared/ids'
import type { FoundInOutput, RequestInput, RequestOutput } from '../../shared/ipc'
import type { CallAnswer } from '../../shared/tool-card'
import { request } from '../api'
import { attempt } from './attempt'
import { byId } from './data'
import { readAppData, writeAppData } from './stores'

/** What is allowed from now on together with an answer. */
export type Remember = NonNullable<RequestInput<'command.approve'>['remember']>

/** Lets a waiting command run, and what `remember` covers from now on. */
export async function approveCommand(commandId: CommandId, remember?: Remember): Promise<boolean> {
  const input = remember ? { commandId, remember } : { commandId }
  const done = await attempt('approve', () => request('command.approve', input).then(() => true))
  return done === true
}

/** Refuses a waiting command; `text` is told to the agent. */
export async function rejectCommand(commandId: CommandId, text: string | null): Promise<boolean> {
  const done = await attempt('reject', () => request('command.reject', { commandId, text }).then(() => true))
  return done === true
}

/** Answers another call that waits for the person. */
export async function answerCall(chatId: ChatId, callId: CallId, answer: CallAnswer): Promise<boolean> {
  const kind = answer.kind === 'skip' ? 'answer' : answer.kind
  const done = await attempt(kind, () => request('call.answer', { chatId, callId, answer }).then(() => true))
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

/** Takes a job off the list of recent ones. */
export async function dismissJob(commandId: CommandId): Promise<void> {
  await attempt('dismiss-job', () => request('command.dismiss', { commandId }))
}

/** Reads the jobs of all chats, also of those that were not opened in this window. */
export async function loadJobs(): Promise<void> {
  const jobs = await attempt('list-jobs', () => request('jobs.list', {}), loadJobs)
  const data = readAppData()
  // What is known already came with events, which may have overtaken the answer.
  if (jobs && data) writeAppData({ ...data, commands: { byId: { ...byId(jobs), ...data.commands.byId } } })
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
/** The page of an output around a byte offset. Throws a RequestError. */
export function readOutputAround(commandId: CommandId, at: number, lines: number): Promise<OutputPage> {
  return request('output.around', { commandId, at, lines })
}
/** Searches the whole output. Throws a RequestError: the find field shows it. */
export function findInOutput(input: RequestInput<'output.find'>): Promise<FoundInOutput> {
  return request('output.find', input)
}
/** Ends what is searched in an output; nobody waits for it. */
export function stopFinding(commandId: CommandId): void {
  void request('output.findStop', { commandId }).catch(() => undefined)
}
/** Where a line of an output begins; undefined when that failed. */
export function findOutputLine(
  commandId: CommandId,
  line: number,
): Promise<RequestOutput<'output.line'> | undefined> {
  return attempt('open-output', () => request('output.line', { commandId, line }))
}
/** Opens the stored output in another program. */
export async function openOutputInEditor(commandId: CommandId): Promise<void> {
  await attempt('open-output', () => request('output.openInEditor', { commandId }))
}
/** Shows the stored output in its folder. */
export async function revealOutput(commandId: CommandId): Promise<void> {
  await attempt('open-output', () => request('output.reveal', { commandId }))
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
