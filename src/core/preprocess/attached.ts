import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { IMAGE_MAX_BYTES } from '../../shared/image'
import type { IgnoreRules } from '../approvals/rules/ignore-file'
import { imageTypeOf } from '../images/image-facts'
import { bytesAt, looksBinary, offsetOfLine, textAt } from '../tools/file-lines'
import type { LineRange, Mention } from './mentions'

/** Most bytes of one file that a mention attaches; more is for `read_file`, which reads in parts. */
export const ATTACHED_MAX_BYTES = 64 * 1024
/** Most bytes that all mentions of a message attach together: a fraction of the smallest usual context window. */
export const ATTACHED_TOTAL_BYTES = 192 * 1024
/** How much of a file tells whether it is an image, in bytes. */
const IMAGE_HEAD_BYTES = 16
/** Most names of a folder's listing. */
export const LISTED_MAX = 200

/** What a mention brought, labelled with its path. The text is what the model gets. */
export type Attachment = { path: string; kind: 'file' | 'folder' | 'binary' | 'image'; text: string }

/** Why a mention brought nothing, for the person. */
export type MentionProblem = { mention: string; because: 'missing' | 'ignored' | 'unreadable' | 'too-much' }
export type Attached = {
  attachments: Attachment[]
  /** Mentioned images by where they lie; the model sees them with the message. */
  images: { mention: string; file: string }[]
  problems: MentionProblem[]
}

export type AttachDeps = {
  workspaceRoot: string
  homeDir: string
  ignore: IgnoreRules | null
  signal: AbortSignal
}

/** Reads what the mentions of a message name (A-057…A-063). Nothing it meets is an error of the message. */
export async function attachMentions(
  message: string,
  mentions: readonly Mention[],
  deps: AttachDeps,
): Promise<Attached> {
  const attached: Attached = { attachments: [], images: [], problems: [] }
  const seen = new Set<string>()
  let left = ATTACHED_TOTAL_BYTES
  for (const mention of mentions) {
    deps.signal.throwIfAborted()
    const typed = message.slice(mention.start, mention.end)
    const found = await firstThatExists(mention, deps)
    if (found === null) {
      if (mention.isMeant) attached.problems.push({ mention: typed, because: 'missing' })
      continue
    }
    const key = `${found.file}:${found.range?.from ?? ''}-${found.range?.to ?? ''}`
    if (seen.has(key)) continue
    seen.add(key)
    if (deps.ignore?.hides(found.shown, found.isFolder)) {
      attached.problems.push({ mention: typed, because: 'ignored' })
      continue
    }
    if (left <= 0) {
      attached.problems.push({ mention: typed, because: 'too-much' })
      continue
    }
    try {
      const attachment = await read(found, Math.min(left, ATTACHED_MAX_BYTES), deps)
      left -= Buffer.byteLength(attachment.text)
      attached.attachments.push(attachment)
      if (attachment.kind === 'image') attached.images.push({ mention: typed, file: found.file })
    } catch {
      deps.signal.throwIfAborted()
      attached.problems.push({ mention: typed, because: 'unreadable' })
    }
  }
  return attached
}

/** The attachments as one text behind the user's own words. */
export function attachedText(attachments: readonly Attachment[]): string {
  return attachments.map(({ text }) => text).join('\n\n')
}

type Found = { file: string; shown: string; range: LineRange | null; isFolder: boolean; bytes: number }

async function firstThatExists(
  { readings }: Mention,
  { workspaceRoot, homeDir }: AttachDeps,
): Promise<Found | null> {
  for (const { path, range } of readings) {
    const named = path.startsWith('~/') ? join(homeDir, path.slice(2)) : resolve(workspaceRoot, path)
    try {
      const file = await realpath(named)
      const stats = await stat(file)
      const way = relative(workspaceRoot, named).split(sep)
      const shown = way[0] === '' || way[0] === '..' ? named : way.join('/')
      if (stats.isDirectory()) return { file, shown, range: null, isFolder: true, bytes: 0 }
      // Opening a named pipe or a device may wait for ever.
      if (stats.isFile()) return { file, shown, range, isFolder: false, bytes: stats.size }
    } catch {
      // Not there, or not to be seen: the next reading may be.
    }
  }
  return null
}

async function read(found: Found, maxBytes: number, deps: AttachDeps): Promise<Attachment> {
  if (found.isFolder) return listing(found, deps)
  if (found.bytes <= IMAGE_MAX_BYTES && imageTypeOf(await bytesAt(found.file, 0, IMAGE_HEAD_BYTES)) !== null)
    return {
      path: found.shown,
      kind: 'image',
      text: tagged('file', found.shown, '', '(an image, shown with this message)'),
    }
  if (await looksBinary(found.file))
    return {
      path: found.shown,
      kind: 'binary',
      text: tagged('file', found.shown, '', `(binary file, ${found.bytes} bytes, not attached)`),
    }
  const from = found.range?.from ?? 1
  const start = await offsetOfLine(found.file, from, deps.signal)
  if ('lines' in start)
    return {
      path: found.shown,
      kind: 'file',
      text: tagged(
        'file',
        found.shown,
        '',
        `(the file has only ${start.lines} lines; line ${from} is past its end)`,
      ),
    }
  const text = await textAt(found.file, start.offset, maxBytes)
  const lines = text.split('\n')
  const wanted = found.range?.to ? found.range.to - from + 1 : Number.POSITIVE_INFINITY
  const shown = lines.length > wanted ? lines.slice(0, wanted).join('\n') : text
  const isCut = lines.length <= wanted && start.offset + Buffer.byteLength(text) < found.bytes
  // A cut falls between lines where there is one.
  const whole =
    isCut && shown.includes('\n') ? shown.slice(0, shown.lastIndexOf('\n')) : shown.replace(/\n$/, '')
  const last = from + whole.split('\n').length - 1
  const place = found.range || isCut ? ` lines="${from}-${last}"` : ''
  const rest = isCut
    ? `\n(cut here: the file has ${found.bytes} bytes; read on with read_file from line ${last + 1})`
    : ''
  return { path: found.shown, kind: 'file', text: tagged('file', found.shown, place, `${whole}${rest}`) }
}

async function listing({ file, shown }: Found, { workspaceRoot, ignore }: AttachDeps): Promise<Attachment> {
  const entries = await readdir(file, { withFileTypes: true })
  const base = relative(workspaceRoot, file).split(sep).join('/')
  const names = entries
    .filter(
      (entry) => !ignore?.hides(base === '' ? entry.name : `${base}/${entry.name}`, entry.isDirectory()),
    )
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort()
  const more = names.length > LISTED_MAX ? `\n(and ${names.length - LISTED_MAX} more)` : ''
  const text = names.length === 0 ? '(empty)' : `${names.slice(0, LISTED_MAX).join('\n')}${more}`
  return { path: shown, kind: 'folder', text: tagged('folder', shown, '', text) }
}

/** What lies in a file must not end the part that holds it. */
function tagged(tag: 'file' | 'folder', path: string, place: string, text: string): string {
  const inner = text.replaceAll(`</${tag}>`, `<\u200b/${tag}>`)
  return `<${tag} path="${path.replaceAll('"', '&quot;')}"${place}>\n${inner}\n</${tag}>`
}
