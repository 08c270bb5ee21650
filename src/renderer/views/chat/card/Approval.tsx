import { CircleAlert, MessageSquareText } from 'lucide-react'
import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalQuestion } from '../../../../shared/command'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/Icon'
import { IconButton } from '../../../ui/IconButton'
import { Kbd } from '../../../ui/Kbd'
import { fillSlots, slot } from '../text-slots'

/** Longest message with a rejection, in UTF-16 units; the contract's limit. */
const MESSAGE_CHARS = 2000

type ApprovalProps = {
  question: ApprovalQuestion
  name: string
  onDecide: (approve: boolean, text?: string | null) => void
  card: RefObject<HTMLElement | null>
}

/** Why the command asks, and the two answers (S-009). */
export function Approval({ question, name, onDecide, card }: ApprovalProps) {
  const { t } = useTranslation(['chat', 'common'])
  const [writing, setWriting] = useState(false)
  return (
    <>
      {question.reasons.map((reason) => (
        <div className="reason" key={`${reason.code} ${reason.segment}`}>
          <Icon icon={CircleAlert} size={14} />
          <span>
            {fillSlots(t(`card.reason.${reason.code}`, { segment: slot(0) }), [
              <code key="segment">{reason.segment}</code>,
            ])}
          </span>
        </div>
      ))}
      {writing ? (
        <RejectForm
          name={name}
          onReject={(text) => onDecide(false, text)}
          onCancel={() => {
            setWriting(false)
            card.current?.focus({ preventScroll: true })
          }}
        />
      ) : (
        <div className="actions">
          <Button kind="primary" onClick={() => onDecide(true)}>
            {t('common:approve')}
            <Kbd>Y</Kbd>
          </Button>
          <Button kind="ghost" onClick={() => onDecide(false)}>
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
      )}
    </>
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
        maxLength={MESSAGE_CHARS}
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
