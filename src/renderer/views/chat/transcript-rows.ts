import type { ToolItem, TranscriptItem } from '../../../shared/chat'
import type { SplitState } from './markdown/split-markdown'
import { splitMarkdown } from './markdown/split-markdown'

export type UserItem = Extract<TranscriptItem, { kind: 'user' }>
export type AssistantItem = Extract<TranscriptItem, { kind: 'assistant' }>
export type CommandItem = Extract<TranscriptItem, { kind: 'command' }>
export type SubagentItem = Extract<TranscriptItem, { kind: 'subagent' }>
export type NoticeItem = Extract<TranscriptItem, { kind: 'notice' }>

/** Where a row stands in the frame that consecutive tool rows share (ui.md 4, tool stack). */
export type StackPlace = 'only' | 'first' | 'middle' | 'last'

/**
 * What the transcript draws, one row at a time. A long answer is several rows, and every tool card is a row of its
 * own that draws its part of the shared frame: so any chat is only drawn where it is looked at.
 */
export type TranscriptRow = { key: string } & (
  | { kind: 'user'; item: UserItem }
  | { kind: 'reasoning'; item: AssistantItem }
  | { kind: 'prose'; item: AssistantItem; split: SplitState; block: number }
  | { kind: 'interrupted'; item: AssistantItem; last: boolean }
  | { kind: 'command'; item: CommandItem; place: StackPlace; last: boolean }
  | { kind: 'tools'; items: readonly [ToolItem, ...ToolItem[]]; place: StackPlace }
  | { kind: 'subagent'; item: SubagentItem; place: StackPlace }
  | { kind: 'call'; item: ToolItem; place: StackPlace }
  | { kind: 'notice'; item: NoticeItem; last: boolean }
)

/** Rows and what they were made from; pass it back to only redo what changed. */
export type TranscriptRows = { rows: readonly TranscriptRow[]; items: readonly TranscriptItem[] }

export const NO_ROWS: TranscriptRows = { rows: [], items: [] }

/** Makes the rows of a transcript. Rows whose content did not change keep their identity. */
export function transcriptRows(items: readonly TranscriptItem[], before: TranscriptRows): TranscriptRows {
  if (items === before.items) return before
  const byKey = new Map<string, TranscriptRow>()
  const common = commonStart(items, before.items)
  const from = groupStart(items, common)
  const keptRows = rowsBefore(before.rows, Math.min(seqAt(items, from), seqAt(before.items, from)))
  for (const row of before.rows.slice(keptRows)) byKey.set(row.key, row)
  const previous = new Map(before.items.slice(from).map((item) => [item.id, item]))
  const last = lastShown(items)
  const fresh: TranscriptRow[] = []
  for (let i = from; i < items.length; i++) {
    const item = items[i]
    if (!item) continue
    addRows(fresh, item, item === last, previous.get(item.id), byKey)
  }
  placeInStacks(fresh)
  const rows = [...before.rows.slice(0, keptRows), ...fresh.map((row) => reuse(byKey.get(row.key), row))]
  return { rows, items }
}

const seqAt = (items: readonly TranscriptItem[], index: number): number =>
  items[index]?.seq ?? Number.POSITIVE_INFINITY

function commonStart(a: readonly TranscriptItem[], b: readonly TranscriptItem[]): number {
  const end = Math.min(a.length, b.length)
  for (let i = 0; i < end; i++) if (a[i] !== b[i]) return i
  return end
}

/**
 * The first item whose rows may differ: the start of the stack before the first changed item, and that of the item
 * that was the last one until now.
 */
function groupStart(items: readonly TranscriptItem[], changed: number): number {
  let start = changed
  while (start > 0) {
    const before = items[start - 1]
    start--
    if (before && !isPassedOver(before) && !isTool(before)) break
  }
  return start
}

/** Items that leave the frame of the stack around them whole: queued messages wait at the end, empty answers show nothing. */
function isPassedOver(item: TranscriptItem): boolean {
  return (item.kind === 'user' && item.queued) || (item.kind === 'assistant' && isSilent(item))
}

const isTool = (item: TranscriptItem): boolean =>
  item.kind === 'command' || item.kind === 'tool' || item.kind === 'subagent'

const isSilent = (item: AssistantItem): boolean =>
  item.text.trim() === '' && item.reasoning.trim() === '' && item.state !== 'interrupted'

function rowsBefore(rows: readonly TranscriptRow[], seq: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && firstItem(row).seq < seq) low = middle + 1
    else high = middle
  }
  return low
}

const firstItem = (row: TranscriptRow): TranscriptItem => (row.kind === 'tools' ? row.items[0] : row.item)

/** The item that is last apart from what waits to be sent and answers that show nothing yet. */
export function lastShown(items: readonly TranscriptItem[]): TranscriptItem | undefined {
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i]
    if (item && !isPassedOver(item)) return item
  }
  return undefined
}

/** Tools that only look at files: their calls share a row, whichever they are (ui.md 4). */
export const LOOK_TOOLS: ReadonlySet<string> = new Set(['read_file', 'search', 'list_files'])

const groupOf = ({ tool }: ToolItem): string => (LOOK_TOOLS.has(tool) ? 'look' : tool)

/** Tools that change a file; each of their calls has a card of its own, and so have those of MCP servers. */
const FILE_TOOLS: ReadonlySet<string> = new Set(['edit_file', 'write_file'])
/** Tools that may ask before they act, with a card for each call. */
export const ACTION_TOOLS: ReadonlySet<string> = new Set(['memory', 'web_fetch'])
/** The tool with which the agent asks the person; each of its calls has a card. */
export const QUESTION_TOOL = 'ask_user'
/** The tool that shows the steps of the work. */
export const TODO_TOOL = 'todo'
/** Whether a tool is one of an MCP server. */
export const isMcpTool = (tool: string): boolean => tool.startsWith('mcp__')

const hasCard = (tool: string): boolean =>
  FILE_TOOLS.has(tool) ||
  ACTION_TOOLS.has(tool) ||
  tool === QUESTION_TOOL ||
  tool === TODO_TOOL ||
  isMcpTool(tool)

function addRows(
  rows: TranscriptRow[],
  item: TranscriptItem,
  last: boolean,
  previous: TranscriptItem | undefined,
  byKey: ReadonlyMap<string, TranscriptRow>,
): void {
  switch (item.kind) {
    case 'user':
      rows.push({ key: item.id, kind: 'user', item })
      return
    case 'command':
      rows.push({ key: item.id, kind: 'command', item, place: 'only', last })
      return
    case 'subagent':
      rows.push({ key: item.id, kind: 'subagent', item, place: 'only' })
      return
    case 'notice':
      rows.push({ key: item.id, kind: 'notice', item, last })
      return
    case 'tool': {
      if (hasCard(item.tool)) {
        rows.push({ key: item.id, kind: 'call', item, place: 'only' })
        return
      }
      const group = rows.at(-1)
      if (group?.kind === 'tools' && group.items.every((other) => groupOf(other) === groupOf(item))) {
        rows[rows.length - 1] = { ...group, items: [...group.items, item] }
      } else rows.push({ key: item.id, kind: 'tools', items: [item], place: 'only' })
      return
    }
    case 'assistant':
      addAssistantRows(rows, item, last, previous, byKey)
  }
}

function addAssistantRows(
  rows: TranscriptRow[],
  item: AssistantItem,
  last: boolean,
  previous: TranscriptItem | undefined,
  byKey: ReadonlyMap<string, TranscriptRow>,
): void {
  if (item.reasoning.trim() !== '') rows.push({ key: `${item.id}:r`, kind: 'reasoning', item })
  if (item.text.trim() !== '') {
    const known = byKey.get(`${item.id}:0`)
    const grown =
      known?.kind === 'prose' && previous?.kind === 'assistant' && item.text.startsWith(previous.text)
    const split = splitMarkdown(item.text, grown ? known.split : undefined)
    for (const block of split.blocks.keys()) {
      rows.push({ key: `${item.id}:${block}`, kind: 'prose', item, split, block })
    }
  }
  if (item.state === 'interrupted') rows.push({ key: `${item.id}:i`, kind: 'interrupted', item, last })
}

/** Rows that share a frame with their neighbours. */
export function isStacked(
  row: TranscriptRow | undefined,
): row is Extract<TranscriptRow, { place: StackPlace }> {
  return row !== undefined && 'place' in row
}

function placeInStacks(rows: TranscriptRow[]): void {
  for (const [index, row] of rows.entries()) {
    if (!isStacked(row)) continue
    const above = isStacked(rows[index - 1])
    const below = isStacked(rows[index + 1])
    row.place = above ? (below ? 'middle' : 'last') : below ? 'first' : 'only'
  }
}

function reuse(before: TranscriptRow | undefined, row: TranscriptRow): TranscriptRow {
  if (before?.kind !== row.kind) return row
  switch (row.kind) {
    case 'user':
    case 'reasoning':
      return before.kind === row.kind && before.item === row.item ? before : row
    case 'interrupted':
    case 'notice':
      return before.kind === row.kind && before.item === row.item && before.last === row.last ? before : row
    case 'command':
      return before.kind === 'command' &&
        before.item === row.item &&
        before.place === row.place &&
        before.last === row.last
        ? before
        : row
    case 'subagent':
      return before.kind === row.kind && before.item === row.item && before.place === row.place ? before : row
    case 'tools':
      return before.kind === 'tools' &&
        before.place === row.place &&
        before.items.length === row.items.length &&
        before.items.every((item, index) => item === row.items[index])
        ? before
        : row
    case 'call':
      return before.kind === 'call' && before.item === row.item && before.place === row.place ? before : row
    case 'prose':
      return before.kind === 'prose' && before.item === row.item ? before : row
  }
}
