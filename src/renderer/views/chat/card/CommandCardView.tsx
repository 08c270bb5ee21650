import type { KeyboardEvent } from 'react'
import { memo, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalQuestion, CommandCard } from '../../../../shared/command'
import { shortName } from '../../../../shared/short-name'
import { approveCommand, rejectCommand } from '../../../state/command-actions'
import { signOf } from '../../../state/command-sign'
import { CommandOutput } from '../../output/CommandOutput'
import { focusAfterDecision } from '../chat-focus'
import { useReveal } from '../reveal-context'
import { USUAL_SCOPE } from './AlwaysAllow'
import { Approval, canRemember, type Decision } from './Approval'
import { CardHead } from './CardHead'
import { CardNotes } from './CardNotes'
import { toggleOutput, useOpenOutputs } from './card-ui'
import { cardView, outputPlace } from './card-view'
import { useStatusText } from './use-status-text'

/** A command in the transcript, in whatever state it is (S-003, S-008, S-149, S-317). */
export const CommandCardView = memo(function CommandCardView(props: { card: CommandCard; last: boolean }) {
  const { card, last } = props
  const { t } = useTranslation('chat')
  const view = cardView(card)
  const sign = signOf(card)
  const name = shortName(card.command)
  const statusText = useStatusText(view)
  const open = useOpenOutputs((state) => state.ids.has(card.id)) && view.hasOutput
  const place = outputPlace(view, last, open)
  const article = useRef<HTMLElement>(null)
  const chevron = useRef<HTMLButtonElement>(null)
  const label = useRef<HTMLButtonElement>(null)
  const reveal = useReveal()

  const before = useRef({ open, place })
  useLayoutEffect(() => {
    const { open: wasOpen, place: wasPlace } = before.current
    before.current = { open, place }
    if (open === wasOpen) return
    // The control that was pressed is gone in the other place: the focus goes to the one that took over.
    if (place !== wasPlace && document.activeElement === document.body) {
      const control = place === 'row' ? label : chevron
      control.current?.focus({ preventScroll: true })
    }
    if (open && article.current) reveal(article.current)
  }, [open, place, reveal])

  const toggle = () => toggleOutput(card.id)
  const decide = (decision: Decision) => {
    // Before the buttons go, or the focus would fall out of the transcript.
    if (article.current?.contains(document.activeElement)) focusAfterDecision(card.id)
    void (decision.answer === 'approve'
      ? approveCommand(card.id, decision.remember)
      : rejectCommand(card.id, decision.text))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    if (inField) return
    const decision = card.state.kind === 'pending' ? decisionOf(event, card.state.question) : null
    if (decision) {
      event.preventDefault()
      decide(decision)
    } else if (event.shiftKey) return
    else if (event.target === article.current && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      if (view.hasOutput) toggle()
    }
  }

  return (
    <article
      ref={article}
      className="tool cmd-card"
      data-state={sign === 'pending' ? 'approval' : sign}
      data-card={card.id}
      data-command-id={card.id}
      aria-label={t('card.label', { command: name, state: statusText })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Y, N and Enter act on the card that has the focus
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <CardHead
        card={card}
        view={view}
        name={name}
        statusText={statusText}
        chevron={place === 'chevron' ? { ref: chevron, onClick: toggle } : null}
      />
      <CardNotes card={card} view={view} />
      {card.state.kind === 'pending' ? (
        <Approval question={card.state.question} name={name} onDecide={decide} card={article} />
      ) : null}
      {place === 'row' ? (
        <CommandOutput card={card} name={name} open={open} onToggle={toggle} toggle={label} />
      ) : null}
    </article>
  )
})

/**
 * The answer that a key gives to the card that has the focus; by its place on the keyboard, so that it works on Cyrillic
 * layouts too. What is blocked is never run by one key.
 */
function decisionOf(event: KeyboardEvent, question: ApprovalQuestion): Decision | null {
  if (event.code === 'KeyN' && !event.shiftKey) return { answer: 'reject', text: null }
  if (event.code !== 'KeyY' || question.blocked) return null
  if (!event.shiftKey) return { answer: 'approve' }
  if (!canRemember(question)) return null
  return { answer: 'approve', remember: { patterns: [...question.alwaysAllow], scope: USUAL_SCOPE } }
}
