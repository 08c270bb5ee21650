import { ArrowDownToLine } from 'lucide-react'
import type { Ref } from 'react'
import { useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary, TranscriptItem } from '../../../shared/chat'
import type { ChatId, CommandId, EntryId } from '../../../shared/ids'
import { useCommands, useSubagents } from '../../state/stores'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { FailureRow } from './notices/FailureRow'
import { RevealContext } from './reveal-context'
import { guessHeight, rowGap } from './row-gap'
import type { ScrollPlace } from './scroll/row-scroller'
import type { RowsHandle } from './scroll/WindowedRows'
import { WindowedRows } from './scroll/WindowedRows'
import { foldSubagent } from './subagent/subagent-ui'
import { TranscriptRowView } from './TranscriptRowView'
import { TurnLine } from './TurnLine'
import type { TranscriptRow, TranscriptRows } from './transcript-rows'
import { lastShown, NO_ROWS, transcriptRows } from './transcript-rows'

/** What the outside may do with the transcript. */
export type TranscriptHandle = {
  toEnd(): void
  focus(): void
  focusCard(key: string): boolean
  /** Brings the beginning of a message into view. */
  showMessage(id: EntryId): void
}

/** Where the person was in chats they left, as long as the window lives. */
const places = new Map<ChatId, ScrollPlace>()

type TranscriptProps = { chat: ChatSummary; items: readonly TranscriptItem[]; handle: Ref<TranscriptHandle> }

/** The conversation of a chat (A-107…A-111). */
export function Transcript({ chat, items, handle }: TranscriptProps) {
  const { t } = useTranslation('chat')
  const rows = useRows(items)
  const scroller = useRef<RowsHandle>(null)
  const [following, setFollowing] = useState(!places.get(chat.id))
  const onLeave = useCallback((place: ScrollPlace) => void places.set(chat.id, place), [chat.id])
  const render = useCallback(
    (row: TranscriptRow) => <TranscriptRowView row={row} chatId={chat.id} />,
    [chat.id],
  )
  const reveal = useCallback((element: Element) => scroller.current?.reveal(element), [])
  useImperativeHandle(handle, () => ({
    toEnd: () => scroller.current?.scrollToEnd(),
    focus: () => scroller.current?.focus(),
    showMessage: (id) => {
      const row = rows.find((one) => (one.kind === 'user' || one.kind === 'prose') && one.item.id === id)
      if (row) scroller.current?.scrollToRow(row.key)
      scroller.current?.focus()
    },
    focusCard: (key) => {
      const subagent =
        useCommands.getState().byId[key as CommandId]?.subagent?.id ??
        Object.values(useSubagents.getState().byId).find(({ calls }) => calls.some(({ id }) => id === key))
          ?.id
      const row = rows.find(
        (one) =>
          (one.kind === 'command' && one.item.commandId === key) ||
          (one.kind === 'call' && one.item.id === key) ||
          (one.kind === 'subagent' && one.item.subagentId === subagent),
      )
      if (subagent) foldSubagent(subagent, true)
      const element = row ? scroller.current?.scrollToRow(row.key) : null
      const cards = [...(element?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
      cards.find(({ dataset }) => dataset.card === key)?.focus({ preventScroll: true })
      return element !== null && element !== undefined
    },
  }))
  return (
    <RevealContext value={reveal}>
      <div className="transcript-box">
        <WindowedRows
          rows={rows}
          guess={guessHeight}
          gap={rowGap}
          render={render}
          label={t('transcript')}
          footer={<Footer chat={chat} items={items} />}
          handle={scroller}
          onFollow={setFollowing}
          startAt={places.get(chat.id) ?? null}
          onLeave={onLeave}
        />
        {following ? null : (
          <Button small className="latest" onClick={() => scroller.current?.scrollToEnd()}>
            <Icon icon={ArrowDownToLine} size={14} />
            {t('jump-to-latest')}
          </Button>
        )}
      </div>
    </RevealContext>
  )
}

function useRows(items: readonly TranscriptItem[]): readonly TranscriptRow[] {
  const [cache] = useState<{ last: TranscriptRows }>(() => ({ last: NO_ROWS }))
  return useMemo(() => {
    cache.last = transcriptRows(items, cache.last)
    return cache.last.rows
  }, [items, cache])
}

/** Below the last row: what the turn is doing, or a failure that has no row of its own. */
function Footer({ chat, items }: { chat: ChatSummary; items: readonly TranscriptItem[] }) {
  const last = lastShown(items)
  const answering =
    last?.kind === 'assistant' && last.state === 'streaming' && `${last.text}${last.reasoning}`.trim() !== ''
  const state = useCommands((held) =>
    last?.kind === 'command' ? held.byId[last.commandId]?.state : undefined,
  )
  const since = state?.kind === 'ended' ? state.endedAt : (last?.at ?? 0)
  const shown = last?.kind === 'notice' && last.notice.type === 'failure'
  const { turn } = chat
  return (
    <div className="transcript-foot">
      <TurnLine chat={chat} answering={answering} since={since} />
      {turn.kind === 'failed' && !shown ? (
        <FailureRow failure={turn.failure} chatId={chat.id} canRetry />
      ) : null}
    </div>
  )
}
