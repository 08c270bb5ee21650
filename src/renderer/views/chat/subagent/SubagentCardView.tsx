import { Bot, ChevronDown, ChevronRight } from 'lucide-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { assertNever } from '../../../../shared/assert-never'
import type { CommandCard } from '../../../../shared/command'
import type { SubagentCard } from '../../../../shared/subagent'
import { modelFailureText } from '../../../i18n/failure-text'
import { useFormat } from '../../../i18n/use-format'
import { needsYou } from '../../../state/needs-you'
import { useCommands } from '../../../state/stores'
import { stopSubagent } from '../../../state/subagent-actions'
import { Elapsed } from '../../../ui/Elapsed'
import { Icon } from '../../../ui/Icon'
import { IconButton } from '../../../ui/IconButton'
import { ScrollBox } from '../../../ui/ScrollBox'
import { StateIcon, type StateWord } from '../../../ui/StateIcon'
import { StopButton } from '../../../ui/StopButton'
import { CommandCardView } from '../card/CommandCardView'
import { WholeProse } from '../messages/WholeProse'
import { useOpenByHand } from '../reveal-context'
import { CallCard } from '../tools/CallCard'
import { toolTitle } from '../tools/tool-title'
import { conversationOf, inOrder } from './nested'
import { foldSubagent, useFoldedSubagents } from './subagent-ui'

/** A subagent with its commands behind a rail; they ask here, in the chat that it works for (A-038, S-355). */
export const SubagentCardView = memo(function SubagentCardView({ card }: { card: SubagentCard }) {
  const { t } = useTranslation(['chat', 'common'])
  const byId = useCommands((state) => state.byId)
  const commands = card.commands.map((id) => byId[id]).filter((one) => one !== undefined)
  const calls = card.calls
  const running = card.state.kind === 'running'
  const asks = commands.some(({ state }) => state.kind === 'pending') || calls.some(needsYou)
  const folded = useFoldedSubagents((state) => state.isOpen[card.id])
  const hasDetails = commands.length + calls.length > 0 || running || reportOf(card) !== ''
  // A question is never hidden.
  const open = hasDetails && (asks || (folded ?? running))
  const article = useRef<HTMLElement>(null)
  const toggle = useOpenByHand(article, open, (isOpen) => foldSubagent(card.id, isOpen))
  const word = wordOf(card)
  const state = t(`common:state.${word}`)
  return (
    <article
      ref={article}
      className="tool subagent"
      data-state={word}
      data-subagent-id={card.id}
      aria-label={t('subagent.label', { name: card.name, state })}
    >
      <div className="tool-head">
        <span className="st">
          {running ? <Icon icon={Bot} className="c-2" /> : <StateIcon state={word} />}
        </span>
        <span className="tx trunc">
          {card.name} <Outcome card={card} />
        </span>
        <span className="meta">
          {running ? (
            <span className="subagent-state">
              <StateIcon state={word} size={14} decorative />
              <span>
                {commands.length === 0 ? state : t('subagent.commands', { state, count: commands.length })}
              </span>
            </span>
          ) : null}
          <Time card={card} />
          {running && word !== 'stopping' ? (
            <StopButton name={card.name} onClick={() => void stopSubagent(card.id)} />
          ) : (
            <span className="slot" />
          )}
          {hasDetails ? (
            <IconButton
              icon={open ? ChevronDown : ChevronRight}
              label={t('tool.details')}
              aria-expanded={open}
              disabled={asks}
              onClick={() => toggle(!open)}
            />
          ) : (
            <span className="slot" />
          )}
        </span>
      </div>
      {open ? <Details card={card} commands={commands} /> : null}
    </article>
  )
})

function Details({ card, commands }: { card: SubagentCard; commands: readonly CommandCard[] }) {
  const { t } = useTranslation('chat')
  const { activity, calls } = card
  const report = reportOf(card)
  return (
    <>
      {commands.length + calls.length > 0 || activity ? (
        <div className="nest">
          {inOrder(commands, calls).map((one) =>
            'command' in one ? (
              <CommandCardView key={one.command.id} card={one.command} last={false} />
            ) : (
              <CallCard key={one.call.id} item={one.call} chatId={conversationOf(card)} />
            ),
          )}
          {activity && activity.tool !== 'shell' && calls.at(-1)?.title !== activity.title ? (
            <p className="subagent-doing trunc">{toolTitle([{ ...activity, state: 'done' }], t)}</p>
          ) : null}
        </div>
      ) : null}
      {report === '' ? null : (
        <ScrollBox className="subagent-report" label={t('subagent.report')}>
          <WholeProse text={report} />
        </ScrollBox>
      )}
    </>
  )
}

/** What came of it, beside its name. */
function Outcome({ card: { state } }: { card: SubagentCard }) {
  const { t } = useTranslation(['chat', 'common'])
  switch (state.kind) {
    case 'running':
      return null
    case 'stopped':
      return <span className="c-3">{t('common:state.stopped')}</span>
    case 'done':
      return <span className="c-3">{state.report.trim().split('\n', 1)[0]}</span>
    case 'failed':
      return <span className="c-3">{modelFailureText(state.failure).what}</span>
    case 'step-limit':
      return <span className="c-3">{t('subagent.step-limit', { count: state.steps })}</span>
    case 'interrupted':
      return <span className="c-3">{t('subagent.interrupted')}</span>
    default:
      return assertNever(state, 'subagent state')
  }
}

function Time({ card: { state, createdAt } }: { card: SubagentCard }) {
  const format = useFormat()
  if (state.kind === 'running') return <Elapsed since={createdAt} />
  return <span className="el">{format.duration(state.endedAt - createdAt)}</span>
}

function reportOf({ state }: SubagentCard): string {
  return state.kind === 'done' ? state.report.trim() : ''
}

function wordOf({ state }: SubagentCard): StateWord {
  switch (state.kind) {
    case 'running':
      if (state.isStopping) return 'stopping'
      return state.isBackground ? 'background' : 'running'
    case 'done':
      return 'succeeded'
    case 'step-limit':
      return 'failed'
    default:
      return state.kind
  }
}
