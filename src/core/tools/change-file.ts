import { readFile, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { EditQuestion, EditStage, FileEditCard, ToolCard } from '../../shared/tool-card'
import type { EditDecision, EditGuard } from '../approvals/edit-guard'
import type { ApprovalEnd, CallAsks } from '../asks/call-asks'
import type { Clock } from '../clock'
import { diffLines } from '../files/file-diff'
import {
  CHANGE_MAX_BYTES,
  decodeFile,
  encodeFile,
  isAscii,
  NEW_FORM,
  type TextForm,
} from '../files/file-text'
import type { SeenFiles } from '../files/seen-files'
import { writeAtomically } from '../files/write-atomically'
import type { Ids } from '../ports'
import { looksBinary } from './file-lines'
import { NOT_RUN_AFTER_STOP, type ToolAnswer, type ToolContext } from './tool'

/** What the tools that write files share. */
export type FileChanger = {
  guard: EditGuard
  asks: Pick<CallAsks, 'ask'>
  seen: SeenFiles
  /** Shows the card of a call while it runs. */
  showCard(context: Pick<ToolContext, 'chatId' | 'callId'>, card: ToolCard): void
  clock: Pick<Clock, 'now'>
  ids: Ids
}

/** A file before a change; null where there is none yet. */
export type Before = { text: string; form: TextForm } | null
/** What a tool makes of it, or why it cannot, in words for the agent. */
export type Change = { ok: true; text: string } | { ok: false; message: string }

type Planned = { before: Buffer | null; content: Buffer; card: Omit<FileEditCard, 'stage'> }

/**
 * Changes one file: works out the change, asks where the rules do not cover it, and writes it in one step if the file is
 * still the one that was shown (A-037). A file that the agent does not know as it is now is not touched.
 */
export async function changeFile(
  path: string,
  make: (before: Before) => Change,
  context: ToolContext,
  deps: FileChanger,
): Promise<ToolAnswer> {
  const { guard, seen, ids } = deps
  const request = { chatId: context.chatId, workspaceRoot: context.workspaceRoot, path }
  const decision = await guard(request)
  if (decision.kind === 'refuse') return refused(decision.message)
  const planned = await plan(path, decision, make, context, deps)
  if (!('content' in planned)) return planned
  const finish = (stage: EditStage, text: string, isError = true): ToolAnswer => ({
    text,
    isError,
    card: { ...planned.card, stage },
  })
  if (decision.kind === 'ask') {
    const end = await askPerson(planned, decision, request, context, deps)
    const no = refusal(end, path)
    if (no) return finish(no.stage, no.text)
  }
  if (context.signal.aborted) return finish({ kind: 'not-written' }, NOT_RUN_AFTER_STOP)
  try {
    const now = await guard(request)
    if (now.kind === 'refuse') return finish({ kind: 'not-written' }, now.message)
    const current = await contentOf(decision.file)
    if (now.file !== decision.file || !sameContent(current, planned.before))
      return finish({ kind: 'not-written' }, changedMeanwhile(path))
    await writeAtomically(decision.file, planned.content, ids.next('write'))
  } catch (error) {
    return finish({ kind: 'not-written' }, unwritable(path, error))
  }
  await seen.note(context.chatId, decision.file)
  return finish({ kind: 'written' }, writtenText(planned.card), false)
}

/** Works out what would be written, without touching anything; or why that is not possible. */
async function plan(
  path: string,
  { file, shown }: Exclude<EditDecision, { kind: 'refuse' }>,
  make: (before: Before) => Change,
  { chatId }: ToolContext,
  { seen }: FileChanger,
): Promise<Planned | ToolAnswer> {
  let before: Buffer | null
  try {
    const problem = await notChangeable(path, file)
    if (problem !== null) return refused(problem)
    const known = await seen.check(chatId, file)
    before = await contentOf(file)
    if (before && known === 'unseen') return refused(unseenText(path, shown))
    if (before && known === 'changed')
      return refused(`${path} has changed since you read it. Read it again before you change it.`)
  } catch (error) {
    return refused(unwritable(path, error))
  }
  const old = before && decodeFile(before)
  const change = make(old)
  if (!change.ok) return refused(change.message)
  const form = old?.form ?? NEW_FORM
  if (form.encoding === 'bytewise' && !addsOnlyAscii(old?.text ?? '', change.text))
    return refused(`${path} is not UTF-8, so only ASCII text can be written into it.`)
  const content = encodeFile(change.text, form)
  if (content.length > CHANGE_MAX_BYTES) return refused(tooLarge(path, content.length))
  const { added, removed, diff } = diffLines(old?.text ?? '', change.text)
  const isNew = before === null
  return { before, content, card: { kind: 'file-edit', path: shown, isNew, added, removed, diff } }
}

async function askPerson(
  { card }: Planned,
  { reasons, permission }: Extract<EditDecision, { kind: 'ask' }>,
  request: Parameters<EditGuard>[0],
  context: ToolContext,
  { guard, asks, showCard, clock }: FileChanger,
): Promise<ApprovalEnd> {
  const question: EditQuestion = { askedAt: clock.now(), reasons, permission }
  showCard(context, { ...card, stage: { kind: 'asking', question } })
  const decideAgain = async (): Promise<ApprovalEnd | null> => {
    const now = await guard(request)
    if (now.kind === 'run') return { kind: 'approve', remember: false }
    if (now.kind === 'refuse') return { kind: 'refused', message: now.message }
    return null
  }
  return asks.ask(
    {
      chatId: context.chatId,
      callId: context.callId,
      about: 'edit',
      subject: card.path,
      permission,
      accepts: ['approve', 'reject'],
      decideAgain,
    },
    context.signal,
  )
}

/** What an answer other than yes means for the card and for the agent. */
function refusal(end: ApprovalEnd, path: string): { stage: EditStage; text: string } | null {
  switch (end.kind) {
    case 'approve':
      return null
    case 'reject': {
      const said = end.text?.trim() ? `\nThe user says: ${end.text.trim()}` : ''
      return {
        stage: { kind: 'rejected', text: end.text },
        text: `The user rejected this change. ${path} was not written.${said}`,
      }
    }
    case 'stopped':
      return { stage: { kind: 'not-written' }, text: NOT_RUN_AFTER_STOP }
    case 'unanswered':
      return {
        stage: { kind: 'rejected', text: null },
        text: `Changing ${path} needs a confirmation, and nobody can answer in an unattended run. It was not written. Reach the goal without it, or say what is left to do.`,
      }
    case 'refused':
      return { stage: { kind: 'not-written' }, text: end.message }
  }
}

async function notChangeable(path: string, file: string): Promise<string | null> {
  let found: Awaited<ReturnType<typeof stat>>
  try {
    found = await stat(file)
  } catch (error) {
    // A new file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  if (found.isDirectory()) return `${path} is a folder, not a file.`
  // Opening a named pipe or a device may wait for ever.
  if (!found.isFile()) return `${path} is not a regular file.`
  if (found.size > CHANGE_MAX_BYTES) return tooLarge(path, found.size)
  if (await looksBinary(file))
    return `${path} is a binary file (${found.size} bytes) and cannot be changed as text.`
  return null
}

async function contentOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function sameContent(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b)
}

/** Whether the part of the new text that is not of the old one, as far as their ends tell, is ASCII. */
function addsOnlyAscii(before: string, after: string): boolean {
  let start = 0
  while (start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return isAscii(after.slice(start, after.length - end))
}

function refused(text: string): ToolAnswer {
  return { text, isError: true }
}

/** What is outside cannot be read with read_file either. */
function unseenText(path: string, shown: string): string {
  return isAbsolute(shown)
    ? `${path} is outside the workspace; a file that exists there cannot be changed with this tool. If it must be changed, use a \`shell\` command: the user is asked then.`
    : `Read ${path} with read_file before you change it.`
}

function tooLarge(path: string, bytes: number): string {
  return `${path} has ${bytes} bytes; files of more than ${CHANGE_MAX_BYTES} bytes cannot be changed with this tool.`
}

function changedMeanwhile(path: string): string {
  return `Not written: ${path} changed after the change was worked out. Read it again, then make the change anew.`
}

function writtenText({ path, isNew, added, removed }: Planned['card']): string {
  return isNew
    ? `Created ${path} (${lines(added)}).`
    : `Changed ${path}: ${lines(added)} added, ${removed} removed.`
}

function lines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}

/** Why a file cannot be written, without the system's own words. */
function unwritable(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${path} may not be written: permission denied.`
  if (code === 'ENOSPC') return `${path} was not written: the disk is full.`
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${path} cannot be written: a part of its path is a file, not a folder.`
  return `${path} cannot be written${code ? ` (${code})` : ''}.`
}
