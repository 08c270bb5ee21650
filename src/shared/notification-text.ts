import type { NotificationEntry } from './host'
import type { AskedAbout, NotifiedOf } from './ipc'
import type { Language } from './language'
import { NOTIFICATION_WORDS, type NotificationWords } from './notification-words'
import { shortName } from './short-name'

/** What a notification is about; the first of these that an entry has names it. */
export type NotificationTopic = 'approval' | 'question' | 'failure' | 'server' | 'turn' | 'ends' | 'long'

/** What is said of an entry, and the word on its button. `Approve` is never one (ui.md 4). */
export type NotificationText = { title: string; body: string; action: string }

/** Chats that one notification names; more are counted. */
const NAMED_CHATS = 3

/** What one thing that happened is about. */
export function topicOf(what: NotifiedOf): NotificationTopic {
  switch (what.kind) {
    case 'needs-approval':
      return 'approval'
    case 'call-waits':
      return what.about === 'question' ? 'question' : 'approval'
    case 'turn-finished':
      return what.outcome === 'failed' ? 'failure' : 'turn'
    case 'long-job':
      return 'long'
    case 'job-finished':
      if (what.job.server) return 'server'
      return what.status === 'succeeded' ? 'ends' : 'failure'
  }
}

/** The words of one entry. */
export function notificationText(
  { chatTitle, items }: Pick<NotificationEntry, 'chatTitle' | 'items'>,
  language: Language,
): NotificationText {
  const words = NOTIFICATION_WORDS[language]
  const first = mostUrgent(items)
  const chat = chatTitle === '' ? words.untitled : chatTitle
  const about = aboutOf(items, words)
  return {
    title: first ? titleOf(first, words) : '',
    body: about === '' ? chat : `${chat}: ${about}`,
    action: actionOf(first, words),
  }
}

/** The words of entries that are shown as one: those of the only one, or a line for each chat. */
export function notificationsText(
  entries: readonly NotificationEntry[],
  language: Language,
): NotificationText {
  const [only] = entries
  if (only && entries.length === 1) return notificationText(only, language)
  const words = NOTIFICATION_WORDS[language]
  const lines = entries.slice(0, NAMED_CHATS).map((entry) => {
    const { title, body } = notificationText(entry, language)
    return body.includes(': ') ? body : `${body}: ${title}`
  })
  const more = entries.length - NAMED_CHATS
  const body = [...lines, ...(more > 0 ? [`+ ${words.chats(more)}`] : [])].join('\n')
  return { title: `Vigil: ${words.chats(entries.length)}`, body, action: words.openChat }
}

const URGENCY: readonly NotificationTopic[] = [
  'approval',
  'question',
  'failure',
  'server',
  'turn',
  'ends',
  'long',
]

/** What an entry is shown for first. */
export function mostUrgent(items: readonly NotifiedOf[]): NotifiedOf | undefined {
  return URGENCY.flatMap((topic) => items.filter((item) => topicOf(item) === topic))[0]
}

function actionOf(first: NotifiedOf | undefined, words: NotificationWords): string {
  const topic = first && topicOf(first)
  if (topic === 'question') return words.answer
  return topic === 'approval' ? words.review : words.openChat
}

function titleOf(what: NotifiedOf, words: NotificationWords): string {
  switch (topicOf(what)) {
    case 'approval':
      return words.needsApproval
    case 'question':
      return words.question
    case 'failure':
      return what.kind === 'turn-finished' ? words.turnFailed : words.failed
    case 'server':
      return words.serverStopped
    case 'turn':
      return what.kind === 'turn-finished' && what.outcome === 'paused' ? words.turnPaused : words.turnDone
    case 'ends':
      return words.finished
    case 'long':
      return words.long
  }
}

/** Commands, files and whatever else is asked about by name where there is one, by number where there are more. */
function aboutOf(items: readonly NotifiedOf[], words: NotificationWords): string {
  const jobs = items.flatMap((item) => ('job' in item ? [{ topic: topicOf(item), job: item.job }] : []))
  const calls = items.flatMap((item) => (item.kind === 'call-waits' ? [item] : []))
  const [only] = [...jobs.map(({ job }) => shortName(job.command)), ...calls.map(({ subject }) => subject)]
  if (only !== undefined && jobs.length + calls.length === 1) return only
  const asked = (about: AskedAbout) => calls.filter((call) => call.about === about).length
  const count = (topic: NotificationTopic) => jobs.filter((one) => one.topic === topic).length
  const parts: [number, (count: number) => string][] = [
    [count('approval'), words.approvals],
    [asked('edit'), words.edits],
    [asked('mcp'), words.toolCalls],
    [asked('memory'), words.notes],
    [asked('web'), words.pages],
    [asked('question'), words.questions],
    [count('failure'), words.failures],
    [count('server'), words.servers],
    [count('ends'), words.ends],
    [count('long'), words.runLong],
  ]
  return parts
    .filter(([number]) => number > 0)
    .map(([number, say]) => say(number))
    .join(', ')
}
