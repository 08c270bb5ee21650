import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolItem, TranscriptItem } from '../../../shared/chat'
import type { ChatId, CommandId } from '../../../shared/ids'
import { reloadChat } from '../../state/chat-actions'
import type { Transcript as TranscriptState } from '../../state/data'
import { needsYou } from '../../state/needs-you'
import { useChats, useCommands, useSubagents, useTranscripts } from '../../state/stores'
import { useUi } from '../../state/ui'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import './chat.css'
import { type CardPlace, registerFocusTargets } from './chat-focus'
import type { ComposerHandle } from './composer/Composer'
import { Composer } from './composer/Composer'
import { pruneDrafts } from './composer/drafts'
import { EmptyChat } from './EmptyChat'
import { TodoLine } from './TodoLine'
import type { TranscriptHandle } from './Transcript'
import { Transcript } from './Transcript'
import { createTodoFinder, NewestTodoContext } from './tools/todo-view'
import { WaitingLine } from './WaitingLine'

/** An open chat: its conversation, and the field to take part in it. */
export function ChatView({ chatId }: { chatId: ChatId }) {
  const chat = useChats((state) => state.byId[chatId])
  const held = useTranscripts((state) => state.byChat[chatId])
  const items = useItems(held)
  const transcript = useRef<TranscriptHandle>(null)
  const composer = useRef<ComposerHandle>(null)
  useFocusTargets(items, transcript, composer)
  useRevealedCard(items, transcript)
  useRevealedMessage(items, transcript)
  useEffect(() => pruneDrafts((id) => id in useChats.getState().byId), [])
  useFocusWhenNew(held?.load === 'ready' && items.length === 0, composer)
  const [findTodo] = useState(createTodoFinder)
  const todo = useMemo(() => findTodo(items), [items, findTodo])
  if (!chat) return null
  const lastMessage = () => [...items].reverse().find((item) => item.kind === 'user')?.text ?? null
  return (
    <div className="chat-view">
      {items.length > 0 ? (
        <NewestTodoContext value={todo?.id ?? null}>
          <Transcript chat={chat} items={items} handle={transcript} />
        </NewestTodoContext>
      ) : held?.load === 'ready' ? (
        <div className="chat-place">
          <EmptyChat chat={chat} onText={(text) => composer.current?.put(text)} />
        </div>
      ) : held?.load === 'failed' ? (
        <Unread chatId={chatId} />
      ) : (
        <Skeleton />
      )}
      <div className="dock">
        <div>
          <TodoLine chat={chat} todo={todo} />
          <WaitingLine chat={chat} />
          <Composer
            chat={chat}
            lastMessage={lastMessage}
            onSent={() => transcript.current?.toEnd()}
            onLeave={() => transcript.current?.focus()}
            handle={composer}
          />
        </div>
      </div>
    </div>
  )
}

const NO_ITEMS: readonly TranscriptItem[] = []

function useItems(held: TranscriptState | undefined): readonly TranscriptItem[] {
  return useMemo(() => {
    if (!held || held.order.length === 0) return NO_ITEMS
    return held.order.map((id) => held.items.get(id)).filter((item) => item !== undefined)
  }, [held])
}

/** The commands that the row of an item shows, in their order. */
function commandsOf(item: TranscriptItem): readonly CommandId[] {
  if (item.kind === 'command') return [item.commandId]
  if (item.kind !== 'subagent') return []
  return useSubagents.getState().byId[item.subagentId]?.commands ?? []
}

/** The calls with cards that the row of an item shows. */
function callsOf(item: TranscriptItem): readonly ToolItem[] {
  if (item.kind === 'tool') return [item]
  return item.kind === 'subagent' ? (useSubagents.getState().byId[item.subagentId]?.calls ?? []) : []
}

function useFocusTargets(
  items: readonly TranscriptItem[],
  transcript: { current: TranscriptHandle | null },
  composer: { current: ComposerHandle | null },
): void {
  const latest = useRef(items)
  latest.current = items
  useEffect(
    () =>
      registerFocusTargets({
        composer: () => composer.current?.focus(),
        card: (key) => transcript.current?.focusCard(key) ?? false,
        cards: () => {
          const { byId } = useCommands.getState()
          return latest.current.flatMap((item): CardPlace[] => [
            ...callsOf(item).map((call) => ({ key: call.id, needsYou: needsYou(call) })),
            ...commandsOf(item).map((id) => ({ key: id, needsYou: byId[id]?.state.kind === 'pending' })),
          ])
        },
      }),
    [transcript, composer],
  )
}

/** Brings a card into view that was asked for elsewhere, once it is there. */
function useRevealedCard(
  items: readonly TranscriptItem[],
  transcript: { current: TranscriptHandle | null },
): void {
  const reveal = useUi((ui) => ui.reveal)
  useEffect(() => {
    if (reveal === null) return
    if (!items.some((item) => commandsOf(item).includes(reveal))) return
    transcript.current?.focusCard(reveal)
    useUi.setState({ reveal: null })
  }, [reveal, items, transcript])
}

/** Brings a message into view that was found elsewhere, once it is there. */
function useRevealedMessage(
  items: readonly TranscriptItem[],
  transcript: { current: TranscriptHandle | null },
): void {
  const reveal = useUi((ui) => ui.revealEntry)
  useEffect(() => {
    if (reveal === null || !items.some(({ id }) => id === reveal)) return
    transcript.current?.showMessage(reveal)
    useUi.setState({ revealEntry: null })
  }, [reveal, items, transcript])
}

/** A chat without a message waits for one, unless the person is busy elsewhere. */
function useFocusWhenNew(isNew: boolean, composer: { current: ComposerHandle | null }): void {
  useEffect(() => {
    if (isNew && document.activeElement === document.body) composer.current?.focus()
  }, [isNew, composer])
}

/** In the place of the conversation while it is read; shown only if that takes long enough to be noticed. */
function Skeleton() {
  const { t } = useTranslation('chat')
  return (
    <div className="chat-place skeleton late" role="status" aria-label={t('loading.transcript')}>
      <div className="skel wide" />
      <div className="skel" />
      <div className="skel short" />
    </div>
  )
}

function Unread({ chatId }: { chatId: ChatId }) {
  const { t } = useTranslation(['chat', 'common'])
  return (
    <div className="chat-place">
      <div className="empty" role="alert">
        <Icon icon={CircleAlert} className="c-err" />
        <span>{t('failed.transcript')}</span>
        <Button onClick={() => reloadChat(chatId)}>{t('common:retry')}</Button>
      </div>
    </div>
  )
}
