import { assertNever } from '../../../shared/assert-never'
import type { ChatId } from '../../../shared/ids'
import { useChats, useCommands, useSubagents } from '../../state/stores'
import { CommandCardView } from './card/CommandCardView'
import { InterruptedMark } from './messages/InterruptedMark'
import { Prose } from './messages/Prose'
import { Reasoning } from './messages/Reasoning'
import { UserBubble } from './messages/UserBubble'
import { NoticeRow } from './notices/NoticeRow'
import { SubagentCardView } from './subagent/SubagentCardView'
import { CallCard } from './tools/CallCard'
import { ToolRow } from './tools/ToolRow'
import type { StackPlace, TranscriptRow } from './transcript-rows'

/** One row of the transcript. */
export function TranscriptRowView({ row, chatId }: { row: TranscriptRow; chatId: ChatId }) {
  switch (row.kind) {
    case 'user':
      return <UserBubble item={row.item} chatId={chatId} />
    case 'reasoning':
      return <Reasoning item={row.item} />
    case 'prose':
      return <Prose row={row} />
    case 'interrupted':
      return <InterruptedRow chatId={chatId} last={row.last} />
    case 'command':
      return <CommandRow row={row} />
    case 'tools':
      return (
        <div className={frame(row.place)}>
          <ToolRow items={row.items} />
        </div>
      )
    case 'subagent':
      return <SubagentRow row={row} />
    case 'call':
      return (
        <div className={frame(row.place)}>
          <CallCard item={row.item} chatId={chatId} />
        </div>
      )
    case 'notice':
      return <NoticeOfChat row={row} chatId={chatId} />
    default:
      return assertNever(row, 'transcript row')
  }
}

/** A row's part of the frame that the rows of a stack share. */
const frame = (place: StackPlace): string => `stack-part ${place}`

function CommandRow({ row }: { row: Extract<TranscriptRow, { kind: 'command' }> }) {
  const card = useCommands((state) => state.byId[row.item.commandId])
  // The item may arrive a message before its card.
  return (
    <div className={frame(row.place)}>{card ? <CommandCardView card={card} last={row.last} /> : null}</div>
  )
}

function SubagentRow({ row }: { row: Extract<TranscriptRow, { kind: 'subagent' }> }) {
  const card = useSubagents((state) => state.byId[row.item.subagentId])
  // The item may arrive a message before its card.
  return <div className={frame(row.place)}>{card ? <SubagentCardView card={card} /> : null}</div>
}

function NoticeOfChat(props: { row: Extract<TranscriptRow, { kind: 'notice' }>; chatId: ChatId }) {
  const turn = useChats((state) => state.byId[props.chatId]?.turn)
  if (!turn) return null
  return <NoticeRow item={props.row.item} turn={turn} chatId={props.chatId} last={props.row.last} />
}

function InterruptedRow(props: { chatId: ChatId; last: boolean }) {
  const kind = useChats((state) => state.byId[props.chatId]?.turn.kind)
  return (
    <InterruptedMark chatId={props.chatId} canRetry={props.last && kind !== 'running' && kind !== 'failed'} />
  )
}
