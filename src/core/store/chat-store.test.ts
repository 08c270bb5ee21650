import { beforeEach, describe, expect, it } from 'vitest'
import {
  chatIdSchema,
  commandIdSchema,
  entryIdSchema,
  turnIdSchema,
  workspaceIdSchema,
} from '../../shared/ids'
import type { Entry } from '../chats/entry'
import type { CommandRecord, CommandStore } from '../jobs/command-record'
import { type ChatRecord, type ChatStore, createChatStore } from './chat-store'
import { createCommandStore } from './command-store'
import { openDatabase, type Sql } from './database'

const chatId = chatIdSchema.parse('c1')
const chat: ChatRecord = {
  id: chatId,
  title: 'Fix “it”',
  workspaceId: workspaceIdSchema.parse('w'),
  workspacePath: '/w',
  model: null,
  mode: 'standard' as const,
  tellsMode: false,
  snapshot: null,
  schedules: [],
  scheduleCount: 0,
  goal: null,
  createdAt: 1,
  updatedAt: 2,
  unread: false,
  turn: { kind: 'idle' },
  tokens: { input: 0, output: 0, cachedInput: 0, estimated: false },
  context: null,
  archivedAt: null,
  usage: [],
  queue: [],
  tellStillRunning: false,
  isStopping: false,
  subagent: null,
}

function userEntry(id: string, seq: number): Entry {
  return { id: entryIdSchema.parse(id), seq, at: 1, kind: 'user', text: `message ${id} ∑😀`, told: null }
}

function command(id: string, state: CommandRecord['state']): CommandRecord {
  return {
    id: commandIdSchema.parse(id),
    chatId,
    turnId: turnIdSchema.parse('t'),
    callId: `call-${id}`,
    subagent: null,
    terminalId: `T-${id}`,
    command: 'echo hi',
    cwd: '/w',
    workdir: null,
    createdAt: 1,
    state,
    output: { bytes: 0, lines: 0, lastLine: '', full: { kind: 'none' } },
    shellNote: null,
    logFile: null,
    seenBytes: 0,
    server: null,
    leftovers: [],
    isDismissed: false,
    notice: null,
    released: false,
  }
}

describe('the store of chats', () => {
  let sql: Sql
  let chats: ChatStore
  let commands: CommandStore
  beforeEach(() => {
    sql = openDatabase(':memory:', 0).sql
    chats = createChatStore(sql)
    commands = createCommandStore(sql)
    chats.save(chat)
  })

  it('gives back chats and entries as they were saved, in order (A-139)', () => {
    const entries = [userEntry('b', 1), userEntry('a', 2)]
    for (const entry of [...entries].reverse()) chats.saveEntry(chatId, entry)
    expect(chats.list()).toEqual([chat])
    expect(chats.entries(chatId)).toEqual(entries)
  })

  it('gives each place in a chat once, also after a restart', () => {
    expect([chats.nextSeq(chatId), chats.nextSeq(chatId)]).toEqual([1, 2])
    expect(createChatStore(sql).nextSeq(chatId)).toBe(3)
    expect([commands.nextTerminalNumber(chatId), commands.nextTerminalNumber(chatId)]).toEqual([1, 2])
  })

  it('undoes everything of a transaction that fails (A-012)', () => {
    expect(() =>
      chats.atomically(() => {
        chats.saveEntry(chatId, userEntry('a', 1))
        commands.save(command('x', { kind: 'running', startedAt: 1, pid: 2 }))
        throw new Error('the disk is full')
      }),
    ).toThrow('the disk is full')
    expect(chats.entries(chatId)).toEqual([])
    expect(commands.ofChat(chatId)).toEqual([])
  })

  it('leaves out a row it cannot read and keeps the rest', () => {
    chats.saveEntry(chatId, userEntry('a', 1))
    sql
      .prepare('INSERT INTO entries (id, chat_id, seq, data) VALUES (?, ?, ?, ?)')
      .run('bad', 'c1', 2, '{"kind"')
    sql
      .prepare('INSERT INTO entries (id, chat_id, seq, data) VALUES (?, ?, ?, ?)')
      .run('odd', 'c1', 3, '{"kind":"?"}')
    expect(chats.entries(chatId)).toEqual([userEntry('a', 1)])
  })

  it('finds the commands that were not settled when the app ended', () => {
    commands.save(command('x', { kind: 'running', startedAt: 1, pid: 2 }))
    commands.save(command('y', { kind: 'rejected', at: 1, text: null }))
    expect(commands.unsettled().map((record) => record.id)).toEqual(['x'])
    commands.save(command('x', { kind: 'interrupted', startedAt: 1, lastSeenAt: 2 }))
    expect(commands.unsettled()).toEqual([])
    expect(commands.byTerminal(chatId, 'T-y')?.id).toBe('y')
    expect(commands.byTerminal(chatIdSchema.parse('other'), 'T-y')).toBeNull()
  })

  it('deletes a chat with everything of it (A-141)', () => {
    chats.saveEntry(chatId, userEntry('a', 1))
    commands.save(command('x', { kind: 'rejected', at: 1, text: null }))
    chats.delete(chatId)
    expect(chats.list()).toEqual([])
    expect(
      sql.prepare('SELECT (SELECT count(*) FROM entries) + (SELECT count(*) FROM commands) AS n').get(),
    ).toMatchObject({ n: 0 })
  })
})
