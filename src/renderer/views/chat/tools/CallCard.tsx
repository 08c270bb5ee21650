import type { ToolItem } from '../../../../shared/chat'
import type { ChatId } from '../../../../shared/ids'
import { ACTION_TOOLS, isMcpTool, QUESTION_TOOL, TODO_TOOL } from '../transcript-rows'
import { ActionCard } from './ActionCard'
import { FileEditCard } from './FileEditCard'
import { McpCallCard } from './McpCallCard'
import { QuestionCard } from './QuestionCard'
import { TodoCard } from './TodoCard'

/** The card of a call that has one of its own. */
export function CallCard(props: { item: ToolItem; chatId: ChatId }) {
  const { tool } = props.item
  if (isMcpTool(tool)) return <McpCallCard {...props} />
  if (tool === TODO_TOOL) return <TodoCard item={props.item} />
  if (tool === QUESTION_TOOL) return <QuestionCard {...props} />
  return ACTION_TOOLS.has(tool) ? <ActionCard {...props} /> : <FileEditCard {...props} />
}
