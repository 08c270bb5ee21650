import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entry } from './chats/entry'
import type { CommandRecord } from './jobs/command-record'
import { createChatStore } from './store/chat-store'
import { createCommandStore } from './store/command-store'
import { openDatabase } from './store/database'

/** Ends that must be told before the program may finish. */
const DELIVERIES = 200
/** Lives the program may have; it is killed in each but the last. */
const MAX_LIVES = 100
/** It is killed some moments after it said so many times that it got on: however slow the machine, it gets somewhere. */
const KILLED_AFTER = { mostSteps: 6, mostMs: 90 }

/** Loaded from the project, since nothing of it is JavaScript. */
const NATIVE = ['libsql', '@napi-rs/image']

/** Builds the program that is killed. */
async function buildProgram(folder: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: NATIVE, target: 'node' },
    build: {
      ssr: true,
      write: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { program: join(import.meta.dirname, 'testing/fixtures/deliveries.ts') },
        external: [...builtinModules, /^node:/, ...NATIVE],
        output: { format: 'es', codeSplitting: false },
      },
    },
  })
  const [chunk] = 'output' in result ? result.output.filter((part) => part.type === 'chunk') : []
  if (!chunk) throw new Error('Nothing was built')
  const file = join(folder, 'deliveries.mjs')
  // The program lies outside of the project, so it must be told where the native part is.
  const native = pathToFileURL(createRequire(import.meta.url).resolve('libsql')).href
  writeFileSync(file, chunk.code.replaceAll(/from ['"]libsql['"]/g, `from ${JSON.stringify(native)}`))
  return file
}

type Life = { ended: 'killed' | 'finished'; out: string; err: string }

/** Runs the program; kills it some time after it is ready, unless it finished before. */
function live(program: string, root: string, life: number): Promise<Life> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, [program, root, String(life), String(DELIVERIES)])
    const seen: Life = { ended: 'killed', out: '', err: '' }
    // Spread evenly without chance, so that a failure can be had again.
    const steps = 1 + (life % KILLED_AFTER.mostSteps)
    const moments = (life * 37) % KILLED_AFTER.mostMs
    let isDoomed = false
    child.stdout?.on('data', (data: Buffer) => {
      seen.out += data
      if (isDoomed || seen.out.split('step').length <= steps) return
      isDoomed = true
      setTimeout(() => child.kill('SIGKILL'), moments)
    })
    child.stderr?.on('data', (data: Buffer) => {
      seen.err += data
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      seen.ended = signal === 'SIGKILL' ? 'killed' : 'finished'
      if (signal === null && code !== 0) reject(new Error(`It failed by itself: ${seen.err}`))
      else resolve(seen)
    })
  })
}

/** What the history of the chat told of each call, message by message. */
function tellings(entries: readonly Entry[]): { callId: string; seq: number }[] {
  return entries.flatMap((entry) => {
    const text = entry.kind === 'told' ? entry.text : entry.kind === 'user' ? (entry.told ?? '') : ''
    return [
      ...text.matchAll(/^\[(?:Background command|Terminal event|Command ended)[^\n]*\nCall ID: (.*)$/gm),
    ].map(([, callId = '']) => ({ callId, seq: entry.seq }))
  })
}

/** Ends that the result of a call reported itself. */
function ownResults(entries: readonly Entry[], records: readonly CommandRecord[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'call' || entry.tool !== 'get_terminal_output') return []
    if (entry.result?.outcome?.status !== 'exited' && entry.result?.outcome?.status !== 'stopped') return []
    const asked = entries.find(
      (one) => one.kind === 'assistant' && one.calls.some((call) => call.callId === entry.callId),
    )
    const call =
      asked?.kind === 'assistant' ? asked.calls.find((one) => one.callId === entry.callId) : undefined
    const { terminal_id } = (call?.input ?? {}) as { terminal_id?: string }
    return records.flatMap((record) => (record.terminalId === terminal_id ? [record.callId] : []))
  })
}

describe('a program that is killed while it tells ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-crash-'))
  let program = ''
  beforeAll(async () => {
    program = await buildProgram(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it(`has told each of ${DELIVERIES} ends exactly once, in order, whenever it was killed (S-224, S-237, S-246…S-250, S-342)`, async () => {
    const lives: Life[] = []
    for (let life = 1; life <= MAX_LIVES; life++) {
      const one = await live(program, folder, life)
      lives.push(one)
      if (one.out.includes('done')) break
    }
    const kills = lives.filter((one) => one.ended === 'killed').length
    expect(lives.at(-1)?.out).toContain('done')
    expect(kills).toBeGreaterThan(3)

    const { sql } = openDatabase(join(folder, 'data', 'vigil.db'), 0)
    const chats = createChatStore(sql)
    const [chat] = chats.list()
    if (!chat) throw new Error('No chat was stored')
    const entries = chats.entries(chat.id)
    const records = createCommandStore(sql).ofChat(chat.id)
    sql.close()

    const told = tellings(entries)
    const itself = ownResults(entries, records)
    const times = (callId: string) =>
      told.filter((one) => one.callId === callId).length + itself.filter((one) => one === callId).length
    const owed = records.filter((record) => record.notice !== null)
    expect(owed.length).toBeGreaterThanOrEqual(DELIVERIES / 2)
    expect(records.length).toBeGreaterThanOrEqual(DELIVERIES)
    expect(owed.map((record) => [record.callId, record.notice?.told, times(record.callId)])).toEqual(
      owed.map((record) => [record.callId, true, 1]),
    )
    // In the order of ending, from the first message to the last.
    const order = new Map(records.map((record) => [record.callId, record.notice?.order ?? 0]))
    const orders = [...told].sort((a, b) => a.seq - b.seq).map((one) => order.get(one.callId) ?? 0)
    expect(orders).toEqual([...orders].sort((a, b) => a - b))
  }, 240_000)
})
