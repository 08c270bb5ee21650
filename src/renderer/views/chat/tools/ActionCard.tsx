import { Brain, Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolItem } from '../../../../shared/chat'
import type { ChatId } from '../../../../shared/ids'
import type { Action, ActionCard as Card } from '../../../../shared/tool-card'
import { needsYou } from '../../../state/needs-you'
import { Icon } from '../../../ui/Icon'
import { ScrollBox } from '../../../ui/ScrollBox'
import { Spinner } from '../../../ui/Spinner'
import { StateIcon } from '../../../ui/StateIcon'
import { ApprovalActions } from '../card/Approval'
import { fillSlots, slot } from '../text-slots'
import { CallFrame } from './CallFrame'
import { Always } from './FileEditCard'
import { APPROVE, APPROVE_ALWAYS, useCallCard } from './use-call-card'

type Look = 'running' | 'asking' | 'rejected' | 'failed' | 'done'

/** A note to remember or a page to open: what it is, the question about it, and what came of it (A-151, S-396). */
export function ActionCard({ item, chatId }: { item: ToolItem; chatId: ChatId }) {
  const { t } = useTranslation(['agenda', 'chat', 'common', 'memory'])
  const card = actionOf(item)
  const look = lookOf(item)
  const question = look === 'asking' && card?.stage.kind === 'asking' ? card.stage.question : null
  const { article, open, setOpen, answer, onKeyDown } = useCallCard(
    item,
    chatId,
    question && { canRemember: question.permission !== null },
  )
  const name = nameOf(card?.action) ?? item.title
  const scope = card?.action.type === 'memory' ? t(`memory:scope.${card.action.scope}`) : null
  const verb = verbOf(item, card?.action)
  const stage = question ? 'ask' : look === 'done' || look === 'running' ? 'done' : 'failed'
  const key = `agenda:action.${verb}.${stage}` as const
  const state = t(STATE_WORDS[look])
  const detail = question && card ? noteOf(card.action) : item.detail
  return (
    <CallFrame
      id={item.id}
      label={t('agenda:action.label', { what: scope === null ? name : `${name}, ${scope}`, state })}
      state={question ? 'approval' : look}
      sign={<Sign look={look} isWeb={verb === 'web'} />}
      title={
        <>
          {look === 'running' ? (
            <code>{name}</code>
          ) : (
            fillSlots(t(key, { url: slot(0), name: slot(0) }), [<code key="name">{name}</code>])
          )}
          {scope === null ? null : <span className="c-3"> · {scope}</span>}
        </>
      }
      titleClass="edit-path"
      meta={
        <>
          {look === 'rejected' ? <span className="st-label c-3">{state}</span> : null}
          <span className="slot" />
        </>
      }
      details={detail === '' ? null : { isOpen: open, label: t('agenda:action.details'), onToggle: setOpen }}
      article={article}
      onKeyDown={onKeyDown}
    >
      {card?.stage.kind === 'rejected' && card.stage.text ? (
        <div className="note">{t('chat:card.rejected', { text: card.stage.text })}</div>
      ) : null}
      {open && detail !== '' ? (
        <ScrollBox className="tool-detail" label={t(question ? 'agenda:action.note' : 'chat:tool.details')}>
          {detail}
        </ScrollBox>
      ) : null}
      {question ? (
        <ApprovalActions
          name={name}
          isBlocked={false}
          always={
            question.permission === null ? null : (
              <Always permission={question.permission} onClick={() => answer(APPROVE_ALWAYS)} />
            )
          }
          onApprove={() => answer(APPROVE)}
          onReject={(text) => answer({ kind: 'reject', text })}
          card={article}
        />
      ) : null}
    </CallFrame>
  )
}

const STATE_WORDS = {
  asking: 'common:state.needs-approval',
  running: 'common:state.running',
  rejected: 'common:state.rejected',
  failed: 'common:state.failed',
  done: 'common:state.succeeded',
} as const

function actionOf({ card }: ToolItem): Card | null {
  return card?.kind === 'action' ? card : null
}

function lookOf(item: ToolItem): Look {
  if (needsYou(item)) return 'asking'
  const stage = actionOf(item)?.stage.kind
  if (stage === 'rejected') return 'rejected'
  if (item.state === 'failed' || stage === 'not-done') return 'failed'
  return item.state === 'running' ? 'running' : 'done'
}

/** What is done: a page is opened, a note is written or deleted. */
function verbOf(item: ToolItem, action: Action | undefined): 'web' | 'memory' | 'forget' {
  if (item.tool === 'web_fetch') return 'web'
  return action?.type === 'memory' && action.text === null ? 'forget' : 'memory'
}

function nameOf(action: Action | undefined): string | undefined {
  if (action === undefined) return undefined
  return action.type === 'web' ? action.url : action.name
}

/** What a person reads before they answer. */
function noteOf(action: Action): string {
  return action.type === 'memory' ? (action.text ?? '') : ''
}

function Sign({ look, isWeb }: { look: Look; isWeb: boolean }): ReactNode {
  if (look === 'running') return <Spinner className="c-accent" />
  if (look === 'asking') return <StateIcon state="needs-approval" />
  if (look === 'done') return <Icon icon={isWeb ? Globe : Brain} className="c-3" />
  return <StateIcon state={look} decorative />
}
