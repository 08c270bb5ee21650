import { describe, expect, it } from 'vitest'
import type { NotificationEntry } from './host'
import type { NotifiedJob, NotifiedOf } from './ipc'
import { notificationsText, notificationText } from './notification-text'
import { NOTIFICATION_WORDS } from './notification-words'

const job = (command: string, more: Partial<NotifiedJob> = {}) =>
  ({ commandId: command, terminalId: 'T1', command, server: null, ...more }) as NotifiedJob
const ended = (command: string, status: 'succeeded' | 'failed' = 'succeeded'): NotifiedOf => ({
  kind: 'job-finished',
  job: job(command),
  status,
})
const asks = (command: string): NotifiedOf => ({ kind: 'needs-approval', job: job(command) })
const edits = (path: string): NotifiedOf => ({ kind: 'call-waits', about: 'edit', subject: path })
const text = (...items: NotifiedOf[]) => {
  const { title, body } = notificationText({ chatTitle: 'Fix', items }, 'en')
  return `${title} | ${body}`
}
const entry = (chatTitle: string, ...items: NotifiedOf[]) =>
  ({ id: chatTitle, chatId: chatTitle, chatTitle, at: 0, isRead: false, items }) as NotificationEntry

describe('the words of a notification', () => {
  const cases: [string, NotifiedOf[], string][] = [
    ['a question', [asks('git push origin main')], 'Needs approval | Fix: git push origin main'],
    ['a change of a file', [edits('src/a.ts')], 'Needs approval | Fix: src/a.ts'],
    ['an end', [ended('npm run build')], 'Background commands finished | Fix: build'],
    ['a failure', [ended('npm run lint', 'failed')], 'Command failed | Fix: lint'],
    [
      'a server that ended, whatever its code',
      [
        {
          kind: 'job-finished',
          job: job('npx vite dev', { server: { address: null } }),
          status: 'succeeded',
        },
      ],
      'Server stopped | Fix: vite dev',
    ],
    ['a turn', [{ kind: 'turn-finished', outcome: 'done' }], 'The agent has finished | Fix'],
    ['a failed turn', [{ kind: 'turn-finished', outcome: 'failed' }], 'The turn failed | Fix'],
    [
      'a paused turn',
      [{ kind: 'turn-finished', outcome: 'paused' }],
      'The agent paused and waits for you | Fix',
    ],
    [
      'a long command (S-216)',
      [{ kind: 'long-job', job: job('make all') }],
      'Still running in the background | Fix: make all',
    ],
  ]
  for (const [name, items, expected] of cases) it(`for ${name}`, () => expect(text(...items)).toBe(expected))

  it('count what fell together, the most urgent first (ui.md 4)', () => {
    expect(text(ended('a'), ended('b'))).toBe('Background commands finished | Fix: 2 commands finished')
    expect(text(ended('a'), ended('b', 'failed'), asks('c'))).toBe(
      'Needs approval | Fix: 1 command needs approval, 1 command failed, 1 command finished',
    )
    expect(text(edits('a'), edits('b'), asks('c'))).toBe(
      'Needs approval | Fix: 1 command needs approval, 2 changes need approval',
    )
  })

  it('never offer Approve, only Review', () => {
    expect(notificationText({ chatTitle: '', items: [asks('x')] }, 'en')).toMatchObject({
      action: 'Review',
      body: 'New chat: x',
    })
  })

  it('name a few chats and count the rest', () => {
    const chats = ['A', 'B', 'C', 'D', 'E'].map((name) =>
      entry(name, { kind: 'turn-finished', outcome: 'done' }),
    )
    expect(notificationsText(chats, 'en')).toMatchObject({
      title: 'Vigil: 5 chats',
      body: 'A: The agent has finished\nB: The agent has finished\nC: The agent has finished\n+ 2 chats',
    })
    expect(notificationsText(chats.slice(0, 1), 'en').title).toBe('The agent has finished')
  })

  it('have the plural forms of each language', () => {
    const forms = [1, 2, 5, 21].map((count) => NOTIFICATION_WORDS.ru.ends(count))
    expect(forms).toEqual([
      '1 команда завершена',
      '2 команды завершены',
      '5 команд завершено',
      '21 команда завершена',
    ])
    expect([1, 3, 11].map((count) => NOTIFICATION_WORDS.uk.chats(count))).toEqual([
      '1 чат',
      '3 чати',
      '11 чатів',
    ])
    expect(NOTIFICATION_WORDS.en.failures(2)).toBe('2 commands failed')
  })
})
