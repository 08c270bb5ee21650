import { ChevronRight, FoldVertical, Hourglass, Server } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatNotice, RunningThen } from '../../../../shared/chat'
import { shortName } from '../../../../shared/short-name'
import { Icon } from '../../../ui/Icon'
import { useDetails } from '../card/card-ui'
import { WholeProse } from '../messages/WholeProse'
import { useOpenByHand } from '../reveal-context'
import type { NoticeItem } from '../transcript-rows'
import { Clock } from './SystemLine'

/** Where the history that the model is sent became shorter; opens to what the model knows of what was before. */
export function CompactedRow(props: {
  item: NoticeItem
  notice: Extract<ChatNotice, { type: 'compacted' }>
}) {
  const { item, notice } = props
  const { t } = useTranslation('chat')
  const [open, setOpen] = useDetails(item.id)
  const box = useRef<HTMLDivElement>(null)
  const toggle = useOpenByHand(box, open, setOpen)
  const { summary, running } = notice
  const text = [
    summary ?? '',
    running === '' ? '' : `**${t('compacted.running')}**\n\n${withoutHead(running)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  return (
    <div ref={box} className="compacted">
      <div className="divider">
        <span>
          <Icon icon={FoldVertical} size={14} className="c-off" />
          {text === '' ? (
            t('compacted.results')
          ) : (
            <button
              type="button"
              className={`disclose${open ? ' open' : ''}`}
              aria-expanded={open}
              onClick={() => toggle(!open)}
            >
              {t(summary === null ? 'compacted.results' : 'compacted')}
              <Icon icon={ChevronRight} size={14} />
            </button>
          )}
          <Clock at={item.at} />
        </span>
      </div>
      <StillRunning commands={notice.commands} />
      {open ? <WholeProse text={text} /> : null}
    </div>
  )
}

/** What went on in the background meanwhile (S-268). */
function StillRunning({ commands }: { commands: readonly RunningThen[] }) {
  const { t } = useTranslation('chat')
  if (commands.length === 0) return null
  return (
    <ul className="still" aria-label={t('compacted.running')}>
      {commands.map(({ terminalId, command, isServer }) => (
        <li key={terminalId}>
          <Icon icon={isServer ? Server : Hourglass} size={14} className="c-3" />
          <code className="trunc" title={command}>
            {shortName(command)}
          </code>
          <span className="c-3 mono">{terminalId}</span>
        </li>
      ))}
    </ul>
  )
}

/** The first line tells the model who says it. */
function withoutHead(running: string): string {
  return running.startsWith('[') ? running.slice(running.indexOf('\n') + 1) : running
}
