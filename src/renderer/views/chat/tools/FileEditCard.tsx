import { History, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolItem } from '../../../../shared/chat'
import type { ChatId } from '../../../../shared/ids'
import type { EditQuestion, FileEditCard as FileEdit } from '../../../../shared/tool-card'
import { openGoingBack } from '../../../state/checkpoint-actions'
import { needsYou } from '../../../state/needs-you'
import { useChats } from '../../../state/stores'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/Icon'
import { IconButton } from '../../../ui/IconButton'
import { ScrollBox } from '../../../ui/ScrollBox'
import { Spinner } from '../../../ui/Spinner'
import { StateIcon } from '../../../ui/StateIcon'
import { Tooltip } from '../../../ui/Tooltip'
import { ApprovalActions } from '../card/Approval'
import { ReasonLine } from '../card/ReasonLine'
import { fillSlots, slot } from '../text-slots'
import { CallFrame } from './CallFrame'
import { DiffView } from './DiffView'
import { APPROVE, APPROVE_ALWAYS, useCallCard } from './use-call-card'

/** How the card of a change looks; `failed` is every way in which nothing was written but a rejection. */
type Look = 'running' | 'asking' | 'rejected' | 'failed' | 'written'

/** A change of a file: what it does to the lines, and the question about it. */
export function FileEditCard({ item, chatId }: { item: ToolItem; chatId: ChatId }) {
  const { t } = useTranslation(['chat', 'common'])
  const card = editOf(item)
  const look = lookOf(item)
  const question = look === 'asking' && card?.stage.kind === 'asking' ? card.stage.question : null
  const { article, open, setOpen, answer, onKeyDown } = useCallCard(
    item,
    chatId,
    question && { canRemember: question.permission !== null },
  )
  // A call that waits for its turn has no name yet.
  const path = card?.path ?? (item.title || t('edit.soon'))
  const hasDetails = card !== null || item.detail !== ''
  // A subagent's changes belong to the call of its chat, and nothing may be taken away while a turn writes.
  const canGoBack = useChats(
    ({ byId }) => byId[chatId] !== undefined && byId[chatId]?.turn.kind !== 'running',
  )
  const state = stateWord(look)
  return (
    <CallFrame
      id={item.id}
      label={t('edit.label', { path, state: state ? t(state) : t('edit.state.written') })}
      state={question ? 'approval' : look}
      sign={<Sign look={look} />}
      title={
        question ? (
          fillSlots(t(card?.isNew ? 'edit.create' : 'edit.change', { path: slot(0) }), [
            <code key="path">{path}</code>,
          ])
        ) : (
          <PathName path={path} isKnown={path === card?.path || path === item.title} />
        )
      }
      titleClass="edit-path"
      meta={
        <>
          {state && look !== 'asking' && look !== 'running' ? (
            <span className={`st-label${look === 'failed' ? ' c-err' : ' c-3'}`}>{t(state)}</span>
          ) : null}
          {card && look !== 'failed' ? <Stat card={card} /> : null}
          {look === 'written' && card && canGoBack ? (
            <IconButton
              icon={History}
              label={t('edit.go-back', { path })}
              className="after-edit"
              onClick={() => openGoingBack({ kind: 'after', chatId, entryId: item.id, text: path })}
            />
          ) : (
            <span className="slot" />
          )}
        </>
      }
      details={hasDetails ? { isOpen: open, label: t('edit.details'), onToggle: setOpen } : null}
      article={article}
      onKeyDown={onKeyDown}
    >
      {card?.stage.kind === 'rejected' && card.stage.text ? (
        <div className="note">{t('card.rejected', { text: card.stage.text })}</div>
      ) : null}
      {open && hasDetails ? <Details item={item} look={look} /> : null}
      {question ? (
        <>
          {question.reasons.map((reason) => (
            <ReasonLine key={`${reason.rule} ${reason.segment}`} reason={reason} />
          ))}
          <ApprovalActions
            name={path}
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
        </>
      ) : null}
    </CallFrame>
  )
}

function PathName({ path, isKnown }: { path: string; isKnown: boolean }) {
  return isKnown ? <code>{path}</code> : <span className="c-3">{path}</span>
}

function editOf({ card }: ToolItem): FileEdit | null {
  return card?.kind === 'file-edit' ? card : null
}

function lookOf(item: ToolItem): Look {
  if (needsYou(item)) return 'asking'
  const stage = editOf(item)?.stage.kind
  if (stage === 'rejected') return 'rejected'
  if (item.state === 'failed' || stage === 'not-written') return 'failed'
  return item.state === 'running' ? 'running' : 'written'
}

const STATE_WORDS = {
  asking: 'common:state.needs-approval',
  running: 'common:state.running',
  rejected: 'common:state.rejected',
  failed: 'edit.state.failed',
} as const

function stateWord(look: Look) {
  return look === 'written' ? null : STATE_WORDS[look]
}

function Sign({ look }: { look: Look }): ReactNode {
  if (look === 'running') return <Spinner className="c-accent" />
  if (look === 'asking') return <StateIcon state="needs-approval" />
  if (look === 'written') return <Icon icon={Pencil} className="c-3" />
  return <StateIcon state={look} decorative />
}

function Stat({ card }: { card: FileEdit }) {
  const { t } = useTranslation('chat')
  return (
    <span className="stat mono">
      <span className="vh">{t('edit.stat', { added: card.added, removed: card.removed })}</span>
      <span className="a" aria-hidden="true">
        +{card.added}
      </span>{' '}
      <span className="d" aria-hidden="true">
        −{card.removed}
      </span>
    </span>
  )
}

/** Approves, and switches the permission on that alone would have let it pass. */
export function Always(props: { permission: NonNullable<EditQuestion['permission']>; onClick: () => void }) {
  const { t } = useTranslation('permissions')
  return (
    <Tooltip text={t('always.permission', { name: t(`permission.${props.permission}`) })}>
      <Button onClick={props.onClick}>{t('always')}</Button>
    </Tooltip>
  )
}

/** The change where there is one, else what the agent was told. */
function Details({ item, look }: { item: ToolItem; look: Look }) {
  const { t } = useTranslation('chat')
  const card = editOf(item)
  return (
    <>
      {look === 'failed' || !card ? (
        <ScrollBox className="tool-detail" label={t('tool.details')}>
          {item.detail}
        </ScrollBox>
      ) : null}
      {card ? <DiffView diff={card.diff} path={card.path} /> : null}
    </>
  )
}
