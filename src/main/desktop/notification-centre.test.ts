import { describe, expect, it } from 'vitest'
import { createFakeClock, settle } from '../../core/testing/fake-clock'
import { createFakeIds } from '../../core/testing/fake-ids'
import { NOTIFICATIONS_MAX } from '../../shared/host'
import type { AttentionNotification, NotifiedOf } from '../../shared/ipc'
import { type Settings, settingsSchema } from '../../shared/settings'
import type { DesktopNotification } from './desktop-notifier'
import { MERGE_MS, MUTE_MS, NotificationCentre } from './notification-centre'

const done: NotifiedOf = { kind: 'turn-finished', outcome: 'done' }
const asks = { kind: 'needs-approval', job: { command: 'git push', server: null } } as NotifiedOf
const ended = {
  kind: 'job-finished',
  job: { command: 'make', server: null },
  status: 'succeeded',
} as NotifiedOf
const failed = { ...ended, status: 'failed' } as NotifiedOf

function centre({ settings = {} as Partial<Settings>, canShow = true } = {}) {
  const clock = createFakeClock()
  const shown: (DesktopNotification & { click: () => void })[] = []
  const opened: string[] = []
  const front = new Set<string>()
  const answered = new Set<string>()
  const notifications = new NotificationCentre({
    clock,
    ids: createFakeIds(),
    settings: () => ({ ...settingsSchema.parse({}), ...settings }),
    language: () => 'en',
    isInFront: (chatId) => front.has(chatId),
    asks: (chatId) => !answered.has(chatId),
    notifier: {
      async show(notification, click) {
        if (canShow) shown.push({ ...notification, click })
        return canShow
      },
    },
    open: ({ chatId }) => opened.push(chatId),
    changed: () => {},
  })
  const tell = (chat: string, ...items: NotifiedOf[]) => {
    for (const item of items)
      notifications.take({ chatId: chat, chatTitle: chat, at: clock.now(), ...item } as AttentionNotification)
  }
  const pass = async (ms = MERGE_MS) => {
    await clock.advance(ms)
    await settle()
  }
  return { notifications, clock, shown, opened, front, answered, tell, pass }
}

describe('notifications', () => {
  it('that fall within two seconds are one; a click opens the chat (ui.md 4)', async () => {
    const { notifications, shown, opened, tell, pass } = centre()
    tell('A', ended)
    await pass(MERGE_MS - 1)
    tell('A', failed, done)
    expect(shown).toEqual([])
    await pass(1)
    expect(shown).toHaveLength(1)
    expect(shown[0]).toMatchObject({ title: 'Command failed', key: 'A', isUrgent: false, isSilent: true })
    expect(notifications.entries).toMatchObject([
      { chatId: 'A', isRead: false, items: [ended, failed, done] },
    ])
    shown[0]?.click()
    expect(opened).toEqual(['A'])
    tell('A', done)
    await pass()
    expect(shown).toHaveLength(2)
    expect(notifications.entries).toHaveLength(2)
  })

  it('of several chats are one for the desktop and one each in the list', async () => {
    const { notifications, shown, tell, pass } = centre()
    tell('A', done)
    tell('B', asks)
    await pass()
    expect(shown).toMatchObject([{ title: 'Vigil: 2 chats', isUrgent: true }])
    expect(notifications.entries.map(({ chatId }) => chatId)).toEqual(['B', 'A'])
  })

  it('are not made of what the person has in front of them, also when they came to look meanwhile', async () => {
    const { notifications, shown, front, tell, pass } = centre()
    front.add('A')
    tell('A', done)
    tell('B', done)
    front.add('B')
    await pass()
    expect(shown).toEqual([])
    expect(notifications.entries).toEqual([])
  })

  it('do not ask for what was answered meanwhile', async () => {
    const { shown, answered, tell, pass } = centre()
    tell('A', asks)
    tell('B', asks, done)
    answered.add('A').add('B')
    await pass()
    expect(shown).toMatchObject([{ title: 'The agent has finished', key: 'B' }])
  })

  it('leave the list when they are answered', async () => {
    const { notifications, answered, tell, pass } = centre()
    tell('A', asks)
    tell('B', asks, done)
    await pass()
    const before = notifications.entries
    notifications.dropAnswered()
    expect(notifications.entries).toBe(before)
    answered.add('A').add('B')
    notifications.dropAnswered()
    expect(notifications.entries).toMatchObject([{ chatId: 'B', items: [done] }])
  })

  it('follow the settings', async () => {
    const { shown, tell, pass } = centre({ settings: { notifyFinished: false, notifyFailures: false } })
    tell('A', done, ended, failed, { kind: 'turn-finished', outcome: 'failed' })
    await pass()
    expect(shown).toEqual([])
    tell('A', { kind: 'turn-finished', outcome: 'paused' })
    tell('B', asks)
    await pass()
    expect(shown).toHaveLength(1)
    const silent = centre({ settings: { notifyNeedsYou: false, notifySound: true } })
    silent.tell('A', asks, done)
    await silent.pass()
    expect(silent.shown).toMatchObject([{ title: 'The agent has finished', isSilent: false }])
  })

  it('stay in the list where the desktop shows none (B-232)', async () => {
    const { notifications, tell, pass } = centre({ canShow: false })
    expect(notifications.desktopShows).toBeNull()
    tell('A', done)
    await pass()
    expect(notifications.desktopShows).toBe(false)
    expect(notifications.entries).toHaveLength(1)
  })

  it('are held back for an hour when muted, and listed all the same', async () => {
    const { notifications, clock, shown, tell, pass } = centre()
    notifications.mute(true)
    expect(notifications.mutedUntil).toBe(clock.now() + MUTE_MS)
    tell('A', done)
    await pass()
    expect(shown).toEqual([])
    expect(notifications.entries).toHaveLength(1)
    await pass(MUTE_MS)
    expect(notifications.mutedUntil).toBeNull()
    tell('A', done)
    await pass()
    expect(shown).toHaveLength(1)
  })

  it('are read with the list or with their chat, and go with it', async () => {
    const { notifications, tell, pass } = centre()
    tell('A', done)
    tell('B', done)
    await pass()
    notifications.markChatRead('A' as never)
    expect(notifications.entries.map(({ isRead }) => isRead)).toEqual([false, true])
    notifications.markRead()
    expect(notifications.entries.every(({ isRead }) => isRead)).toBe(true)
    notifications.forgetChat('B' as never)
    expect(notifications.entries.map(({ chatId }) => chatId)).toEqual(['A'])
    notifications.clear()
    expect(notifications.entries).toEqual([])
  })

  it('are bounded', async () => {
    const { notifications, tell, pass } = centre()
    for (let n = 0; n < NOTIFICATIONS_MAX + 5; n++) tell(`chat ${n}`, done)
    await pass()
    expect(notifications.entries).toHaveLength(NOTIFICATIONS_MAX)
    for (let n = 0; n < 200; n++) tell('A', done)
    await pass()
    expect(notifications.entries[0]?.items.length).toBeLessThanOrEqual(50)
  })
})
