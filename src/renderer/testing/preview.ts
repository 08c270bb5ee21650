// Loaded before main.tsx by a page that shows the window without an engine: ?story=main|first-run|empty|chat|tools|long|huge.
import { createFakeApi } from './fake-api'
import { chatStory, hugeAnswerStory, longStory } from './story-chat'
import { stories } from './story-main'
import { toolsStory } from './story-tools'

/** Entries of the chat that nobody reads to its end. */
const LONG_CHAT_ENTRIES = 10_000
const all = {
  main: stories.main,
  'first-run': stories['first-run'],
  empty: stories.empty,
  chat: chatStory,
  tools: toolsStory,
  long: (now: number) => longStory(now, LONG_CHAT_ENTRIES),
  huge: hugeAnswerStory,
}
const isStory = (name: string | null): name is keyof typeof all => name !== null && Object.hasOwn(all, name)

const params = new URLSearchParams(window.location.search)
const name = params.get('story')
const story = all[isStory(name) ? name : 'main'](Date.now())
const language = params.get('lang')
if (language === 'ru' || language === 'uk') story.snapshot.settings.language = language
const theme = params.get('theme')
if (theme === 'dark' || theme === 'light') story.snapshot.settings.theme = theme
const servers =
  params.get('servers') === 'none'
    ? []
    : [
        {
          product: 'Ollama' as const,
          baseUrl: 'http://127.0.0.1:11434/v1',
          models: ['qwen3-coder 30b', 'gpt-oss 20b'],
        },
        { product: 'llama.cpp' as const, baseUrl: 'http://127.0.0.1:8080/v1', models: ['devstral-small'] },
      ]
Object.defineProperty(window, 'api', { value: createFakeApi(story, servers) })
