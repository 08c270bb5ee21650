import {
  AlarmClock,
  CircleMinus,
  CirclePause,
  FoldVertical,
  Hourglass,
  Repeat2,
  Scissors,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatNotice, ChatSummary } from '../../../../shared/chat'
import { shortName } from '../../../../shared/short-name'
import { modelFailureText } from '../../../i18n/failure-text'
import { useFormat } from '../../../i18n/use-format'
import { retryTurn } from '../../../state/chat-actions'
import { Button } from '../../../ui/Button'
import { StateIcon } from '../../../ui/StateIcon'
import { fillSlots, slot } from '../text-slots'
import type { NoticeItem } from '../transcript-rows'
import { CompactedRow } from './CompactedRow'
import { endWords } from './end-words'
import { FailureRow } from './FailureRow'
import { GoalLine } from './GoalLine'
import { LocalAnswerRow } from './LocalAnswerRow'
import { PlanCard } from './PlanCard'
import { RestoredLine } from './RestoredLine'
import { Clock, SystemLine } from './SystemLine'

type NoticeProps = { item: NoticeItem; turn: ChatSummary['turn']; chatId: ChatSummary['id']; last: boolean }

/** A line of the system between the messages: it looks like neither side's. */
export function NoticeRow({ item, turn, chatId, last }: NoticeProps) {
  const { t } = useTranslation(['chat', 'agenda'])
  const { notice } = item
  switch (notice.type) {
    case 'command-ended':
      return <EndedLine notice={notice} at={item.at} />
    case 'commands-lost':
      return (
        <SystemLine icon={CircleMinus} at={item.at}>
          {fillSlots(t('notice.lost', { count: notice.commands.length, list: slot(0) }), [
            nameList(notice.commands),
          ])}
        </SystemLine>
      )
    case 'pulse':
      return (
        <SystemLine icon={Hourglass} at={item.at}>
          {fillSlots(t('notice.pulse', { list: slot(0) }), [nameList(notice.commands)])}
        </SystemLine>
      )
    case 'scheduled':
      return (
        <SystemLine icon={AlarmClock} at={item.at}>
          {t('agenda:woken', { text: notice.texts.join(' · ') })}
        </SystemLine>
      )
    case 'goal-set':
    case 'goal-ended':
      return <GoalLine notice={notice} at={item.at} />
    case 'failure':
      return <FailureRow failure={notice.failure} chatId={chatId} canRetry={last && turn.kind === 'failed'} />
    case 'step-limit':
      return (
        <SystemLine icon={CirclePause} tone="warn" at={item.at}>
          {t('notice.step-limit', { count: notice.steps })}
          {last && turn.kind === 'paused' ? (
            <Button small onClick={() => void retryTurn(chatId)}>
              {t('notice.continue')}
            </Button>
          ) : null}
        </SystemLine>
      )
    case 'repeating':
      return (
        <SystemLine icon={Repeat2} tone="warn" at={item.at}>
          {fillSlots(t('notice.repeating', { count: notice.times, tool: slot(0) }), [
            <code key="tool">{notice.tool}</code>,
          ])}
        </SystemLine>
      )
    case 'cut-off':
      return (
        <SystemLine icon={Scissors} tone="warn" at={item.at}>
          {t('notice.cut-off')}
        </SystemLine>
      )
    case 'compacted':
      return <CompactedRow item={item} notice={notice} />
    case 'plan':
      return <PlanCard plan={notice.plan} chatId={chatId} />
    case 'compaction-failed':
      return (
        <SystemLine icon={FoldVertical} tone="warn" at={item.at}>
          {t('notice.compaction-failed', { why: modelFailureText(notice.failure).what })}
        </SystemLine>
      )
    case 'restored':
      return <RestoredLine item={item} notice={notice} chatId={chatId} last={last} />
    case 'nothing-to-compact':
      return (
        <SystemLine icon={FoldVertical} at={item.at}>
          {t('notice.nothing-to-compact')}
        </SystemLine>
      )
    default:
      return <LocalAnswerRow answer={notice} at={item.at} />
  }
}

function EndedLine(props: { notice: Extract<ChatNotice, { type: 'command-ended' }>; at: number }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const { notice } = props
  const words = endWords(notice.end)
  const values = {
    cmd: slot(0),
    code: words.code,
    signal: words.signal,
    time: format.durationWords(notice.ranMs),
  }
  return (
    <div className="sys">
      <StateIcon state={words.status} size={14} decorative />
      <span className="sys-text">
        {fillSlots(t(words.key, values), [<Name key="cmd" command={notice.command} />])}
        <span className="tag mono tid">{notice.terminalId}</span>
      </span>
      <Clock at={props.at} />
    </div>
  )
}

function nameList(commands: readonly { terminalId: string; command: string }[]): ReactNode[] {
  const names = commands.map((one) => <Name key={one.terminalId} command={one.command} />)
  return names.flatMap((name, index) => (index === 0 ? [name] : [', ', name]))
}

function Name({ command }: { command: string }) {
  return <code title={command}>{shortName(command)}</code>
}
