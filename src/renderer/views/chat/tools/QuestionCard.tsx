import { MessageCircleQuestion } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolItem } from '../../../../shared/chat'
import type { ChatId } from '../../../../shared/ids'
import { ANSWER_MAX_CHARS, type QuestionCard as Card } from '../../../../shared/tool-card'
import { needsYou } from '../../../state/needs-you'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/Icon'
import { ScrollBox } from '../../../ui/ScrollBox'
import { Spinner } from '../../../ui/Spinner'
import { StateIcon } from '../../../ui/StateIcon'
import { useDetails } from '../card/card-ui'
import { CallFrame } from './CallFrame'
import { QuestionOptions } from './QuestionOptions'
import {
  answeredLine,
  answerOf,
  EMPTY_DRAFT,
  optionOfKey,
  picking,
  type QuestionDraft,
} from './question-view'
import { useAnswer } from './use-call-card'

/** What was picked and written on cards that are scrolled away, which are not drawn. */
const drafts = new Map<string, QuestionDraft>()

/** A question of the agent: what it asks, the answers to pick from, and what was answered (ui.md 4). */
export function QuestionCard({ item, chatId }: { item: ToolItem; chatId: ChatId }) {
  const card = item.card?.kind === 'question' ? item.card : null
  return card && needsYou(item) ? (
    <OpenQuestion item={item} card={card} chatId={chatId} />
  ) : (
    <ClosedQuestion item={item} card={card} />
  )
}

function OpenQuestion({ item, card, chatId }: { item: ToolItem; card: Card; chatId: ChatId }) {
  const { t } = useTranslation(['agenda', 'common'])
  const article = useRef<HTMLElement>(null)
  const [draft, setDraft] = useState(() => drafts.get(item.id) ?? EMPTY_DRAFT)
  const change = (next: QuestionDraft) => {
    drafts.set(item.id, next)
    setDraft(next)
  }
  const { question, options, isMany } = card
  const given = answerOf(draft)
  const send = useAnswer(item, chatId, article)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return
    if (event.target instanceof HTMLInputElement) return
    const at = optionOfKey(event.code, options.length)
    if (at !== null) {
      event.preventDefault()
      change(picking(draft, at, isMany))
    } else if (event.key === 'Enter' && event.target === article.current && given) {
      event.preventDefault()
      send(given)
    }
  }
  return (
    <CallFrame
      id={item.id}
      label={t('agenda:question.label', { question, state: t('common:state.question') })}
      state="question"
      sign={<StateIcon state="question" decorative />}
      title={question}
      titleClass="question-text"
      meta={<span className="st-label c-warn">{t('common:state.question')}</span>}
      details={null}
      article={article}
      onKeyDown={onKeyDown}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (given) send(given)
        }}
      >
        {options.length === 0 ? null : (
          <QuestionOptions
            card={card}
            picked={draft.picked}
            onPick={(at) => change(picking(draft, at, isMany))}
          />
        )}
        <div className="actions">
          <input
            className="input own-answer"
            value={draft.text}
            maxLength={ANSWER_MAX_CHARS}
            placeholder={t(options.length === 0 ? 'agenda:question.answer' : 'agenda:question.other')}
            aria-label={t(options.length === 0 ? 'agenda:question.answer' : 'agenda:question.other')}
            onChange={({ target }) => change({ ...draft, text: target.value })}
          />
          <Button kind="primary" type="submit" disabled={given === null}>
            {t('agenda:question.send')}
          </Button>
          <Button kind="ghost" onClick={() => send({ kind: 'skip' })}>
            {t('agenda:question.skip')}
          </Button>
        </div>
      </form>
    </CallFrame>
  )
}

function ClosedQuestion({ item, card }: { item: ToolItem; card: Card | null }) {
  const { t } = useTranslation(['agenda', 'common'])
  const [open, setOpen] = useDetails(item.id)
  useEffect(() => void drafts.delete(item.id), [item.id])
  const isRunning = item.state === 'running'
  const kind = card?.stage.kind
  const words = card && answeredLine(card)
  const answer = words || (kind === 'skipped' ? t('agenda:question.skipped') : '')
  const state = isRunning ? t('common:state.running') : answer || t('agenda:question.unanswered')
  const question = card?.question ?? item.title
  return (
    <CallFrame
      id={item.id}
      label={t('agenda:question.label', { question, state })}
      sign={
        isRunning ? <Spinner className="c-accent" /> : <Icon icon={MessageCircleQuestion} className="c-3" />
      }
      title={
        <>
          {question} <span className="c-3">{isRunning ? '' : state}</span>
        </>
      }
      details={
        item.detail === '' ? null : { isOpen: open, label: t('agenda:action.details'), onToggle: setOpen }
      }
    >
      {open ? (
        <ScrollBox className="tool-detail" label={t('agenda:action.details')}>
          {`${question}\n\n${item.detail}`}
        </ScrollBox>
      ) : null}
    </CallFrame>
  )
}
