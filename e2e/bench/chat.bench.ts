import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Entry } from '../../src/core/chats/entry'
import type { CommandRecord } from '../../src/core/jobs/command-record'
import { type ChatRecord, chatRecordSchema, createChatStore } from '../../src/core/store/chat-store'
import { createCommandStore } from '../../src/core/store/command-store'
import { openDatabase } from '../../src/core/store/database'
import type { CallId } from '../../src/shared/ids'
import { type AppFolders, test } from '../app.fixture'
import { sidebar, transcript, writeReadySettings } from '../person'

// A chat that nobody reads to its end: how long it takes to open in the app, and what scrolling through it costs (A-111).
const ENTRIES = 10_000
/** The bar from the click to the last answer on the screen, in milliseconds. */
const MAX_OPEN_MS = 1000
/** The bar of the renderer's frame while it scrolls (95th percentile), in milliseconds. */
const MAX_FRAME_MS = 33
/** Turns of the wheel, and pixels of each: a fast flick, some 10,000 pixels a second. */
const TURNS = 120
const TURN_PX = 300
/** Between two turns, in milliseconds. */
const PAUSE_MS = 30
const LAST = 'The very last answer.'

test('a chat with ten thousand entries opens and scrolls', async ({ launch, folders }) => {
  writeReadySettings(folders)
  fill(folders)
  const { page } = await launch()
  await sidebar(page)
    .getByRole('button', { name: /^Short chat/ })
    .click()
  await expect(transcript(page)).toContainText('Short answer.')

  const opened = await openLong(page)
  const box = await transcript(page).boundingBox()
  if (!box) throw new Error('The transcript has no place in the window.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const still = await framesWhile(page, () => page.waitForTimeout(TURNS * PAUSE_MS))
  const scrolled = await framesWhile(page, async () => {
    for (let turn = 0; turn < TURNS; turn++) {
      await page.mouse.wheel(0, turn < TURNS * 0.7 ? -TURN_PX : TURN_PX)
      await page.waitForTimeout(PAUSE_MS)
    }
  })
  const isFine = opened <= MAX_OPEN_MS && scrolled.p95 <= MAX_FRAME_MS
  console.log(
    `${ENTRIES} entries: open in ${opened.toFixed(0)} ms (bar ${MAX_OPEN_MS} ms); frame while scrolling p50 ${scrolled.p50.toFixed(1)} ms, p95 ${scrolled.p95.toFixed(1)} ms (bar ${MAX_FRAME_MS} ms); p95 while nothing moves ${still.p95.toFixed(1)} ms: ${isFine ? 'within the bars' : 'NOT within the bars'}`,
  )
})

/** From the click to the frame that shows the last answer. */
async function openLong(page: Page): Promise<number> {
  const shown = page.evaluate(
    (last) =>
      new Promise<number>((resolve) => {
        let since = 0
        document.addEventListener('click', ({ timeStamp }) => (since = timeStamp), {
          capture: true,
          once: true,
        })
        const look = () => {
          if (document.querySelector('[role="log"]')?.textContent?.includes(last))
            requestAnimationFrame(() => resolve(performance.now() - since))
          else requestAnimationFrame(look)
        }
        look()
      }),
    LAST,
  )
  await sidebar(page)
    .getByRole('button', { name: /^Long chat/ })
    .click()
  return shown
}

/** How far apart the frames of the page were meanwhile, in milliseconds. */
async function framesWhile(page: Page, work: () => Promise<void>): Promise<{ p50: number; p95: number }> {
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = []
        let before = performance.now()
        let isOver = false
        document.addEventListener('bench-over', () => (isOver = true), { once: true })
        const next = (now: number) => {
          seen.push(now - before)
          before = now
          if (isOver) resolve(seen)
          else requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
  )
  await work()
  await page.evaluate(() => document.dispatchEvent(new Event('bench-over')))
  const sorted = (await frames).sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

/** Puts a short and a long chat into the database of the app. */
function fill(folders: AppFolders): void {
  const { sql } = openDatabase(join(folders.data, 'vigil.db'), 0)
  const chats = createChatStore(sql)
  const commands = createCommandStore(sql)
  const chat = (id: string, title: string, updatedAt: number): ChatRecord =>
    chatRecordSchema.parse({
      id,
      title,
      workspaceId: 'workspace_1',
      workspacePath: folders.workspace,
      model: { connection: 'runbook', model: 'runbook' },
      createdAt: 0,
      updatedAt,
      unread: false,
      turn: { kind: 'idle' },
      tokens: { input: 0, output: 0, cachedInput: 0, estimated: false },
      context: null,
      queue: [],
      tellStillRunning: false,
    })
  const short = chat('chat_short', 'Short chat', 2)
  const long = chat('chat_long', 'Long chat', 1)
  const put = (of: ChatRecord, entry: object) => {
    const seq = chats.nextSeq(of.id)
    chats.saveEntry(of.id, { id: `${of.id}_${seq}`, seq, at: seq, ...entry } as Entry)
  }
  const answer = (text: string, calls: CallId[] = []) => ({
    kind: 'assistant',
    text,
    reasoning: '',
    model: 'm',
    calls: calls.map((callId) => ({ callId, tool: 'shell', argsText: '{}', input: {} })),
    interrupted: false,
    usage: null,
  })
  chats.atomically(() => {
    chats.save(short)
    put(short, { kind: 'user', text: 'Hello', told: null })
    put(short, answer('Short answer.'))
    chats.save(long)
    // A question, an answer, two commands and a file that was read.
    for (let count = 0; count < ENTRIES - 5; count += 5) {
      put(long, { kind: 'user', text: `Question ${count}: ${'why '.repeat(count % 40)}`, told: null })
      const [one, two, three] = [`${count}a`, `${count}b`, `${count}c`]
      put(
        long,
        answer(`## Part ${count}\n\n${'Some **words** in `code`. '.repeat((count % 30) + 1)}`, [
          one,
          two,
          three,
        ]),
      )
      for (const callId of [one, two]) put(long, call(callId, commandOf(folders, long, callId).id))
      for (const callId of [one, two]) commands.save(commandOf(folders, long, callId))
      put(long, { ...call(three, null), tool: 'read_file', title: `src/file-${count}.ts` })
    }
    put(long, { kind: 'user', text: 'And now?', told: null })
    put(long, answer(LAST))
  })
  sql.close()
}

const call = (callId: CallId, commandId: string | null) => ({
  kind: 'call',
  callId,
  tool: 'shell',
  title: '',
  commandId,
  result: { callId, tool: 'shell', text: 'Output:\nfine', isError: false },
})

function commandOf(folders: AppFolders, chat: ChatRecord, callId: CallId): CommandRecord {
  return {
    id: `command_${callId}`,
    chatId: chat.id,
    turnId: 'turn',
    callId,
    subagent: null,
    terminalId: `T${callId}`,
    command: `npm run step-${callId}`,
    cwd: folders.workspace,
    workdir: null,
    createdAt: 1,
    state: {
      kind: 'ended',
      startedAt: 1,
      endedAt: 900,
      end: { by: 'exit', code: 0, closedPipe: false },
      wasBackground: false,
    },
    output: { bytes: 0, lines: 0, lastLine: '', full: { kind: 'none' } },
    shellNote: null,
    logFile: null,
    seenBytes: 0,
    server: null,
    leftovers: [],
    isDismissed: false,
    notice: null,
    released: false,
  } as unknown as CommandRecord
}
