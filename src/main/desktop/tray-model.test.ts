import { describe, expect, it } from 'vitest'
import type { ChatSummary } from '../../shared/chat'
import type { CommandCard } from '../../shared/command'
import { type TrayFacts, type TrayItem, trayModel } from './tray-model'

const NOW = 10_000_000
const MINUTE = 60_000
const chat = (title: string, more: Partial<ChatSummary> = {}) =>
  ({ id: `chat ${title}`, title, needsApproval: 0, turn: { kind: 'idle' }, ...more }) as ChatSummary
const job = (command: string, minutes: number) =>
  ({
    id: command,
    chatId: 'chat A',
    command,
    createdAt: 0,
    state: { kind: 'background', startedAt: NOW - minutes * MINUTE, pid: 1, movedAt: 0, reason: 'user' },
  }) as CommandCard
const model = (facts: Partial<TrayFacts>, language: 'en' | 'ru' | 'uk' = 'en') =>
  trayModel({ commands: [], chats: [], isMuted: false, now: NOW, ...facts }, language)
const texts = (items: readonly TrayItem[]) =>
  items.map((one) => (one.kind === 'separator' ? '---' : one.kind === 'label' ? `[${one.text}]` : one.text))

describe('the tray', () => {
  it('at rest offers the window, a chat and the end', () => {
    const { look, tooltip, items } = model({ chats: [chat('A')] })
    expect(look).toBe('idle')
    expect(tooltip).toBe('Vigil: Nothing is running')
    expect(texts(items)).toEqual([
      '[Nothing is running]',
      '---',
      'New chat',
      'Mute notifications for 1 hour',
      'Stop all background jobs',
      '---',
      'Open Vigil',
      'Quit Vigil',
    ])
    expect(items.find((one) => one.kind === 'action' && one.action.do === 'stop-all')).toMatchObject({
      isEnabled: false,
    })
  })

  it('names counts, the chats that need the person, and the three longest jobs (ui.md 4, B-235)', () => {
    const { look, items } = model({
      chats: [chat('Drop legacy API', { needsApproval: 1 }), chat('', { needsApproval: 2 }), chat('C')],
      commands: [
        job('npx vite dev --port 1', 125),
        job('npm run test:e2e', 12),
        job('npm test', 0),
        job('a', 0),
        job('b', 0),
      ],
    })
    expect(look).toBe('needs-you')
    expect(texts(items).slice(0, 8)).toEqual([
      '[5 running, 2 chats need approval]',
      'Review: Drop legacy API',
      'Review: New chat',
      'vite dev (2 hr 5 min)',
      'test:e2e (12 min)',
      'npm test (under a minute)',
      '2 more in dashboard',
      '---',
    ])
    expect(items[1]).toMatchObject({ action: { do: 'open', chatId: 'chat Drop legacy API' } })
    expect(items[3]).toMatchObject({ action: { do: 'open', commandId: 'npx vite dev --port 1' } })
  })

  it('runs while an agent works without a command', () => {
    const working = chat('A', {
      turn: { kind: 'running', turnId: 't' as never, since: 0, activity: { kind: 'model' } },
    })
    expect(model({ chats: [working] })).toMatchObject({
      look: 'running',
      tooltip: 'Vigil: The agent is working',
    })
  })

  it('is the same for a whole minute, so that it is seldom built again', () => {
    const at = (now: number) => JSON.stringify(model({ commands: [job('make', 3)], now }))
    expect(at(NOW + 59_999)).toBe(at(NOW))
    expect(at(NOW + 60_000)).not.toBe(at(NOW))
  })

  it('never grows wider than a menu should', () => {
    const { items } = model({
      chats: [chat('x'.repeat(500), { needsApproval: 1 })],
      commands: [job('y'.repeat(500), 1)],
    })
    expect(Math.max(...texts(items).map((text) => text.length))).toBeLessThan(70)
  })

  it('speaks Russian and Ukrainian', () => {
    const facts = { commands: [job('make', 2)], chats: [chat('A', { needsApproval: 1 })], isMuted: true }
    expect(texts(model(facts, 'ru').items)).toEqual([
      '[Выполняется: 1, 1 чат ждёт одобрения]',
      'Посмотреть: A',
      'make (2 мин)',
      '---',
      'Новый чат',
      'Включить уведомления',
      'Остановить все фоновые задачи',
      '---',
      'Открыть Vigil',
      'Выйти из Vigil',
    ])
    expect(model({ chats: ['A', 'B'].map((name) => chat(name, { needsApproval: 1 })) }, 'uk').tooltip).toBe(
      'Vigil: 2 чати чекають схвалення',
    )
  })
})
