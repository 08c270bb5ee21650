import { CircleAlert, Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolItem } from '../../../../shared/chat'
import type { ChatId } from '../../../../shared/ids'
import type { McpCallCard as McpCall } from '../../../../shared/tool-card'
import { needsYou } from '../../../state/needs-you'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/Icon'
import { ScrollBox } from '../../../ui/ScrollBox'
import { Spinner } from '../../../ui/Spinner'
import { StateIcon } from '../../../ui/StateIcon'
import { Tooltip } from '../../../ui/Tooltip'
import { ApprovalActions } from '../card/Approval'
import { CallFrame } from './CallFrame'
import { APPROVE, APPROVE_ALWAYS, useCallCard } from './use-call-card'

type Look = 'running' | 'asking' | 'rejected' | 'not-run' | 'failed' | 'done'

/** A call of an MCP server's tool: what goes there, what comes back, and the question about it. */
export function McpCallCard({ item, chatId }: { item: ToolItem; chatId: ChatId }) {
  const { t } = useTranslation(['mcp', 'chat', 'permissions'])
  const card = callOf(item)
  const look = lookOf(item)
  const isAsking = look === 'asking'
  const { article, open, setOpen, answer, onKeyDown } = useCallCard(
    item,
    chatId,
    isAsking ? { canRemember: true } : null,
  )
  const state = useStateWord(look)
  // Until its arguments are there a call is only known by the name that the model used.
  const tool = card?.tool ?? item.tool.split('__').slice(2).join('__')
  const server = card?.server ?? item.tool.split('__')[1] ?? ''
  return (
    <CallFrame
      id={item.id}
      label={t('mcp:card.label', { tool, server, state })}
      state={isAsking ? 'approval' : look}
      sign={<Sign look={look} />}
      title={
        <>
          <span className="c-3">{server}</span> <code>{tool}</code>
        </>
      }
      meta={
        <>
          <Progress card={card} isRunning={look === 'running'} />
          {look === 'running' || look === 'asking' || look === 'done' ? null : (
            <span className={`st-label${look === 'failed' ? ' c-err' : ' c-3'}`}>{state}</span>
          )}
          <span className="slot" />
        </>
      }
      details={{ isOpen: open, label: t('mcp:card.details'), onToggle: setOpen }}
      article={article}
      onKeyDown={onKeyDown}
    >
      {card?.stage.kind === 'rejected' && card.stage.text ? (
        <div className="note">{t('chat:card.rejected', { text: card.stage.text })}</div>
      ) : null}
      {open ? <Details item={item} card={card} /> : null}
      {isAsking && card ? (
        <>
          <div className="reason">
            <Icon icon={CircleAlert} size={14} />
            <span>{t(card.readOnly ? 'mcp:card.read-only' : 'mcp:card.changes')}</span>
          </div>
          <ApprovalActions
            name={tool}
            isBlocked={false}
            always={
              <Tooltip text={t('mcp:card.always', { tool })}>
                <Button onClick={() => answer(APPROVE_ALWAYS)}>{t('permissions:always')}</Button>
              </Tooltip>
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

function callOf({ card }: ToolItem): McpCall | undefined {
  return card?.kind === 'mcp-call' ? card : undefined
}

function lookOf(item: ToolItem): Look {
  if (needsYou(item)) return 'asking'
  const stage = callOf(item)?.stage.kind
  if (stage === 'rejected' || stage === 'not-run') return stage
  return item.state
}

function useStateWord(look: Look): string {
  const { t } = useTranslation(['mcp', 'common'])
  switch (look) {
    case 'asking':
      return t('common:state.needs-approval')
    case 'not-run':
    case 'done':
      return t(`mcp:card.${look}`)
    default:
      return t(`common:state.${look}`)
  }
}

function Sign({ look }: { look: Look }): ReactNode {
  switch (look) {
    case 'running':
      return <Spinner className="c-accent" />
    case 'asking':
      return <StateIcon state="needs-approval" />
    case 'rejected':
    case 'failed':
      return <StateIcon state={look} decorative />
    case 'not-run':
    case 'done':
      return <Icon icon={Plug} className="c-3" />
  }
}

/** How far the server says it is. */
function Progress({ card, isRunning }: { card: McpCall | undefined; isRunning: boolean }) {
  if (!isRunning || card?.stage.kind !== 'running' || card.stage.progress === null) return null
  const { done, total, message } = card.stage.progress
  return (
    <>
      {message ? <span className="st-label trunc">{message}</span> : null}
      {total === null ? null : (
        <span className="el">
          {done}/{total}
        </span>
      )}
    </>
  )
}

function Details({ item, card }: { item: ToolItem; card: McpCall | undefined }) {
  const { t } = useTranslation('mcp')
  return (
    <>
      {card && card.args !== '{}' ? (
        <ScrollBox className="tool-detail" label={t('card.arguments')}>
          {card.args}
        </ScrollBox>
      ) : null}
      {item.detail === '' ? null : (
        <ScrollBox className="tool-detail" label={t('card.result')}>
          {item.detail}
        </ScrollBox>
      )}
    </>
  )
}
