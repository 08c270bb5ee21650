import { MessageSquareText } from 'lucide-react'
import type { FormEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalQuestion } from '../../../../shared/command'
import { REJECTION_MAX_CHARS } from '../../../../shared/tool-card'
import type { Remember } from '../../../state/command-actions'
import { Button } from '../../../ui/Button'
import { IconButton } from '../../../ui/IconButton'
import { Kbd } from '../../../ui/Kbd'
import { AlwaysAllow } from './AlwaysAllow'
import { ReasonLine } from './ReasonLine'

/** What the person answers; `remember` also allows it from now on. */
export type Decision = { answer: 'approve'; remember?: Remember } | { answer: 'reject'; text: string | null }

type ApprovalProps = {
  question: ApprovalQuestion
  name: string
  onDecide: (decision: Decision) => void
  card: RefObject<HTMLElement | null>
}

/** Whether the answer may be remembered: never for what is blocked. */
export function canRemember({ blocked, alwaysAllow }: ApprovalQuestion): boolean {
  return !blocked && alwaysAllow.length > 0
}

/** Why the command asks, and the answers (S-009, A-035, A-036). */
export function Approval({ question, name, onDecide, card }: ApprovalProps) {
  return (
    <>
      {question.reasons.map((reason) => (
        <ReasonLine key={`${reason.rule ?? reason.code} ${reason.start} ${reason.segment}`} reason={reason} />
      ))}
      <ApprovalActions
        name={name}
        isBlocked={question.blocked}
        always={
          canRemember(question) ? (
            <AlwaysAllow
              patterns={question.alwaysAllow}
              onAlways={(remember) => onDecide({ answer: 'approve', remember })}
            />
          ) : null
        }
        onApprove={() => onDecide({ answer: 'approve' })}
        onReject={(text) => onDecide({ answer: 'reject', text })}
        card={card}
      />
    </>
  )
}

type ActionsProps = {
  name: string
  isBlocked: boolean
  /** Approves and remembers; null where that is not offered. */
  always: ReactNode
  onApprove: () => void
  onReject: (text: string | null) => void
  card: RefObject<HTMLElement | null>
}

/** The answers to a card that asks, and the field for a message with a rejection. */
export function ApprovalActions({ name, isBlocked, always, onApprove, onReject, card }: ActionsProps) {
  const { t } = useTranslation(['chat', 'common', 'permissions'])
  const [writing, setWriting] = useState(false)
  if (writing)
    return (
      <RejectForm
        name={name}
        onReject={onReject}
        onCancel={() => {
          setWriting(false)
          card.current?.focus({ preventScroll: true })
        }}
      />
    )
  return (
    <div className="actions">
      {isBlocked ? (
        <Button kind="danger-quiet" onClick={onApprove}>
          {t('permissions:run-once')}
        </Button>
      ) : (
        <Button kind="primary" onClick={onApprove}>
          {t('common:approve')}
          <Kbd>Y</Kbd>
        </Button>
      )}
      {always}
      <Button kind="ghost" onClick={() => onReject(null)}>
        {t('common:reject')}
        <Kbd>N</Kbd>
      </Button>
      <IconButton
        large
        icon={MessageSquareText}
        label={t('card.reject.more')}
        onClick={() => setWriting(true)}
      />
    </div>
  )
}

function RejectForm(props: { name: string; onReject: (text: string | null) => void; onCancel: () => void }) {
  const { t } = useTranslation(['chat', 'common'])
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onReject(text.trim() === '' ? null : text.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    props.onCancel()
  }
  return (
    <form className="actions" onSubmit={submit} onKeyDown={onKeyDown}>
      <input
        ref={field}
        className="input reject-text"
        value={text}
        maxLength={REJECTION_MAX_CHARS}
        aria-label={t('card.reject.text')}
        placeholder={t('card.reject.placeholder')}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{t('common:reject')}</Button>
      <Button kind="ghost" onClick={props.onCancel}>
        {t('common:cancel')}
      </Button>
    </form>
  )
}
