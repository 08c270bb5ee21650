import { type ImageRef, imageIdSchema } from '../../shared/image'
import type { TodoItem } from '../../shared/todo'
import type { QuestionCard } from '../../shared/tool-card'
import { chatId } from './make'
import { answer, notice, type Piece, say, tool } from './pieces'

const image = (name: string, width: number, height: number): ImageRef => ({
  id: imageIdSchema.parse(name.replaceAll('.', '-')),
  chatId: chatId('dialogue'),
  name,
  type: 'image/png',
  bytes: width * height,
  width,
  height,
})

function question(
  text: string,
  stage: QuestionCard['stage'],
  more: Partial<QuestionCard> = {},
  state: 'running' | 'done' = 'done',
): Piece {
  const options = [
    'In memory, per cart: simple; lost on reload',
    'Session storage: survives reload, one tab',
    'Server side',
  ]
  return tool(
    'ask_user',
    text,
    {
      kind: 'question',
      question: text,
      options: options.map((option) => {
        const [label = '', description = null] = option.split(': ')
        return { label, description }
      }),
      isMany: false,
      stage,
      ...more,
    },
    state,
    state === 'done' ? 'The user picked: In memory, per cart' : '',
  )
}

const todo = (done: number): Piece => {
  const steps = [
    'Find every caller of submitOrder()',
    'Make the submit wait for the tax quote, and keep the old total where there is none, which the tests of the cart rely on',
    'Run the tests of checkout fifty times',
    'Write the changelog entry',
  ]
  const items = steps.map(
    (text, at): TodoItem => ({ text, status: at < done ? 'done' : at === done ? 'in_progress' : 'pending' }),
  )
  return tool('todo', `${done} of ${steps.length} done`, { kind: 'todo', items })
}

const tokens = { input: 182_400, output: 9_120, cachedInput: 121_000, estimated: false }

/** What agent and person say to each other beside words: questions, steps, images, what it cost. */
export const dialogue = (now: number): Piece[] => [
  say('The button is off by a pixel on both. Can you see it?', {
    images: [image('checkout-before.png', 1280, 820), image('checkout-after-the-change.png', 900, 640)],
  }),
  answer('Yes: the left edge of *Pay now* is one pixel further left than the fields above it.'),
  todo(0),
  question('Which package manager?', { kind: 'answered', picked: [0], text: null }),
  question('Which checks should run before each commit?', {
    kind: 'answered',
    picked: [0, 1],
    text: 'and a spell check',
  }),
  question('Anything that I must not touch?', { kind: 'skipped' }),
  todo(1),
  notice({
    type: 'cost',
    tokens,
    cost: {
      models: [
        { name: 'claude-sonnet-4-5', tokens, usd: 0.3573 },
        { name: 'qwen3-coder:30b', tokens: { ...tokens, cachedInput: 0 }, usd: null },
      ],
      usd: 0.3573,
      isPartial: true,
    },
  }),
  question('Which of these apply?', { kind: 'asking', askedAt: now }, { isMany: true }, 'running'),
  question('Where should the quote be cached?', { kind: 'asking', askedAt: now }, {}, 'running'),
  question('What is the name of the release?', { kind: 'asking', askedAt: now }, { options: [] }, 'running'),
]
