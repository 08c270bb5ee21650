import { expect, it } from 'vitest'
import type { ChatSummary, TranscriptItem } from '../../shared/chat'
import { entryIdSchema } from '../../shared/ids'
import { exportChat } from './chat-export'

const chat = { id: 'c', title: 'Fix: the "tax" / again?', workspacePath: '/w' } as ChatSummary
const id = (name: string) => entryIdSchema.parse(name)
const items: TranscriptItem[] = [
  { id: id('u'), seq: 1, at: 0, kind: 'user', text: 'Привет', queued: false },
  { id: id('a'), seq: 2, at: 0, kind: 'assistant', text: 'Hello', reasoning: '', state: 'done', model: 'm' },
]
const entries = [{ id: id('u'), seq: 1, at: 0, kind: 'user' as const, text: 'Привет', told: null }]

it('writes Markdown in pieces, under a name that every file system takes', () => {
  const { name, pieces } = exportChat({ chat, items, cards: [], entries }, 'markdown')
  expect(name).toBe('Fix the tax again.md')
  expect([...pieces]).toEqual(['# Fix: the "tax" / again?\n', '\n**User:**\n\nПривет\n', '\nHello\n'])
})

it('writes JSON in pieces that together can be read', () => {
  const { name, pieces } = exportChat({ chat, items, cards: [], entries }, 'json')
  expect(name).toBe('Fix the tax again.json')
  const all = [...pieces]
  expect(all.length).toBeGreaterThan(3)
  expect(JSON.parse(all.join(''))).toMatchObject({
    version: 1,
    chat: { title: chat.title },
    entries,
    commands: [],
  })
})

it('never lets a title become a path, nor nothing', () => {
  for (const title of ['', '../..', '???', '. . .'])
    expect(exportChat({ chat: { ...chat, title }, items, cards: [], entries }, 'json').name).toMatch(
      /^[^/]*Chat\.json$/,
    )
})
