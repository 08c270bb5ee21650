import { ChevronRight, FoldVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatNotice } from '../../../../shared/chat'
import { Icon } from '../../../ui/Icon'
import { WholeProse } from '../messages/WholeProse'
import { useOpenByHand } from '../reveal-context'
import { Clock } from './SystemLine'

/** Where the history that the model is sent became shorter; opens to what the model knows of what was before. */
export function CompactedRow(props: { notice: Extract<ChatNotice, { type: 'compacted' }>; at: number }) {
  const { notice, at } = props
  const { t } = useTranslation('chat')
  const [open, setOpen] = useState(false)
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
          <Clock at={at} />
        </span>
      </div>
      {open ? <WholeProse text={text} /> : null}
    </div>
  )
}

/** The first line tells the model who says it. */
function withoutHead(running: string): string {
  return running.startsWith('[') ? running.slice(running.indexOf('\n') + 1) : running
}
