import type { CommandCard } from '../../../shared/command'
import type { CommandId } from '../../../shared/ids'
import { itemMarkdown } from '../../../shared/item-markdown'
import type { Transcript } from '../../state/data'

/** A conversation as Markdown for pasting elsewhere. */
export function chatMarkdown(
  title: string,
  transcript: Transcript,
  commands: Readonly<Record<CommandId, CommandCard>>,
): string {
  const parts = transcript.order
    .map((id) => transcript.items.get(id))
    .map((item) => (item ? itemMarkdown(item, (id) => commands[id]) : null))
    .filter((part) => part !== null && part !== '')
  return `# ${title}\n\n${parts.join('\n\n')}\n`
}
