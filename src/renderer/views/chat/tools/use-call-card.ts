import type { KeyboardEvent, RefObject } from 'react'
import { useRef } from 'react'
import type { ToolItem } from '../../../../shared/chat'
import type { ChatId } from '../../../../shared/ids'
import type { CallAnswer } from '../../../../shared/tool-card'
import { answerCall } from '../../../state/command-actions'
import { useDetails } from '../card/card-ui'
import { focusAfterDecision } from '../chat-focus'
import { useOpenByHand } from '../reveal-context'

export const APPROVE: CallAnswer = { kind: 'approve', remember: false }
export const APPROVE_ALWAYS: CallAnswer = { kind: 'approve', remember: true }

/** Answers what a card asks. */
export function useAnswer(
  item: ToolItem,
  chatId: ChatId,
  article: RefObject<HTMLElement | null>,
): (given: CallAnswer) => void {
  return (given) => {
    // Before the buttons go, or the focus would fall out of the transcript.
    if (article.current?.contains(document.activeElement)) focusAfterDecision(item.id)
    void answerCall(chatId, item.callId, given)
  }
}

/** What the cards of calls that may ask the person have in common; null for `asking` where there is no question. */
export function useCallCard(
  item: ToolItem,
  chatId: ChatId,
  asking: { canRemember: boolean } | null,
): {
  article: RefObject<HTMLElement | null>
  open: boolean
  setOpen(isOpen: boolean): void
  answer(given: CallAnswer): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
} {
  const article = useRef<HTMLElement>(null)
  const [open, showDetails] = useDetails(item.id, asking !== null)
  const setOpen = useOpenByHand(article, open, showDetails)
  const answer = useAnswer(item, chatId, article)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (event.target instanceof HTMLInputElement) return
    const given = asking && answerOf(event, asking.canRemember)
    if (given) {
      event.preventDefault()
      answer(given)
    } else if (!event.shiftKey && event.target === article.current && [' ', 'Enter'].includes(event.key)) {
      event.preventDefault()
      setOpen(!open)
    }
  }
  return { article, open, setOpen, answer, onKeyDown }
}

/** The answer of a key, by its place on the keyboard, so that it works on Cyrillic layouts too. */
function answerOf({ code, shiftKey }: KeyboardEvent, canRemember: boolean): CallAnswer | null {
  if (code === 'KeyN' && !shiftKey) return { kind: 'reject', text: null }
  if (code !== 'KeyY') return null
  if (!shiftKey) return APPROVE
  return canRemember ? APPROVE_ALWAYS : null
}
