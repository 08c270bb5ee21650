import { assertNever } from '../../../shared/assert-never'
import type { TranscriptItem } from '../../../shared/chat'
import type { CommandCard } from '../../../shared/command'
import { commandStatus, exitCodeOf } from '../../../shared/command'
import type { CommandId } from '../../../shared/ids'
import type { Transcript } from '../../state/data'

/**
 * A conversation as Markdown for pasting elsewhere: messages and answers as they are, commands as code with how they
 * ended. English, since it is meant for issues and files; outputs are not part of it.
 */
export function chatMarkdown(
  title: string,
  transcript: Transcript,
  commands: Readonly<Record<CommandId, CommandCard>>,
): string {
  const parts = transcript.order
    .map((id) => transcript.items[id])
    .map((item) => (item ? itemMarkdown(item, commands) : null))
    .filter((part) => part !== null && part !== '')
  return `# ${title}\n\n${parts.join('\n\n')}\n`
}

function itemMarkdown(
  item: TranscriptItem,
  commands: Readonly<Record<CommandId, CommandCard>>,
): string | null {
  switch (item.kind) {
    case 'user':
      return `**User:**\n\n${item.text.trim()}`
    case 'assistant':
      return item.text.trim()
    case 'command': {
      const card = commands[item.commandId]
      return card ? commandMarkdown(card) : null
    }
    case 'tool':
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
