import { expect, it } from 'vitest'
import type { TranscriptItem } from '../../../shared/chat'
import { byId } from '../../state/data'
import { readyTranscript } from '../../state/transcript'
import { commandId, entryId, makeAnswer, makeCard } from '../../testing/make'
import { chatMarkdown } from './chat-markdown'

const items: TranscriptItem[] = [
  { id: entryId('u'), seq: 1, at: 0, kind: 'user', text: 'Run it.\n', queued: false },
  { id: entryId('c'), seq: 2, at: 0, kind: 'command', commandId: commandId('k') },
  makeAnswer('a', 3, 'It failed.'),
  { id: entryId('n'), seq: 4, at: 0, kind: 'notice', notice: { type: 'cut-off' } },
]

it('copies messages, answers and commands with how they ended', () => {
  const card = makeCard('k', 'c1', 'echo "```"', {
    kind: 'ended',
    startedAt: 0,
    endedAt: 1,
    end: { by: 'exit', code: 1, closedPipe: false },
    wasBackground: false,
  })
  expect(chatMarkdown('A chat', readyTranscript(items), byId([card]))).toBe(
    '# A chat\n\n**User:**\n\nRun it.\n\n````sh\necho "```"\n````\n\n_failed, exit 1_\n\nIt failed.\n',
  )
})

it('leaves out a command whose card is gone', () => {
  expect(chatMarkdown('A chat', readyTranscript(items), {})).toBe(
    '# A chat\n\n**User:**\n\nRun it.\n\nIt failed.\n',
  )
})
