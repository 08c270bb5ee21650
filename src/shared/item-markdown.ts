import { assertNever } from './assert-never'
import type { TranscriptItem } from './chat'
import type { CommandCard } from './command'
import { commandStatus, exitCodeOf } from './command'
import type { CommandId } from './ids'
import { todoMarkdown } from './todo'

/**
 * One item of a conversation as Markdown: messages and answers as they are, commands as code with how they ended. English,
 * since it is meant for issues and files; outputs are not part of it. Null for what is only for the window.
 */
export function itemMarkdown(
  item: TranscriptItem,
  cardOf: (id: CommandId) => CommandCard | undefined,
): string | null {
  switch (item.kind) {
    case 'user':
      return ['**User:**', item.text.trim(), ...(item.images ?? []).map(({ name }) => `_Image: ${name}_`)]
        .filter((part) => part !== '')
        .join('\n\n')
    case 'assistant':
      return item.text.trim()
    case 'command': {
      const card = cardOf(item.commandId)
      return card ? commandMarkdown(card) : null
    }
    case 'tool':
      if (item.card?.kind === 'todo') return todoMarkdown(item.card.items)
      return `- ${item.tool}: ${item.title}`
    case 'notice':
    case 'subagent':
      return null
    default:
      return assertNever(item, 'transcript item')
  }
}

function commandMarkdown(card: CommandCard): string {
  const fence = fenceFor(card.command)
  const code = exitCodeOf(card.state)
  const end = code === null ? commandStatus(card.state) : `${commandStatus(card.state)}, exit ${code}`
  const where = card.workdir === null ? '' : ` in \`${card.workdir}\``
  return `${fence}sh\n${card.command}\n${fence}\n\n_${end}${where}_`
}

/** A fence longer than any run of backticks inside. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length))
  return '`'.repeat(longest + 1)
}
